import { beforeEach, describe, expect, test, vi } from "vitest";
import { callAdmin } from "./admin.ts";

describe("a call that its reader may give up", () => {
  const late = new AbortController();

  beforeEach(() => {
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(late.signal);
    vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => {
      signal.throwIfAborted();
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    });
  });

  test("ends when it is given up", async () => {
    const reader = new AbortController();
    const call = callAdmin("sessions", "token", { signal: reader.signal });
    reader.abort(new Error("given up"));
    await expect(call).rejects.toThrow("given up");
  });

  test("is not made when it was given up before", async () => {
    const call = callAdmin("sessions", "token", { signal: AbortSignal.abort(new Error("given up")) });
    await expect(call).rejects.toThrow("given up");
  });

  test("ends when it takes too long", async () => {
    const call = callAdmin("sessions", "token", { signal: new AbortController().signal });
    late.abort(new Error("too late"));
    await expect(call).rejects.toThrow("too late");
  });
});
