import { Hono } from "hono";
import type { AdminVariables } from "../shared/require-admin.ts";
import type { SubscriberReports } from "./reports.ts";

/** Routes of reports about the list, to be mounted at `/admin/api` behind `requireAdmin`. */
export function createReportRoutes(reports: SubscriberReports): Hono<AdminVariables> {
  const routes = new Hono<AdminVariables>();
  routes.get("/growth", async (c) => c.json(await reports.growth()));
  routes.get("/sources", async (c) => c.json(await reports.sources()));
  return routes;
}
