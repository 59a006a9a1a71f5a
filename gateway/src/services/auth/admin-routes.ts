import type { AdminApiError } from "@porchlight/protocol/admin.ts";
import { Hono } from "hono";
import type { AdminVariables } from "../shared/require-admin.ts";
import type { AuthOversight } from "./contract.ts";

/** Routes about sessions and the audit log, to be mounted at `/admin/api` behind `requireAdmin`. */
export function createOversightRoutes(oversight: AuthOversight): Hono<AdminVariables> {
  const routes = new Hono<AdminVariables>();

  routes.get("/sessions", async (c) => c.json(await oversight.listSessions(c.get("admin"))));

  routes.delete("/sessions/:id", async (c) => {
    const wasThere = await oversight.endSession(c.get("admin"), c.req.param("id"), c.get("client"));
    if (wasThere) return c.body(null, 204);
    return c.json({ code: "not_found", message: "There is no such session." } satisfies AdminApiError, 404);
  });

  routes.get("/audit-log", async (c) => {
    const before = c.req.query("before");
    if (before !== undefined && !/^\d{1,15}$/.test(before)) {
      return c.json({ code: "bad_request", message: "before must be a number." } satisfies AdminApiError, 400);
    }
    return c.json(await oversight.auditLog(before === undefined ? undefined : Number(before)));
  });

  return routes;
}
