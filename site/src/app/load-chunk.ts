import { CHUNK_TIMEOUT_MS } from "@porchlight/protocol/limits.ts";

/** A script chunk that did not arrive: the network failed, the file is gone, or it took too long. */
export class ChunkLoadError extends Error {
  override name = "ChunkLoadError";
  /** Whether it took too long, so that the request may still be waiting. */
  readonly isLate: boolean;

  constructor(message: string, isLate: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isLate = isLate;
  }
}

/**
 * Runs a dynamic import with the time limit that docs/product.md §8 names.
 *
 * @throws {ChunkLoadError} with the reason as its cause
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const tooLate = new ChunkLoadError(`Part of this page did not load within ${CHUNK_TIMEOUT_MS} ms`, true);
    timer = setTimeout(() => reject(tooLate), CHUNK_TIMEOUT_MS);
  });
  const loaded = load().catch((cause: unknown) => {
    throw new ChunkLoadError("Part of this page did not load", false, { cause });
  });
  try {
    return await Promise.race([loaded, late]);
  } finally {
    clearTimeout(timer);
  }
}
