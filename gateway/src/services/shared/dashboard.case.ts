import { Hono } from "hono";
import { anAdmin } from "./caller.case.ts";
import { type AdminVariables, requireAdmin } from "./require-admin.ts";

/** An app whose routes the owner alone may ask, by `Authorization: Bearer owner`. */
export function aDashboardApp(): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  app.use(
    requireAdmin(
      async ({ authorization }) => ({
        ok: true,
        caller: authorization === "Bearer owner" ? anAdmin() : { role: "anonymous" },
      }),
      "the-key",
    ),
  );
  return app;
}
