import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Logger } from "../lib/log.ts";
import { OverBudgetError } from "../lib/scheduler.ts";
import { UnavailableError } from "../lib/unavailable-error.ts";
import { pathForLog } from "./log-response.ts";

/** The shape of errors in one protocol. Each service passes the shape of its provider's errors. */
export type ErrorShape = {
  respond: (c: Context, status: ContentfulStatusCode, code: string, message: string) => Response;
  /** Status and code of an unexpected error; by default 500 and `XX000`. */
  unexpected?: { status: ContentfulStatusCode; code: string };
  /** Codes of a 503; by default `unexpected_failure`. */
  unavailable?: Partial<Record<UnavailableError["part"], string>>;
  /** Code of a 413; by default `validation_failed`. */
  bodyTooLarge?: string;
};

const PLAIN: ErrorShape = { respond: (c, status, code, message) => c.json({ code, message }, status) };

/** Errors as plain text, for pages that a person reads. */
export const TEXT_ERRORS: ErrorShape = { respond: (c, status, _code, message) => c.text(message, status) };

/** Gives every error below a path the shape of one service. Register it before limits and routes. */
export function shapeErrors(shape: ErrorShape): MiddlewareHandler {
  return (c, next) => {
    c.set("errorShape", shape);
    return next();
  };
}

function shapeOf(c: Context): ErrorShape {
  const shape: ErrorShape | undefined = c.get("errorShape");
  return shape ?? PLAIN;
}

/** Responds with an error in the shape that the path's own clients read. */
export function respondWithError(c: Context, status: ContentfulStatusCode, code: string, message: string): Response {
  return shapeOf(c).respond(c, status, code, message);
}

/** Responds to a body that is larger than its route accepts. */
export function respondBodyTooLarge(c: Context, maxBytes: number): Response {
  const code = shapeOf(c).bodyTooLarge ?? "validation_failed";
  return respondWithError(c, 413, code, `A body may have ${maxBytes} bytes at most.`);
}

/** Logs an error that no route handled, and responds without its details. */
export function respondToUnhandledError(c: Context, error: unknown, log: Logger): Response {
  if (error instanceof UnavailableError) return respondUnavailable(c, error, log);
  if (error instanceof OverBudgetError) {
    c.header("Retry-After", String(error.retryAfterSeconds));
    const message = "Too many costly requests. Please wait a moment.";
    return respondWithError(c, 429, "over_request_rate_limit", message);
  }
  log.error({ err: error, method: c.req.method, path: pathForLog(c.req.path) }, "a request failed unexpectedly");
  const { status, code } = shapeOf(c).unexpected ?? { status: 500, code: "XX000" };
  return respondWithError(c, status, code, "Something went wrong on our side.");
}

/** A client waits after a 503 and sends the request again. */
function respondUnavailable(c: Context, error: UnavailableError, log: Logger): Response {
  const { part, logged, retryAfterSeconds } = error;
  const path = pathForLog(c.req.path);
  if (part === "storage") log.error({ ...logged, err: error, method: c.req.method, path }, "nothing could be stored");
  else if (logged) log.warn({ ...logged, path }, error.message);
  c.header("Retry-After", String(retryAfterSeconds));
  const message =
    part === "storage"
      ? "Nothing could be stored just now. Please try again in a moment."
      : "The service behind this does not answer just now. Please try again in a moment.";
  return respondWithError(c, 503, shapeOf(c).unavailable?.[part] ?? "unexpected_failure", message);
}
