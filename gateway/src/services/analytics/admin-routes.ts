import type { VisitReport } from "@porchlight/protocol/analytics.ts";
import { Hono } from "hono";
import type { AdminVariables } from "../shared/require-admin.ts";

/** The route of the visit report, mounted at `/admin/api` behind `requireAdmin`. */
export function createVisitRoutes(report: () => Promise<VisitReport>): Hono<AdminVariables> {
  const routes = new Hono<AdminVariables>();
  routes.get("/visits", async (c) => c.json(await report()));
  return routes;
}
