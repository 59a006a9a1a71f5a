import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";

// If Testing Library finds this name, it advances fake timers while it waits.
vi.stubGlobal("jest", { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });

// On a busy machine, even a cached module takes a while.
configure({ asyncUtilTimeout: 5_000 });

const METHODS = ["error", "warn"] as const;

beforeEach(() => {
  for (const method of METHODS) vi.spyOn(console, method);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  // A console message is a mistake, unless its test expects it and mocks the method.
  const spies = METHODS.map((method) => vi.mocked(console[method]));
  const noise = spies.flatMap((spy) => (spy.getMockImplementation() === undefined ? spy.mock.calls : []));
  vi.restoreAllMocks();
  expect(noise).toEqual([]);
});
