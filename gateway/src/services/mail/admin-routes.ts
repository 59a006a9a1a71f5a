import type { MailStatus } from "@porchlight/protocol/mail.ts";
import { Hono } from "hono";
import type { AdminVariables } from "../shared/require-admin.ts";
import type { MailService } from "./contract.ts";

/** The route of emails that wait, to be mounted at `/admin/api` behind `requireAdmin`. */
export function createMailRoutes(mail: Pick<MailService, "isSending" | "countWaiting">): Hono<AdminVariables> {
  const routes = new Hono<AdminVariables>();
  routes.get("/mail", async (c) => {
    return c.json({ isSent: mail.isSending, waiting: await mail.countWaiting() } satisfies MailStatus);
  });
  return routes;
}
