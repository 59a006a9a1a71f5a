import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";

// Testing Library advances fake timers while it waits, if it finds this name.
vi.stubGlobal("jest", { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });

// On a busy machine even a cached module takes a while.
configure({ asyncUtilTimeout: 5_000 });

beforeEach(() => {
  // A console message is either a mistake or expected by its test.
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  const noise = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls];
  vi.restoreAllMocks();
  expect(noise).toEqual([]);
});
