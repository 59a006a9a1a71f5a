import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

/**
 * Refuses bodies beyond a size. One that tells its length is not even begun: what is left of it is thrown away by Node,
 * and the next request on the same connection, which behind a proxy may be somebody else's, is answered as ever.
 *
 * @param maxSize in bytes
 * @param refuse what such a request is answered with, 413
 */
export function limitBody(maxSize: number, refuse: (c: Context) => Response | Promise<Response>): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize,
    onError: (c) => {
      // Nobody knows how much of it is still to come, and the connection is closed soon.
      c.header("Connection", "close");
      return refuse(c);
    },
  });
  return async (c, next) => {
    const length = c.req.header("Transfer-Encoding") === undefined ? c.req.header("Content-Length") : undefined;
    return Number(length ?? 0) > maxSize ? refuse(c) : limit(c, next);
  };
}
