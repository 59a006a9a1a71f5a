import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { wheneverIdle, whenIdle } from "./when-idle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("work waits while the process is busy, and runs once when it is idle", () => {
  const shares = [0.9, 0.11, 0.1, 0];
  const done = vi.fn();
  whenIdle(done, () => shares.shift() ?? 1);
  vi.advanceTimersByTime(4_000);
  expect(done).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(done).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10_000);
  expect(done).toHaveBeenCalledOnce();
});

it("repeated work runs after every idle span until it is cancelled", () => {
  const shares = [0, 0.9, 0.1];
  const done = vi.fn();
  const cancel = wheneverIdle(done, () => shares.shift() ?? 0);
  vi.advanceTimersByTime(6_000);
  expect(done).toHaveBeenCalledTimes(2);
  cancel();
  vi.advanceTimersByTime(6_000);
  expect(done).toHaveBeenCalledTimes(2);
});

it("work does not run after it was cancelled", () => {
  const done = vi.fn();
  whenIdle(done, () => 0)();
  vi.advanceTimersByTime(10_000);
  expect(done).not.toHaveBeenCalled();
});
