/** A body was longer than its reader takes. */
export class BodyTooLongError extends Error {
  override readonly name = "BodyTooLongError";
}

/**
 * Reads a whole answer into memory, up to a size.
 *
 * @throws {BodyTooLongError} when it is longer; what is left of it is not read
 */
export async function readAtMost(response: Response, mostBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw new BodyTooLongError(`The answer is longer than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
