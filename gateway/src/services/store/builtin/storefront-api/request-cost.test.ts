import { expect, test } from "vitest";
import { createCosts } from "./request-cost.ts";

const refused = (code: string) => expect.objectContaining({ extensions: { code } });

test("a request may resolve half a million fields, and not one more", () => {
  const cost = createCosts().begin();
  cost.add(500_000);
  expect(() => cost.add(1)).toThrow(refused("MAX_COST_EXCEEDED"));
});

test("the cost of long text grows with its length", () => {
  const cost = createCosts().begin();
  const text = "x".repeat(50_000);
  expect(cost.addText(text)).toBe(text);
  expect(() => {
    for (let times = 0; times < 1_000; times += 1) cost.addText(text);
  }).toThrow(refused("MAX_COST_EXCEEDED"));
});

test("four heavy requests run at the same time; a fifth is throttled, and light ones never are", () => {
  const costs = createCosts();
  const heavy = Array.from({ length: 4 }, () => costs.begin());
  for (const cost of heavy) cost.add(200_000);
  const fifth = costs.begin();
  fifth.add(99_999);
  expect(() => fifth.add(1)).toThrow(refused("THROTTLED"));
  fifth.end();
  heavy[0]?.end();
  heavy[0]?.end();
  costs.begin().add(100_000);
  expect(() => costs.begin().add(100_000)).toThrow(refused("THROTTLED"));
});

test("after the end of a request, its further work is rejected and no longer counts", () => {
  const costs = createCosts();
  for (let times = 0; times < 5; times += 1) {
    const cost = costs.begin();
    cost.add(60_000);
    cost.end();
    expect(() => cost.check()).toThrow(refused("MAX_COST_EXCEEDED"));
    expect(() => cost.add(60_000)).toThrow(refused("MAX_COST_EXCEEDED"));
  }
  expect(() => costs.begin().add(100_000)).not.toThrow();
});
