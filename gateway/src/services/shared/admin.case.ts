import { Hono } from "hono";
import type { Person } from "./caller.ts";
import { type AdminVariables, requireAdmin } from "./require-admin.ts";

/** A signed-in person who may administer the site. */
export function anAdmin(overrides: Partial<Person> = {}): Person {
  return {
    role: "authenticated",
    admin: true,
    needsSecondStep: false,
    userId: "owner",
    email: "owner@artist.example",
    sessionId: "session",
    ...overrides,
  };
}

/** An app whose routes accept only `Authorization: Bearer owner`. */
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
