import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { DataFileError } from "../data/data-file-error.ts";
import type { Logger } from "../lib/log.ts";
import { ProviderError } from "../lib/provider/provider-error.ts";
import { OverBudgetError } from "../lib/scheduler.ts";
import { pathForLog } from "./log-answer.ts";
import { storefrontErrors } from "./storefront-errors.ts";

/** Which protocol a path speaks; each words its errors in its provider's way. */
type Wire = "table" | "auth" | "storefront" | "music" | "mailing-list" | "page" | "plain";

/** When it may be tried again after nothing could be stored, in seconds. */
const STORE_AGAIN_SECONDS = 30;

/** Header by which a client of the auth interface asks for errors with a `code` in words. */
const AUTH_VERSION_HEADER = "X-Supabase-Api-Version";

/**
 * Answers with an error in the shape that the path's own clients read.
 * Source of the shapes: PostgREST's errors for tables, Supabase Auth's with and without its version header for
 * signing in, the Storefront API's for the store, Spotify's for albums, Mailchimp's for the mailing list; a sentence
 * for pages without script; a bare message elsewhere.
 */
export function answerError(c: Context, status: ContentfulStatusCode, code: string, message: string): Response {
  switch (wireOf(c.req.path)) {
    case "table":
      return c.json({ code, message, details: null, hint: null }, status);
    case "auth": {
      const version = c.req.header(AUTH_VERSION_HEADER);
      if (version === undefined) return c.json({ code: status, error_code: code, msg: message }, status);
      c.header(AUTH_VERSION_HEADER, version);
      return c.json({ code, message }, status);
    }
    case "storefront":
      return c.json(storefrontErrors(message, code.toUpperCase()), status);
    case "mailing-list":
      return c.json({ result: "error", msg: message }, status);
    case "music":
      return c.json({ error: { status, message } }, status);
    case "page":
      return c.text(message, status);
    case "plain":
      return c.json({ code, message }, status);
  }
}

/** Logs an error that nobody foresaw, whole, and answers it plainly; a provider's silence is answered as what it is. */
export function answerUnknownError(c: Context, error: unknown, log: Logger): Response {
  if (error instanceof ProviderError) return answerProviderError(c, error, log);
  if (error instanceof DataFileError) return answerDataFileError(c, error, log);
  if (error instanceof OverBudgetError) return answerOverBudget(c, error);
  log.error({ err: error, method: c.req.method, path: pathForLog(c.req.path) }, "a request failed unexpectedly");
  // A client gives its sign-in up for a 500, and waits and tries again after a 503.
  if (wireOf(c.req.path) === "auth")
    return answerError(c, 503, "unexpected_failure", "Something went wrong on our side.");
  return answerError(c, 500, "XX000", "Something went wrong on our side.");
}

function answerOverBudget(c: Context, { retryAfterSeconds }: OverBudgetError): Response {
  c.header("Retry-After", String(retryAfterSeconds));
  return answerError(c, 429, "over_request_rate_limit", "Too many costly requests. Please wait a moment.");
}

/** It passes: a client waits and tries again after a 503, and gives nothing up. */
function answerProviderError(c: Context, error: ProviderError, log: Logger): Response {
  const { failure, message, retryAfterSeconds } = error;
  // That nobody asks a provider which rests was told when it began.
  if (failure !== "resting") log.warn({ failure, path: pathForLog(c.req.path) }, message);
  c.header("Retry-After", String(retryAfterSeconds));
  // PostgREST's own code for a database that it cannot reach, and Supabase Auth's for trouble of its own.
  const code = wireOf(c.req.path) === "table" ? "PGRST001" : "unexpected_failure";
  return answerError(c, 503, code, "The service behind this does not answer just now. Please try again in a moment.");
}

/** A disk that is full has room again once the owner has seen to it: nothing was stored, and it may be sent again. */
function answerDataFileError(c: Context, error: DataFileError, log: Logger): Response {
  const { method } = c.req;
  log.error({ err: error, reason: error.reason, method, path: pathForLog(c.req.path) }, "nothing could be stored");
  c.header("Retry-After", String(STORE_AGAIN_SECONDS));
  // PostgreSQL's own code for trouble of its disk.
  const code = wireOf(c.req.path) === "table" ? "58030" : "unexpected_failure";
  return answerError(c, 503, code, "Nothing could be stored just now. Please try again in a moment.");
}

function wireOf(path: string): Wire {
  if (path.startsWith("/rest/")) return "table";
  if (path.startsWith("/auth/")) return "auth";
  if (path.startsWith("/api/")) return "storefront";
  if (path.startsWith("/spotify/")) return "music";
  if (path.startsWith("/mailing-list/")) return "mailing-list";
  return path.startsWith("/checkout/") || /^\/(unsubscribe|confirm)(\/|$)/.test(path) ? "page" : "plain";
}
