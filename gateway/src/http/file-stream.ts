import type { FileHandle } from "node:fs/promises";

/** The client of a route that sends a file. */
type Reader = {
  /** Ends the connection at once. */
  breakOff?: () => void;
  /** Counts bytes that the client has not read yet. @returns a function to call when it has read them */
  holdUnread?: (bytes: number) => () => void;
};

/** Bindings of a route that sends a file. */
export type FileEnvironment = { Bindings: Reader };

/** How much of a file is in memory for each client, in bytes. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Streams a part of an open file as a body. Each piece is read only when the client has read the previous one. The file
 * is closed when everything is sent or the client has disconnected.
 *
 * @param reader its connection is ended when a file became shorter: the client must not read the next response as the
 *   end of the file
 */
export function streamFile(
  file: FileHandle,
  { start, length }: { start: number; length: number },
  { breakOff, holdUnread }: Reader = {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const end = start + length;
  let at = start;
  let isCancelled = false;
  let releaseLast: (() => void) | undefined;

  async function fail(controller: ReadableStreamDefaultController, cause?: unknown): Promise<void> {
    await file.close();
    if (isCancelled) return;
    if (breakOff) breakOff();
    else controller.error(new Error("The file ended early", { cause }));
  }

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        releaseLast?.();
        releaseLast = undefined;
        try {
          const length = Math.min(CHUNK_BYTES, end - at);
          const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
          if (isCancelled) return;
          if (bytesRead === 0) return await fail(controller);
          at += bytesRead;
          controller.enqueue(buffer.subarray(0, bytesRead));
          if (at < end) {
            releaseLast = holdUnread?.(bytesRead);
            return;
          }
          await file.close();
          controller.close();
        } catch (error) {
          await fail(controller, error);
        }
      },
      async cancel() {
        isCancelled = true;
        releaseLast?.();
        await file.close();
      },
    },
    // Reads nothing in advance.
    { highWaterMark: 0 },
  );
}
