import { vi } from "vitest";

/** Answers `fetch` after every time limit: with this where none is set, else with its end. */
export function answersTooLate(answer: () => Response): void {
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    return answer();
  });
}
