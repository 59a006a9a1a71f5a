import { expect, test, vi } from "vitest";
import { ChunkLoadError, loadChunk } from "./load-chunk.ts";

test("a chunk that loads is returned", async () => {
  expect(await loadChunk(async () => "module")).toBe("module");
});

test("a chunk that fails causes a ChunkLoadError with its cause", async () => {
  const cause = new TypeError("Failed to fetch");
  await expect(loadChunk(() => Promise.reject(cause))).rejects.toMatchObject({
    name: "ChunkLoadError",
    isLate: false,
    cause,
  });
});

test("a chunk counts as failed only after 120000 ms", async () => {
  vi.useFakeTimers();
  const failed = vi.fn();
  loadChunk(() => new Promise(() => {})).catch(failed);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledWith(expect.any(ChunkLoadError));
  expect(failed.mock.calls[0]?.[0].isLate).toBe(true);
});
