import { Hono } from "hono";
import { answerError } from "../../http/answer-error.ts";
import { isFromOwnPage } from "../../http/from-own-page.ts";
import type { Client } from "../shared/caller.ts";
import type { AuthService } from "./contract.ts";

/** What the routes find in the context, set before them. */
type Variables = { Variables: { client: Client } };

/** What asks for an email, or guesses a password. */
const CROSS_SITE_REFUSED = new Set(["recover", "token", "verify"]);

const BODY_METHODS = new Set(["POST", "PATCH", "PUT", "DELETE"]);

/** Routes of the auth interface, to be mounted at `/auth/v1`. The size of bodies is limited before them. */
export function createAuthRoutes(auth: AuthService, publicUrl: string): Hono<Variables> {
  const routes = new Hono<Variables>();

  routes.on("ALL", ["/", "/:path{.*}"], async (c) => {
    const { req } = c;
    // A page of another site may send these without asking first: it would use up what its visitors may try here.
    if (req.method === "POST" && CROSS_SITE_REFUSED.has(req.param("path") ?? "") && !isFromOwnPage(req, publicUrl)) {
      return answerError(c, 403, "cross_site", "This address takes requests from pages of this site only.");
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
