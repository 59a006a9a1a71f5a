import type { MiddlewareHandler } from "hono";

/** Adds headers to every response that does not set them itself. */
export function defaultHeaders(headers: Readonly<Record<string, string>>): MiddlewareHandler {
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  };
}
