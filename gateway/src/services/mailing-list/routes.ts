import {
  isCallbackName,
  MAILING_LIST_MESSAGES,
  type MailingListResponse,
  type MailingListSignUp,
} from "@porchlight/protocol/mailing-list.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { type Context, Hono } from "hono";
import type { ErrorShape } from "../../http/error-response.ts";
import { isFromOwnPage } from "../../http/from-own-page.ts";
import type { SignUpLimit } from "../../http/sign-up-limit.ts";
import { ProviderError } from "../../lib/provider/provider-error.ts";
import type { Client } from "../shared/caller.ts";
import { MailingListError, type MailingListLog, type MailingListService } from "./contract.ts";

export type MailingListRoutesOptions = {
  /** Limits sign-ups by client and email; undefined when limits are off. */
  limit?: SignUpLimit | undefined;
  /** Address of the site. */
  publicUrl: string;
  log: MailingListLog;
};

/** Variables of the request context that the gateway sets before these routes. */
type Variables = { Variables: { client: Client } };

/** Errors from rate limits and from paths that no route handles. */
export const MAILING_LIST_ERRORS: ErrorShape = {
  respond: (c, status, _code, message) => c.json({ result: "error", msg: message }, status),
};

const PARAMETERS = new Set(["EMAIL", "FNAME", "LNAME", "c"]);

/**
 * Routes of the mailing list, mounted at `/mailing-list`.
 *
 * In Mailchimp's protocol, a GET stores a sign-up. So we accept it from a browser only if a form of this site sent it,
 * not for a picture or link on another page or a typed or prefetched address. Other clients are accepted.
 * Source: W3C, Fetch Metadata Request Headers.
 */
export function createMailingListRoutes(
  list: MailingListService,
  { limit, publicUrl, log }: MailingListRoutesOptions,
): Hono<Variables> {
  const routes = new Hono<Variables>();

  routes.get("/subscribe/post-json", async (c) => {
    c.header("Cache-Control", "no-store");
    c.header("X-Content-Type-Options", "nosniff");
    // A HEAD request must store nothing.
    if (c.req.method === "HEAD") return c.body(null, 405, { Allow: "GET" });

    const { signUp, problem, callback } = parseSignUp(new URL(c.req.url).search.slice(1));
    const respond = (status: Status, result: MailingListResponse["result"], msg: string) =>
      respondWith(c, status, { result, msg }, callback);

    if (problem !== undefined) return respond(400, "error", problem);
    if (!isFromOurForm(c, publicUrl)) return respond(403, "error", MAILING_LIST_MESSAGES.fromElsewhere);
    const result = limit?.(c.get("client").key, signUp.EMAIL) ?? { ok: true };
    if (!result.ok) {
      c.header("Retry-After", String(result.retryAfterSeconds));
      return respond(429, "error", MAILING_LIST_MESSAGES.tooMany);
    }
    try {
      const { result, msg } = await list.subscribe(signUp);
      return respond(200, result, msg);
    } catch (error) {
      if (error instanceof ProviderError) c.header("Retry-After", String(error.retryAfterSeconds));
      else if (!(error instanceof MailingListError)) throw error;
      log.warn({ reason: error.message }, "the mailing list's provider did not accept a sign-up");
      return respond(502, "error", MESSAGES.unexpected);
    }
  });

  return routes;
}

/** Whether a form of this site sent the request, as far as its headers say. */
function isFromOurForm({ req }: Context, publicUrl: string): boolean {
  const purpose = req.header("Sec-Purpose") ?? req.header("Purpose") ?? "";
  return isFromOwnPage(req, publicUrl) && !purpose.startsWith("prefetch");
}

type ParsedSignUp = { signUp: MailingListSignUp; problem: string | undefined; callback: string | undefined };

/** Parses the query. Ignores the ids of Mailchimp's lists and the other fields of its forms. */
function parseSignUp(query: string): ParsedSignUp {
  const values = new Map<string, string>();
  let problem: string | undefined;
  for (const pair of query.split("&")) {
    const [name = "", ...rest] = pair.split("=");
    if (!PARAMETERS.has(name)) continue;
    const value = decode(rest.join("="));
    if (values.has(name)) problem ??= `${name} was sent twice.`;
    else if (value === undefined) problem ??= `A percent sign in ${name} cannot be decoded.`;
    else values.set(name, value);
  }
  let callback = values.get("c");
  if (callback !== undefined && !isCallbackName(callback)) {
    callback = undefined;
    problem ??= "c must be the name of a function: letters, digits, _ and $, 64 at most.";
  }
  const [EMAIL = "", FNAME = "", LNAME = ""] = [values.get("EMAIL"), values.get("FNAME"), values.get("LNAME")];
  return { signUp: { EMAIL, FNAME, LNAME }, problem, callback };
}

/** Decodes a value of a form's query; undefined when it is malformed. */
function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

type Status = 200 | 400 | 403 | 429 | 502;

/**
 * Responds with a call of the client's callback, or with plain JSON if there is none. A call always has status 200,
 * because browsers do not run a script with another status, and the page would wait until a timeout.
 */
function respondWith(c: Context, status: Status, body: MailingListResponse, callback?: string): Response {
  if (callback === undefined) return c.json(body, status);
  return c.body(`${callback}(${toScriptJson(body)})`, 200, {
    "Content-Type": "application/javascript; charset=utf-8",
  });
}

/** JSON that is safe inside a script. Escapes two line separators of scripts, and `<`, which may end one. */
function toScriptJson(body: MailingListResponse): string {
  return JSON.stringify(body)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
