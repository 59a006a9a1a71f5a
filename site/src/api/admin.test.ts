import { beforeEach, describe, expect, test, vi } from "vitest";
import { callAdmin } from "./admin.ts";

describe("a call with a signal", () => {
  const timeout = new AbortController();

  beforeEach(() => {
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(timeout.signal);
    vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => {
      signal.throwIfAborted();
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    });
  });

  test("ends when the caller aborts it", async () => {
    const caller = new AbortController();
    const call = callAdmin("sessions", "token", { signal: caller.signal });
    caller.abort(new Error("aborted"));
    await expect(call).rejects.toThrow("aborted");
  });

  test("is not sent if it was aborted before", async () => {
    const call = callAdmin("sessions", "token", { signal: AbortSignal.abort(new Error("aborted")) });
    await expect(call).rejects.toThrow("aborted");
  });

  test("ends at the timeout", async () => {
    const call = callAdmin("sessions", "token", { signal: new AbortController().signal });
    timeout.abort(new Error("too late"));
    await expect(call).rejects.toThrow("too late");
  });
});
