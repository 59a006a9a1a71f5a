/** A body is longer than its reader accepts. */
export class BodyTooLongError extends Error {
  override readonly name = "BodyTooLongError";
}

/** Minimum size that a chunk counts as, in bytes: even a short chunk takes that much memory and time. */
const CHUNK_BYTES = 64;

/**
 * Reads the body of a response into memory, up to a size. A body in millions of short chunks counts as longer.
 *
 * @param onBytes gets the number of bytes so far. If it throws, nothing more is read.
 * @throws {BodyTooLongError} when it is longer; the rest is not read
 */
export async function readAtMost(
  response: Response,
  maxBytes: number,
  onBytes?: (bytes: number) => void,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let counted = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    counted += Math.max(chunk.length, CHUNK_BYTES);
    if (counted > maxBytes) throw new BodyTooLongError(`The response is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
    onBytes?.(size);
  }
  return Buffer.concat(chunks);
}

/**
 * A `fetch` for libraries that read responses of any length by themselves: it reads the body, up to a size. Redirects
 * are not followed.
 */
export function fetchAtMost(maxBytes: number): typeof globalThis.fetch {
  return async (url, init) => {
    const response = await fetch(url, { ...init, redirect: "manual" });
    const body = await readAtMost(response, maxBytes);
    // Some statuses may have no body, not even an empty one.
    return new Response(body.length > 0 ? body : null, response);
  };
}
