import type { AdminApiError } from "@porchlight/protocol/admin.ts";
import type { EmailFindings } from "@porchlight/protocol/doctor.ts";
import { Hono } from "hono";
import * as v from "valibot";
import { jsonOf, parse } from "../services/shared/parse-request.ts";
import type { AdminVariables } from "../services/shared/require-admin.ts";
import type { CheckUps } from "./check-ups.ts";

const EmailBody = v.strictObject({ source: v.string() });

/** The routes of the check-up, to be mounted at `/admin/api` behind `requireAdmin`. */
export function createDoctorRoutes(checkUps: CheckUps): Hono<AdminVariables> {
  const routes = new Hono<AdminVariables>();
  routes.post("/doctor", async (c) => {
    const { address } = c.get("client");
    return c.json(await checkUps.run({ address, forwardedFor: c.req.header("X-Forwarded-For") }));
  });
  routes.post("/doctor/email", async (c) => {
    const body = parse(EmailBody, jsonOf(await c.req.text()));
    if (!body.ok) return c.json({ code: "bad_request", message: body.message } satisfies AdminApiError, 400);
    // Loaded on first use, like the check-up.
    const { checkReceivedEmail } = await import("./checks/received-email.ts");
    return c.json({ findings: checkReceivedEmail(body.value.source) } satisfies EmailFindings);
  });
  return routes;
}
