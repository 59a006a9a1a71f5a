import type { MiddlewareHandler } from "hono";

/** Gives every answer the headers that it does not have of its own. */
export function defaultHeaders(headers: Readonly<Record<string, string>>): MiddlewareHandler {
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  };
}
