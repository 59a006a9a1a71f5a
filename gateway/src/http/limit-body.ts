import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

/**
 * Rejects bodies that are too large. If a body states its length, the gateway does not read it. Node discards it and
 * handles the next request on the connection as usual. Behind a proxy, the next request may be another visitor's.
 *
 * @param maxSize in bytes
 * @param reject makes the response, 413
 */
export function limitBody(maxSize: number, reject: (c: Context) => Response | Promise<Response>): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize,
    onError: (c) => {
      // The length is unknown, so the connection has to close.
      c.header("Connection", "close");
      return reject(c);
    },
  });
  return async (c, next) => {
    const length = c.req.header("Transfer-Encoding") === undefined ? c.req.header("Content-Length") : undefined;
    if (length === undefined) return limit(c, next);
    // Node ends a body at its stated length. Hono's limit would begin to read it, and if the route then responds without
    // it, the rest would stay on the connection and hold up the next request.
    return Number(length) > maxSize ? reject(c) : next();
  };
}
