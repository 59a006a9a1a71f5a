import { expect, it } from "vitest";
import { blockedByOwnWork } from "./own-work.ts";

const visit = { name: "navigationStart", pid: 1, tid: 2, ts: 1_000 };
const task = { name: "RunTask", pid: 1, tid: 2, ts: 9_000 };
const times = { begun: 1_000, painted: 5_000 };

it("counts the time beyond 50 ms of each task, on a phone that is four times slower", () => {
  const tasks = [
    { ...task, tdur: 20_000 },
    { ...task, tdur: 15_000 },
    { ...task, tdur: 12_500 },
  ];
  expect(blockedByOwnWork([visit, ...tasks], times)).toBe(30 + 10);
});

it.each([
  ["before the first paint", { ts: 4_999 }],
  ["of another process", { pid: 3 }],
  ["of another thread", { tid: 3 }],
  ["that is part of a task", { name: "FunctionCall" }],
])("counts nothing %s", (_, difference) => {
  expect(blockedByOwnWork([visit, { ...task, tdur: 20_000, ...difference }], times)).toBe(0);
});

it("is undefined for a visit that is not in the trace", () => {
  expect(
    blockedByOwnWork(
      [
        { ...visit, ts: 2_000 },
        { ...task, tdur: 20_000 },
      ],
      times,
    ),
  ).toBeUndefined();
});
