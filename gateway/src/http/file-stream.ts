import type { FileHandle } from "node:fs/promises";

/** Bindings of a route that sends a file; `breakOff` ends the connection at once. */
export type FileEnvironment = { Bindings: { breakOff?: () => void } };

/** How much of a file is in memory for each client, in bytes. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Streams a part of an open file as a body. Each piece is read only when the client has read the piece before. The file
 * is closed when everything is sent or the client has disconnected.
 *
 * @param breakOff ends the connection. If the file became shorter, the client must not take the next response for the
 *   end of the file
 */
export function streamFile(
  file: FileHandle,
  { start, length }: { start: number; length: number },
  breakOff?: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const end = start + length;
  let at = start;
  let isCancelled = false;

  async function fail(controller: ReadableStreamDefaultController, cause?: unknown): Promise<void> {
    await file.close();
    if (isCancelled) return;
    if (breakOff) breakOff();
    else controller.error(new Error("The file ended early", { cause }));
  }

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const length = Math.min(CHUNK_BYTES, end - at);
          const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
          if (isCancelled) return;
          if (bytesRead === 0) return await fail(controller);
          at += bytesRead;
          controller.enqueue(buffer.subarray(0, bytesRead));
          if (at < end) return;
          await file.close();
          controller.close();
        } catch (error) {
          await fail(controller, error);
        }
      },
      async cancel() {
        isCancelled = true;
        await file.close();
      },
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  );
}
