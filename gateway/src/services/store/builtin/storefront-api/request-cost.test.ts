import { expect, test } from "vitest";
import { createCosts } from "./request-cost.ts";

const refused = (code: string) => expect.objectContaining({ extensions: { code } });

test("a request may resolve half a million fields, but not one more", () => {
  const cost = createCosts().begin("ann");
  cost.add(500_000);
  expect(() => cost.add(1)).toThrow(refused("MAX_COST_EXCEEDED"));
});

test("the cost of long text grows with its length", () => {
  const cost = createCosts().begin("ann");
  const text = "x".repeat(50_000);
  expect(cost.addText(text)).toBe(text);
  expect(() => {
    for (let times = 0; times < 1_000; times += 1) cost.addText(text);
  }).toThrow(refused("MAX_COST_EXCEEDED"));
});

test("four long requests run at the same time; a fifth waits for a place, and short ones do not wait", async () => {
  const costs = createCosts();
  const long = Array.from({ length: 4 }, () => costs.begin("flood"));
  for (const cost of long) cost.add(200_000);
  expect(long.map((cost) => cost.place())).toEqual([undefined, undefined, undefined, undefined]);
  const fifth = costs.begin("flood");
  fifth.add(4_999);
  expect(fifth.place()).toBeUndefined();
  fifth.add(1);
  const place = fifth.place();
  expect(place).toBeInstanceOf(Promise);
  const short = costs.begin("ann");
  short.add(4_999);
  expect(short.place()).toBeUndefined();
  long[0]?.end();
  long[0]?.end();
  await place;
  expect(fifth.place()).toBeUndefined();
});

test("a hundred long requests wait for a place; beyond that, the client with the most is rejected", async () => {
  const costs = createCosts();
  const begin = (client: string) => {
    const cost = costs.begin(client);
    cost.add(200_000);
    return cost;
  };
  const flood = Array.from({ length: 104 }, () => begin("flood"));
  const ann = begin("ann");
  await expect(flood.at(-1)?.place()).rejects.toEqual(refused("THROTTLED"));
  expect([...flood, ann].filter((cost) => cost.isCrowdedOut)).toEqual([flood.at(-1)]);
  expect(() => flood.at(-1)?.check()).toThrow(refused("THROTTLED"));
  flood[0]?.end();
  flood[1]?.end();
  await ann.place();
});

test("a request whose client has disconnected stops waiting, so that another one can wait, and gets no place", async () => {
  const costs = createCosts();
  const lost = new AbortController();
  const begin = (client: string, gone?: AbortSignal) => {
    const cost = costs.begin(client, undefined, gone);
    cost.add(200_000);
    return cost;
  };
  const running = Array.from({ length: 4 }, () => begin("flood"));
  const waiting = Array.from({ length: 100 }, () => begin("flood", lost.signal));
  lost.abort();
  for (const cost of waiting) await expect(cost.place()).rejects.toEqual(refused("THROTTLED"));
  const ann = begin("ann");
  running[0]?.end();
  await ann.place();
  expect([...waiting, ann].filter((cost) => cost.isCrowdedOut)).toEqual([]);
  expect(() => begin("flood", lost.signal)).toThrow(refused("THROTTLED"));
});

test("all running requests without a place may together resolve a million fields", () => {
  const costs = createCosts();
  const running = Array.from({ length: 250 }, (_, at) => costs.begin(`client ${at}`));
  for (const cost of running) cost.add(4_000);
  const next = costs.begin("ann");
  expect(() => next.add(1)).toThrow(refused("THROTTLED"));
  expect(next.isCrowdedOut).toBe(true);
  next.end();
  running[0]?.end();
  expect(() => costs.begin("ann").add(4_000)).not.toThrow();
});

test("after a request has ended, its remaining work is rejected and does not count", () => {
  const costs = createCosts();
  for (let times = 0; times < 5; times += 1) {
    const cost = costs.begin("ann");
    cost.add(60_000);
    cost.end();
    expect(() => cost.check()).toThrow(refused("MAX_COST_EXCEEDED"));
    expect(() => cost.add(60_000)).toThrow(refused("MAX_COST_EXCEEDED"));
  }
  const next = costs.begin("ann");
  next.add(60_000);
  expect(next.place()).toBeUndefined();
});
