import { CHUNK_TIMEOUT_MS } from "@porchlight/protocol/limits.ts";

/** A script chunk that did not arrive: the network failed, the file is gone, or it took too long. */
export class ChunkLoadError extends Error {
  override name = "ChunkLoadError";
}

/**
 * Runs a dynamic import with the time limit that docs/product.md §8 names.
 *
 * @throws {ChunkLoadError} with the reason as its cause
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer after ${CHUNK_TIMEOUT_MS} ms`)), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    throw new ChunkLoadError("Part of this page did not load", { cause });
  } finally {
    clearTimeout(timer);
  }
}
