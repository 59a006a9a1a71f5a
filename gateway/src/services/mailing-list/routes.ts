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

/** What the routes need beside the list: who may join how often; everybody where limits are off. */
export type MailingListRoutesOptions = {
  limit?: SignUpLimit | undefined;
  /** Address of the site. */
  publicUrl: string;
  log: MailingListLog;
};

/** What the routes find in the context, set before them. */
type Variables = { Variables: { client: Client } };

/** Errors of the limits before the routes, and of what no route handled. */
export const MAILING_LIST_ERRORS: ErrorShape = {
  respond: (c, status, _code, message) => c.json({ result: "error", msg: message }, status),
};

const PARAMETERS = new Set(["EMAIL", "FNAME", "LNAME", "c"]);

/**
 * Routes of the mailing list, to be mounted at `/mailing-list`.
 *
 * A GET stores something here, as the wire has it, so it has to be one that a form of this site sent: not a picture or
 * a link on another page, not an address typed or fetched ahead. Browsers tell; what is no browser may ask.
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

    const { signUp, problem, callback } = readQuestion(new URL(c.req.url).search.slice(1));
    const answer = (status: Status, result: MailingListResponse["result"], msg: string) =>
      answerWith(c, status, { result, msg }, callback);

    if (problem !== undefined) return answer(400, "error", problem);
    if (!isFromOurForm(c, publicUrl)) return answer(403, "error", MAILING_LIST_MESSAGES.fromElsewhere);
    const result = limit?.(c.get("client").key, signUp.EMAIL) ?? { ok: true };
    if (!result.ok) {
      c.header("Retry-After", String(result.retryAfterSeconds));
      return answer(429, "error", MAILING_LIST_MESSAGES.tooMany);
    }
    try {
      const { result, msg } = await list.subscribe(signUp);
      return answer(200, result, msg);
    } catch (error) {
      if (error instanceof ProviderError) c.header("Retry-After", String(error.retryAfterSeconds));
      else if (!(error instanceof MailingListError)) throw error;
      log.warn({ reason: error.message }, "the mailing list's provider did not take a sign-up");
      return answer(502, "error", MESSAGES.unexpected);
    }
  });

  return routes;
}

/** Whether a form of this site sent it, as far as the client tells. */
function isFromOurForm({ req }: Context, publicUrl: string): boolean {
  const purpose = req.header("Sec-Purpose") ?? req.header("Purpose") ?? "";
  return isFromOwnPage(req, publicUrl) && !purpose.startsWith("prefetch");
}

type Question = { signUp: MailingListSignUp; problem: string | undefined; callback: string | undefined };

/** Reads the query. The identifiers of Mailchimp's lists, and what else its forms carry, mean nothing here. */
function readQuestion(query: string): Question {
  const read = new Map<string, string>();
  let problem: string | undefined;
  for (const pair of query.split("&")) {
    const [name = "", ...rest] = pair.split("=");
    if (!PARAMETERS.has(name)) continue;
    const value = decoded(rest.join("="));
    if (read.has(name)) problem ??= `${name} is there twice.`;
    else if (value === undefined) problem ??= `A percent sign in ${name} stands for no character.`;
    else read.set(name, value);
  }
  let callback = read.get("c");
  if (callback !== undefined && !isCallbackName(callback)) {
    callback = undefined;
    problem ??= "c must be the name of a function: letters, digits, _ and $, 64 at most.";
  }
  const [EMAIL = "", FNAME = "", LNAME = ""] = [read.get("EMAIL"), read.get("FNAME"), read.get("LNAME")];
  return { signUp: { EMAIL, FNAME, LNAME }, problem, callback };
}

/** A value as a form writes it into an address; undefined when it cannot be read. */
function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

type Status = 200 | 400 | 403 | 429 | 502;

/**
 * As a call of the client's function, or bare where it named none. A call is answered 200 whatever it says: a script that
 * comes with another status is not run, and its client would wait for the call until it gives up.
 */
function answerWith(c: Context, status: Status, answer: MailingListResponse, callback?: string): Response {
  if (callback === undefined) return c.json(answer, status);
  return c.body(`${callback}(${scriptOf(answer)})`, 200, {
    "Content-Type": "application/javascript; charset=utf-8",
  });
}

/** JSON that stays what it is inside a script: two line separators end lines there, and `<` could end the script. */
function scriptOf(answer: MailingListResponse): string {
  return JSON.stringify(answer)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
