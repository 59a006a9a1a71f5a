import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";

// Testing Library turns a test's own clock while it waits, once it recognises it; it looks for this name.
vi.stubGlobal("jest", { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });

// On a busy machine even a module that is there already takes its time.
configure({ asyncUtilTimeout: 5_000 });

beforeEach(() => {
  // Whatever is noted on the console is either a mistake or expected by its test.
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
