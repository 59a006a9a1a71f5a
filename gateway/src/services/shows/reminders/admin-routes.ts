import type { AdminApiError, DeletedReminders } from "@porchlight/protocol/admin.ts";
import { Hono } from "hono";
import * as v from "valibot";
import type { AdminVariables } from "../../shared/require-admin.ts";
import { readListEmail } from "../../shared/sign-up-rules.ts";

const Body = v.object({ email: v.string() });

/**
 * The route that deletes the requests of an address for emails about shows, to be mounted at `/admin/api` behind
 * `requireAdmin`. The address is in the body, because paths are logged.
 *
 * @param deleteReminders returns how many requests it deleted
 */
export function createReminderAdminRoutes(deleteReminders: (email: string) => Promise<number>): Hono<AdminVariables> {
  const routes = new Hono<AdminVariables>();
  routes.post("/reminders/delete", async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    const email = v.is(Body, body) ? readListEmail(body.email) : undefined;
    if (email === undefined) {
      return c.json({ code: "bad_request", message: "That is not an email address." } satisfies AdminApiError, 400);
    }
    return c.json({ deleted: await deleteReminders(email) } satisfies DeletedReminders);
  });
  return routes;
}
