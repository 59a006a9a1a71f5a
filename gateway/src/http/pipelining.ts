import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { countRequest } from "./request-bytes.ts";

/**
 * Maximum number of pipelined requests that wait on one connection, and of the bytes in their heads and bodies. Browsers
 * and proxies do not pipeline. The waiting requests of all connections stay in memory, and each takes at least 5 kB.
 */
const MAX_PIPELINED = { requests: 4, bytes: 8 * 1024 };

/**
 * Makes the function that starts each request once the previous response on its connection is sent, so that pipelining
 * does not avoid the delay. A connection with too many waiting requests is closed.
 */
export function createPipelining(): (request: IncomingMessage, response: ServerResponse, start: () => void) => void {
  /** The waiting requests of each connection that has an open response. */
  const pipelined = new WeakMap<Socket, { start: () => void; bytes: number }[]>();
  return (request, response, start) => {
    const { socket } = request;
    // Node parses the rest of a piece that it has read, although the connection is closed.
    if (socket.destroyed) return;
    const waiting = pipelined.get(socket);
    const bytes = waiting ? countRequest(request) : 0;
    if (waiting && isTooMuch([...waiting, { bytes }])) {
      destroyWithoutStacks(socket);
      return;
    }
    response.once("close", () => {
      const next = pipelined.get(socket)?.shift();
      if (next && !socket.destroyed) next.start();
      else pipelined.delete(socket);
    });
    if (waiting) {
      waiting.push({ start, bytes });
    } else {
      pipelined.set(socket, []);
      start();
    }
  };
}

function isTooMuch(waiting: readonly { bytes: number }[]): boolean {
  const bytes = waiting.reduce((sum, request) => sum + request.bytes, 0);
  return waiting.length > MAX_PIPELINED.requests || bytes > MAX_PIPELINED.bytes;
}

const STACK_TRACE_LIMIT = Error.stackTraceLimit;

/**
 * Closes a connection on which thousands of requests may wait. Node makes an error for each of them, and their stacks
 * would take most of the time: 600 connections with 500 requests each held the site for five seconds.
 */
function destroyWithoutStacks(socket: Socket): void {
  socket.prependOnceListener("close", () => {
    Error.stackTraceLimit = 0;
  });
  socket.once("close", () => {
    Error.stackTraceLimit = STACK_TRACE_LIMIT;
  });
  socket.destroy();
}
