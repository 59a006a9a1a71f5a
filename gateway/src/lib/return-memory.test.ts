import { memoryUsage } from "node:process";
import { setImmediate } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { createMemoryReturn, returnMemory } from "./return-memory.ts";

const MEGABYTE = 2 ** 20;

it("returns the memory of garbage, and leaves memory that is in use", async () => {
  const used = Array.from({ length: 1_000 }, (_, at) => `used ${at}`);
  // Enough to survive the collections of the young generation.
  let garbage: unknown[] | undefined = Array.from({ length: 400_000 }, (_, at) => ({ at, text: `garbage ${at}` }));
  const before = memoryUsage().heapUsed;
  expect(garbage.length).toBe(400_000);
  garbage = undefined;
  await setImmediate();
  returnMemory();
  expect(before - memoryUsage().heapUsed).toBeGreaterThan(10 * MEGABYTE);
  expect(used[999]).toBe("used 999");
  expect("gc" in globalThis).toBe(false);
});

it("collects at first, and then after each growth that is worth a pause", () => {
  let resident = 120 * MEGABYTE;
  const collect = vi.fn(() => {
    resident -= 5 * MEGABYTE;
  });
  const returnWhenGrown = createMemoryReturn(() => resident, collect);
  returnWhenGrown();
  expect(collect).toHaveBeenCalledTimes(1);
  resident += 2 * MEGABYTE;
  returnWhenGrown();
  expect(collect).toHaveBeenCalledTimes(1);
  resident += 4 * MEGABYTE;
  returnWhenGrown();
  returnWhenGrown();
  expect(collect).toHaveBeenCalledTimes(2);
});
