import type { MailboxProblem, MailStatus } from "@porchlight/protocol/mail.ts";
import { Hono } from "hono";
import type { AdminVariables } from "../shared/require-admin.ts";
import type { MailService } from "./contract.ts";

/**
 * The route of the state of emails, to be mounted at `/admin/api` behind `requireAdmin`.
 *
 * @param findMailboxProblem finds why the owner has to look at the mailbox of bounces
 */
export function createMailRoutes(
  mail: Pick<MailService, "isSending" | "countWaiting">,
  findMailboxProblem: () => MailboxProblem | undefined = () => undefined,
): Hono<AdminVariables> {
  const routes = new Hono<AdminVariables>();
  routes.get("/mail", async (c) => {
    const mailboxProblem = findMailboxProblem();
    const status = { isSent: mail.isSending, waiting: await mail.countWaiting() };
    return c.json({ ...status, ...(mailboxProblem && { mailboxProblem }) } satisfies MailStatus);
  });
  return routes;
}
