import { beforeEach, expect, test, vi } from "vitest";
import { coalesce } from "./coalesce.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

test("many requests lead to one run, after a random pause", () => {
  const run = vi.fn();
  const early = coalesce(run, [100, 500], 1_000, () => 0);
  const late = coalesce(run, [100, 500], 1_000, () => 1);
  for (let at = 0; at < 50; at += 1) {
    early.schedule();
    late.schedule();
  }
  vi.advanceTimersByTime(100);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(400);
  expect(run).toHaveBeenCalledTimes(2);
});

test("two runs start at least a second apart, however often runs are requested", () => {
  const run = vi.fn();
  const work = coalesce(run, [100, 100], 1_000);
  for (let ms = 0; ms < 5_000; ms += 10) {
    work.schedule();
    vi.advanceTimersByTime(10);
  }
  expect(run).toHaveBeenCalledTimes(5);
});

test("a cancelled run does not start", () => {
  const run = vi.fn();
  const work = coalesce(run, [100, 100], 1_000);
  work.schedule();
  work.stop();
  vi.advanceTimersByTime(10_000);
  expect(run).not.toHaveBeenCalled();
});
