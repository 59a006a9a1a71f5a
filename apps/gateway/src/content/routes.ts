import type { ContentTrouble, ContentTroubles } from "@porchlight/protocol/admin.ts";
import { Hono } from "hono";
import type { AdminVariables } from "../services/require-admin.ts";

/** The route of what cannot be used in the owner's files, to be mounted at `/admin/api` behind `requireAdmin`. */
export function createContentRoutes(troubles: () => ContentTrouble[]): Hono<AdminVariables> {
  const routes = new Hono<AdminVariables>();
  routes.get("/content", (c) => c.json({ troubles: troubles() } satisfies ContentTroubles));
  return routes;
}
