import { Hono } from "hono";
import type { AdminVariables } from "../services/shared/require-admin.ts";
import type { CheckUps } from "./check-ups.ts";

/** The route of the check-up, to be mounted at `/admin/api` behind `requireAdmin`. */
export function createDoctorRoutes(checkUps: CheckUps): Hono<AdminVariables> {
  const routes = new Hono<AdminVariables>();
  routes.post("/doctor", async (c) => {
    const { address } = c.get("client");
    return c.json(await checkUps.run({ address, forwardedFor: c.req.header("X-Forwarded-For") }));
  });
  return routes;
}
