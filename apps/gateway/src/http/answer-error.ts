import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Logger } from "../log.ts";

/** Which protocol a path speaks; each words its errors in its provider's way. */
type Wire = "table" | "plain";

/**
 * Answers with an error in the shape that the path's own clients read.
 * Source of the shapes: PostgREST's errors for tables; a bare message elsewhere.
 */
export function answerError(c: Context, status: ContentfulStatusCode, code: string, message: string): Response {
  const body = wireOf(c.req.path) === "table" ? { code, message, details: null, hint: null } : { code, message };
  return c.json(body, status);
}

/** Logs an error that nobody foresaw, whole, and answers it plainly. */
export function answerUnknownError(c: Context, error: unknown, log: Logger): Response {
  if (error instanceof HTTPException) return answerError(c, error.status, "PGRST000", error.message);
  log.error({ err: error, method: c.req.method, path: c.req.path }, "a request failed unexpectedly");
  return answerError(c, 500, "XX000", "Something went wrong on our side.");
}

function wireOf(path: string): Wire {
  return path.startsWith("/rest/") ? "table" : "plain";
}
