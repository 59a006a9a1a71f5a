import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { recurring } from "./repeat.ts";

it("work repeats from the start on, one at a time, and ending waits for the last", async () => {
  let asked = 0;
  let answer = () => {};
  let again = () => {};
  let isEnded = false;
  const asking = recurring(
    60_000,
    () => {
      asked += 1;
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    (_ms, run) => {
      again = run;
      return () => {
        isEnded = true;
      };
    },
  );
  expect(asked).toBe(1);
  again();
  expect(asked).toBe(1);
  answer();
  // Running work ends in a later tick.
  await nextTurn();
  again();
  expect(asked).toBe(2);

  let hasStopped = false;
  const stopped = asking.stop().then(() => {
    hasStopped = true;
  });
  expect([isEnded, hasStopped]).toEqual([true, false]);
  answer();
  await stopped;
});
