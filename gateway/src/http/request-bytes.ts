import type { IncomingMessage, ServerResponse } from "node:http";
import { isChunked } from "./chunked-body.ts";
import { createHeldBytes } from "./held-bytes.ts";
import { MAX_BODY_BYTES } from "./request-limits.ts";

/**
 * Maximum number of bytes in the bodies of all open requests. Beyond it, the gateway aborts requests of the client
 * whose bodies are the largest. A body may take half a minute to arrive, and stays in memory until its response is
 * sent.
 */
const MAX_TOTAL_BYTES = 32 * 1024 * 1024;

/** How many bytes of a body may be in memory: its stated length, but no more than the gateway reads. */
function countBody(request: IncomingMessage): number {
  if (isChunked(request)) return MAX_BODY_BYTES;
  return Math.min(Number(request.headers["content-length"] ?? 0), MAX_BODY_BYTES);
}

/** Counts the bytes of a waiting request: its head, which takes much more memory than most bodies, and its body. */
export function countRequest(request: IncomingMessage): number {
  const { rawHeaders, url = "" } = request;
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length) + countBody(request);
}

/** Bounds the bodies of all open requests together. Call the function with each request and its client. */
export function createBodyBytes(): (request: IncomingMessage, response: ServerResponse, client: string) => void {
  const held = createHeldBytes({ own: MAX_TOTAL_BYTES, total: MAX_TOTAL_BYTES });
  return (request, response, client) => {
    const bytes = countBody(request);
    if (bytes === 0) return;
    response.once("close", held.add({ client, bytes, breakOff: () => request.socket.resetAndDestroy() }));
  };
}
