import type { IncomingMessage } from "node:http";
import { MAX_BODY_BYTES } from "./request-limits.ts";

/** Reading stops at this size, in bytes. Every service rejects a body of this size by its own limit. */
const MAX_BYTES = MAX_BODY_BYTES + 1;
/** Maximum number of chunks of a body. Proxies and slow networks pass on a kilobyte or more at a time. */
const MAX_CHUNKS = 512;

/** Whether a request has a body whose length it does not state. */
export function isChunked({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined;
}

/**
 * Reads a body that comes in chunks, before the routes get the request. A chunk may be a single byte. If a route read
 * the chunks from its stream, that would take a hundred times longer. Unread chunks take 200 times more memory than
 * their bytes.
 *
 * @param onRead gets the body, or only its beginning if the body is larger than any service accepts
 * @param onTooMany is called instead of `onRead` for a body of too many chunks
 */
export function readChunked(request: IncomingMessage, onRead: (body: Buffer) => void, onTooMany: () => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let isDone = false;
  function finish(report: () => void): void {
    if (isDone) return;
    isDone = true;
    report();
  }
  // A client that disconnects before its whole body has arrived gets no response.
  request.on("error", () => {});
  // The listener stays after the end. It drops later chunks, which would be stored otherwise.
  request.on("data", (chunk: Buffer) => {
    if (isDone) return;
    chunks.push(chunk);
    size += chunk.length;
    if (chunks.length > MAX_CHUNKS) finish(onTooMany);
    else if (size >= MAX_BYTES) finish(() => onRead(Buffer.concat(chunks)));
  });
  request.on("end", () => finish(() => onRead(Buffer.concat(chunks))));
}
