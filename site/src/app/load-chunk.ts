import { CHUNK_TIMEOUT_MS } from "@porchlight/protocol/limits.ts";

/** A script chunk that did not load: the network failed, the file is missing, or it took too long. */
export class ChunkLoadError extends Error {
  override name = "ChunkLoadError";
  /** Whether it took too long. In that case the request may still be running. */
  readonly isLate: boolean;

  constructor(message: string, isLate: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isLate = isLate;
  }
}

/**
 * Runs a dynamic import with a timeout. Source: docs/product.md §8.
 *
 * @throws {ChunkLoadError}
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
