import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { type Context, Hono } from "hono";
import * as v from "valibot";
import { isWorthPacking, packJson } from "../../http/compress-json.ts";
import { type ErrorShape, respondBodyTooLarge, respondWithError } from "../../http/error-response.ts";
import { isFromOwnPage } from "../../http/from-own-page.ts";
import type { SignUpLimit } from "../../http/sign-up-limit.ts";
import { parseJson } from "../../lib/parse-json.ts";
import type { Scheduler } from "../../lib/scheduler.ts";
import type { Audit } from "../shared/audit.ts";
import type { Caller, Client, Identification, Identify } from "../shared/caller.ts";
import type { DatabaseService } from "./contract.ts";

type DatabaseRoutesOptions = {
  database: DatabaseService;
  identify: Identify;
  /** Logs removals. */
  audit?: Audit | undefined;
  /** Limits sign-ups. If absent, there is no limit. */
  limit?: SignUpLimit | undefined;
  /** Address of the site. Requests from pages of other sites are rejected. If absent, all requests are accepted. */
  publicUrl?: string | undefined;
  /** Schedules visitors' reads. If absent, they run at once. */
  scheduler?: Pick<Scheduler, "run"> | undefined;
};

type Variables = { Variables: { client: Client } };

/** No browser and no proxy may cache the list. */
const NOT_CACHED = { "cache-control": "no-store" };

const BODY_METHODS = new Set(["POST", "PATCH", "PUT"]);
/** Longest body of a visitor, in bytes; a sign-up has some 200. */
const VISITOR_BODY_MAX_BYTES = 8 * 1024;

/** Errors as PostgREST and PostgreSQL write them. Source: postgrest.org, "Errors"; postgresql.org, "Error Codes". */
export const TABLE_ERRORS: ErrorShape = {
  respond: (c, status, code, message) => c.json({ code, message, details: null, hint: null }, status),
  unavailable: { provider: "PGRST001", storage: "58030" },
  bodyTooLarge: "PGRST102",
};

/** Routes of the table interface, to be mounted at `/rest/v1`. A middleware before them limits the size of bodies. */
export function createDatabaseRoutes({
  database,
  identify,
  audit,
  limit,
  publicUrl,
  scheduler,
}: DatabaseRoutesOptions): Hono<Variables> {
  const routes = new Hono<Variables>();

  // Includes `/rest/v1` itself, without a slash at the end.
  routes.on("ALL", ["/", "/:resource{.*}"], async (context) => {
    const { req } = context;
    const { query, apikey } = splitQuery(req.url, req.header("apikey"));
    const identification = await identifyUnlessOptions(context, apikey, identify);
    if (!identification.ok) return rejectIdentification(identification.reason);

    const { caller } = identification;
    // The key may be in the URL, so another site's page can send this request without a CORS preflight.
    if (publicUrl && BODY_METHODS.has(req.method) && !isFromOwnPage(req, publicUrl)) {
      return respondWithError(context, 403, "42501", "Only this site's own pages may send this request.");
    }
    const resource = req.param("resource") ?? "";
    const body = BODY_METHODS.has(req.method) ? await req.text() : "";
    // Checked before it is parsed, which takes time.
    if (caller.role === "anonymous" && Buffer.byteLength(body) > VISITOR_BODY_MAX_BYTES) {
      return respondBodyTooLarge(context, VISITOR_BODY_MAX_BYTES);
    }
    const respond = async () => {
      if (req.method === "POST" && resource === SUBSCRIBERS_TABLE && caller.role === "anonymous") {
        const result = limit?.(context.get("client").key, findEmail(body)) ?? { ok: true };
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
      const { status, body: text } = response;
      const headers = { ...NOT_CACHED, ...response.headers };
      const accepted = req.header("Accept-Encoding");
      // Visitors read no rows, so they cannot cause this compression.
      if (caller.role === "anonymous" || typeof text !== "string" || !isWorthPacking(text, accepted)) {
        return new Response(text, { status, headers });
      }
      const packed = packJson(text, accepted);
      return new Response(packed.body, { status, headers: { ...headers, ...packed.headers } });
    };
    // A visitor may see no row, but filters still take time.
    const isScheduled = scheduler && caller.role === "anonymous" && !BODY_METHODS.has(req.method);
    return isScheduled ? scheduler.run(context.get("client").key, respond) : respond();
  });

  return routes;
}

/** Finds the email of a sign-up, for the rate limit; undefined when there is none. */
function findEmail(body: string): string | undefined {
  try {
    const json = parseJson(body);
    const row: unknown = Array.isArray(json) ? json[0] : json;
    return v.parse(v.object({ email: v.string() }), row).email;
  } catch {
    // Not a sign-up. The table rejects it later.
    return undefined;
  }
}

/** The audit event of a removal: how many rows, and who removed them. It contains no address of the list. */
function removalBy(caller: Caller, count: number, client: Client): Parameters<Audit>[0] {
  const by = caller.role === "authenticated" ? { by: caller.email } : {};
  return { event: "subscriber-removed", client, details: { count, ...by } };
}

/** A browser sends OPTIONS by itself, without a key. */
async function identifyUnlessOptions(
  { req }: Context,
  apikey: string | undefined,
  identify: Identify,
): Promise<Identification> {
  if (req.method === "OPTIONS") return { ok: true, caller: { role: "anonymous" } };
  return identify({ apikey, authorization: req.header("authorization") });
}

/** Removes the key from the query string. Otherwise the table would read the key as a filter. */
function splitQuery(url: string, header: string | undefined): { query: string; apikey: string | undefined } {
  const start = url.indexOf("?");
  const query = start === -1 ? "" : url.slice(start + 1);
  if (!query.includes("apikey=")) return { query, apikey: header };
  const parameters = new URLSearchParams(query);
  const apikey = header ?? parameters.get("apikey") ?? undefined;
  parameters.delete("apikey");
  return { query: parameters.toString(), apikey };
}

type RejectionReason = Extract<Identification, { ok: false }>["reason"];

/** Bodies for unidentified clients: the first two as in Supabase's API gateway, the others as in PostgREST. */
const REJECTIONS: Readonly<
  Record<RejectionReason, { message: string; code?: string; details?: null; hint: string | null }>
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

function rejectIdentification(reason: RejectionReason): Response {
  const body = REJECTIONS[reason];
  const challenge =
    body.code !== undefined
      ? { "www-authenticate": `Bearer error="invalid_token", error_description="${body.message}"` }
      : {};
  return new Response(JSON.stringify(body), {
    status: 401,
    headers: { "content-type": "application/json; charset=utf-8", ...challenge },
  });
}
