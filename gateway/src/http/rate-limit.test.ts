import { expect, it } from "vitest";
import { createRateLimit } from "./rate-limit.ts";

it("calls empty a bucket and time refills it, for each key separately", () => {
  let now = 0;
  const limit = createRateLimit({ burst: 2, perSecond: 0.5 }, () => now);
  expect([limit("a"), limit("a"), limit("a")]).toEqual([
    { ok: true },
    { ok: true },
    { ok: false, retryAfterSeconds: 2 },
  ]);
  expect(limit("b")).toEqual({ ok: true });
  now = 1_000;
  expect(limit("a")).toEqual({ ok: false, retryAfterSeconds: 1 });
  now = 2_000;
  expect(limit("a")).toEqual({ ok: true });
  expect(limit("a").ok).toBe(false);
});

it("a bucket never holds more than its burst", () => {
  let now = 0;
  const limit = createRateLimit({ burst: 2, perSecond: 10 }, () => now);
  limit("a");
  now = 3_600_000;
  expect([limit("a").ok, limit("a").ok, limit("a").ok]).toEqual([true, true, false]);
});

it("a check whether a call is allowed does not count as a call", () => {
  let now = 0;
  const limit = createRateLimit({ burst: 1, perSecond: 1 }, () => now);
  expect([limit.hasLeft("a"), limit.hasLeft("a"), limit("a").ok, limit.hasLeft("a")]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  now = 1_000;
  expect(limit.hasLeft("a")).toBe(true);
});

it("a removed key has its whole burst again", () => {
  const limit = createRateLimit({ burst: 1, perSecond: 0.001 }, () => 0);
  limit("a");
  limit.forget("a");
  expect([limit("a").ok, limit("a").ok]).toEqual([true, false]);
});

it("an amount that is known only afterwards may make the bucket negative, and it refills before the next call", () => {
  let now = 0;
  const limit = createRateLimit({ burst: 100, perSecond: 10 }, () => now);
  limit.spend("a", 130);
  expect([limit.check("a"), limit("a"), limit.check("b")]).toEqual([
    { ok: false, retryAfterSeconds: 4 },
    { ok: false, retryAfterSeconds: 4 },
    { ok: true },
  ]);
  now = 3_100;
  expect([limit.check("a"), limit("a").ok, limit("a").ok]).toEqual([{ ok: true }, true, false]);
});

it("many addresses use limited memory, because the least recently used key is dropped first", () => {
  const limit = createRateLimit({ burst: 1, perSecond: 0.001 }, () => 0);
  limit("early");
  for (let count = 0; count < 49_999; count += 1) limit(`other ${count}`);
  expect(limit("early").ok).toBe(false);
  for (let count = 0; count < 50_000; count += 1) limit(`more ${count}`);
  expect(limit("early").ok).toBe(true);
});
