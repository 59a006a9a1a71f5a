import { vi } from "vitest";

/** Fakes `fetch` so that every timeout passes first; without a timeout it returns this response. */
export function answersTooLate(answer: () => Response): void {
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    return answer();
  });
}
