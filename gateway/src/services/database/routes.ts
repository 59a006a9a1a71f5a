import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { type Context, Hono } from "hono";
import * as v from "valibot";
import { type ErrorShape, respondWithError } from "../../http/error-response.ts";
import { isFromOwnPage } from "../../http/from-own-page.ts";
import type { SignUpLimit } from "../../http/sign-up-limit.ts";
import type { Scheduler } from "../../lib/scheduler.ts";
import type { Audit } from "../shared/audit.ts";
import type { Caller, Client, Identification, Identify } from "../shared/caller.ts";
import type { DatabaseService } from "./contract.ts";

/** What the routes need: who answers, who asks, where removals are noted, and who may sign up how often. */
type DatabaseRoutesOptions = {
  database: DatabaseService;
  identify: Identify;
  audit?: Audit | undefined;
  /** Everybody may where it is absent. */
  limit?: SignUpLimit | undefined;
  /** Where the site is, so that other sites' pages are refused; all are taken where it is absent. */
  publicUrl?: string | undefined;
  /** Gives visitors' reads and long bodies their time; none is charged where it is absent. */
  scheduler?: Pick<Scheduler, "run"> | undefined;
};

/** What the routes find in the context, set before them. */
type Variables = { Variables: { client: Client } };

/** The list is in no cache, neither of a browser that others use too nor of a proxy that keeps whatever it sees. */
const NOT_CACHED = { "cache-control": "no-store" };

const BODY_METHODS = new Set(["POST", "PATCH", "PUT"]);
/** Longest body of a visitor whose reading is charged to nobody, in characters. */
const SHORT_BODY_LENGTH = 8 * 1024;

/** Errors as PostgREST and PostgreSQL write them. Source: postgrest.org, "Errors"; postgresql.org, "Error Codes". */
export const TABLE_ERRORS: ErrorShape = {
  respond: (c, status, code, message) => c.json({ code, message, details: null, hint: null }, status),
  unavailable: { provider: "PGRST001", storage: "58030" },
  bodyTooLarge: "PGRST102",
};

/** Routes of the table interface, to be mounted at `/rest/v1`. The size of bodies is limited before them. */
export function createDatabaseRoutes({
  database,
  identify,
  audit,
  limit,
  publicUrl,
  scheduler,
}: DatabaseRoutesOptions): Hono<Variables> {
  const routes = new Hono<Variables>();

  // The mount's own address as well, without a slash at its end.
  routes.on("ALL", ["/", "/:resource{.*}"], async (context) => {
    const { req } = context;
    const { query, apikey } = splitQuery(req.url, req.header("apikey"));
    const identification = await identifyUnlessAsking(context, apikey, identify);
    if (!identification.ok) return refuse(identification.reason);

    const { caller } = identification;
    // Without a header of ours a page of another site needs no leave for this: the key may stand in the address.
    if (publicUrl && BODY_METHODS.has(req.method) && !isFromOwnPage(req, publicUrl)) {
      return respondWithError(context, 403, "42501", "Only this site's own pages may ask for this.");
    }
    const resource = req.param("resource") ?? "";
    const body = BODY_METHODS.has(req.method) ? await req.text() : "";
    const respond = async () => {
      if (req.method === "POST" && resource === SUBSCRIBERS_TABLE && caller.role === "anonymous") {
        const result = limit?.(context.get("client").key, emailIn(body)) ?? { ok: true };
        if (!result.ok) {
          context.header("Retry-After", String(result.retryAfterSeconds));
          const message = "Too many sign-ups. Please wait a moment.";
          return respondWithError(context, 429, "over_request_rate_limit", message);
        }
      }
      const { method } = req;
      const response = await database.answer({
        method,
        resource,
        query,
        header: (name) => req.header(name),
        body,
        caller,
      });
      if (response.removed) await audit?.(removalBy(caller, response.removed, context.get("client")));
      return new Response(response.body, { status: response.status, headers: { ...NOT_CACHED, ...response.headers } });
    };
    // A visitor sees no row, and filters cost as much as if they did. No form of ours sends a long body.
    const isCostly = !BODY_METHODS.has(req.method) || body.length > SHORT_BODY_LENGTH;
    const isCharged = scheduler && caller.role === "anonymous" && isCostly;
    return isCharged ? scheduler.run(context.get("client").key, respond) : respond();
  });

  return routes;
}

/** The email of a sign-up, by which it is counted; undefined where there is none. */
function emailIn(body: string): string | undefined {
  try {
    const json: unknown = JSON.parse(body);
    const row: unknown = Array.isArray(json) ? json[0] : json;
    return v.parse(v.object({ email: v.string() }), row).email;
  } catch {
    // What is no sign-up is refused later, in the table's own words.
    return undefined;
  }
}

/** Tells how many were removed and by whom, never who they were. */
function removalBy(caller: Caller, count: number, client: Client): Parameters<Audit>[0] {
  const by = caller.role === "authenticated" ? { by: caller.email } : {};
  return { event: "subscriber-removed", client, details: { count, ...by } };
}

/** A browser asks for OPTIONS by itself, without any key. */
async function identifyUnlessAsking(
  { req }: Context,
  apikey: string | undefined,
  identify: Identify,
): Promise<Identification> {
  if (req.method === "OPTIONS") return { ok: true, caller: { role: "anonymous" } };
  return identify({ apikey, authorization: req.header("authorization") });
}

/** The key may stand in the query string too; the table must not take it for a filter. */
function splitQuery(url: string, header: string | undefined): { query: string; apikey: string | undefined } {
  const start = url.indexOf("?");
  const query = start === -1 ? "" : url.slice(start + 1);
  if (!query.includes("apikey=")) return { query, apikey: header };
  const parameters = new URLSearchParams(query);
  const apikey = header ?? parameters.get("apikey") ?? undefined;
  parameters.delete("apikey");
  return { query: parameters.toString(), apikey };
}

type RefusalReason = Extract<Identification, { ok: false }>["reason"];

/** The first two as the hosted platform's entrance words them, the others as PostgREST does. */
const REFUSALS: Readonly<
  Record<RefusalReason, { message: string; code?: string; details?: null; hint: string | null }>
> = {
  "missing-key": {
    message: "No API key found in request",
    hint: "No `apikey` request header or url param was found.",
  },
  "unknown-key": { message: "Invalid API key", hint: "Double check the anonymous key in /config.json." },
  "invalid-token": {
    code: "PGRST301",
    message: "No suitable key was found to decode the JWT",
    details: null,
    hint: null,
  },
  "ended-session": { code: "PGRST301", message: "The session has ended", details: null, hint: null },
  "expired-token": { code: "PGRST303", message: "JWT expired", details: null, hint: null },
};

function refuse(reason: RefusalReason): Response {
  const body = REFUSALS[reason];
  const challenge =
    body.code !== undefined
      ? { "www-authenticate": `Bearer error="invalid_token", error_description="${body.message}"` }
      : {};
  return new Response(JSON.stringify(body), {
    status: 401,
    headers: { "content-type": "application/json; charset=utf-8", ...challenge },
  });
}
