import { Hono } from "hono";
import { type ErrorShape, respondBodyTooLarge, respondWithError } from "../../http/error-response.ts";
import { isFromOwnPage } from "../../http/from-own-page.ts";
import { limitBody } from "../../http/limit-body.ts";
import type { Client } from "../shared/caller.ts";
import type { AuthService } from "./contract.ts";

type Variables = { Variables: { client: Client } };

/** Endpoints that reject pages of other sites: such a page could request emails or guess a password or code. */
const CROSS_SITE_REJECTED = new Set(["recover", "token", "verify"]);

const BODY_METHODS = new Set(["POST", "PATCH", "PUT", "DELETE"]);

/** Header with which a client requests errors with a text `code`. Source: Supabase Auth, API versions. */
const VERSION_HEADER = "X-Supabase-Api-Version";

/** Error shape of the limits before the routes, and of errors that no route handled. A client signs out after a 500. */
export const AUTH_ERRORS: ErrorShape = {
  respond(c, status, code, message) {
    const version = c.req.header(VERSION_HEADER);
    if (version === undefined) return c.json({ code: status, error_code: code, msg: message }, status);
    c.header(VERSION_HEADER, version);
    return c.json({ code, message }, status);
  },
  unexpected: { status: 503, code: "unexpected_failure" },
};

/** Refreshes of one client: several people and tabs behind one address may refresh at the same time. */
export const REFRESH_RATE = { burst: 60, perSecond: 1 };

/**
 * Begins a sign-in at a provider. It is a GET request, but it counts as a change, because the gateway stores it.
 * Otherwise a stranger could begin so many that the gateway drops the owner's.
 */
export const AUTHORIZE_PATH = "/auth/v1/authorize";

/** Maximum size of a body, in bytes. A larger one takes long to read, and sign-ins are only counted after reading. */
const MAX_BODY_BYTES = 8 * 1024;

/** Routes of the auth interface, to be mounted at `/auth/v1`. */
export function createAuthRoutes(auth: AuthService, publicUrl: string): Hono<Variables> {
  const routes = new Hono<Variables>();

  routes.use(limitBody(MAX_BODY_BYTES, (c) => respondBodyTooLarge(c, MAX_BODY_BYTES)));
  routes.on("ALL", ["/", "/:path{.*}"], async (c) => {
    const { req } = c;
    // A page of another site can send these requests without a preflight, and could use up its visitors' attempts.
    if (req.method === "POST" && CROSS_SITE_REJECTED.has(req.param("path") ?? "") && !isFromOwnPage(req, publicUrl)) {
      return respondWithError(c, 403, "cross_site", "This address takes requests from pages of this site only.");
    }
    const url = new URL(req.url);
    const apikey = req.header("apikey") ?? url.searchParams.get("apikey") ?? undefined;
    url.searchParams.delete("apikey");
    const answer = await auth.answer({
      method: req.method,
      path: req.param("path") ?? "",
      query: url.search.slice(1),
      header: (name) => req.header(name),
      body: BODY_METHODS.has(req.method) ? await req.text() : "",
      apikey,
      client: c.get("client"),
    });
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  });

  return routes;
}
