import { Hono } from "hono";
import type { Client } from "../caller.ts";
import type { AuthService } from "./contract.ts";

/** What the routes find in the context, set before them. */
type Variables = { Variables: { client: Client } };

const BODY_METHODS = new Set(["POST", "PATCH", "PUT", "DELETE"]);

/** Routes of the auth interface, to be mounted at `/auth/v1`. The size of bodies is limited before them. */
export function createAuthRoutes(auth: AuthService): Hono<Variables> {
  const routes = new Hono<Variables>();

  routes.on("ALL", ["/", "/:path{.*}"], async (c) => {
    const { req } = c;
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
