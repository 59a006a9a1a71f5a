import { vi } from "vitest";

/** Fakes `fetch`: a request with a timeout times out, and a request without one gets this response. */
export function answersTooLate(answer: () => Response): void {
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    return answer();
  });
}
