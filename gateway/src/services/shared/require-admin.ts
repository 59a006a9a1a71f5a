import type { AdminApiError } from "@porchlight/protocol/admin.ts";
import type { Context, MiddlewareHandler } from "hono";
import type { Client, Identify, Person } from "./caller.ts";

export type AdminVariables = { Variables: { admin: Person; client: Client } };

/** Accepts only requests with an admin's token. */
export function requireAdmin(identify: Identify, anonymousKey: string): MiddlewareHandler<AdminVariables> {
  return async (c, next) => {
    c.header("Cache-Control", "no-store");
    // These routes are only for our own site, so they need no key besides the token.
    const identification = await identify({ apikey: anonymousKey, authorization: c.req.header("authorization") });
    if (!identification.ok) {
      return identification.reason === "expired-token"
        ? refuse(c, 401, "token_expired", "The sign-in has run out. Please sign in again.")
        : refuse(c, 401, "not_signed_in", "Please sign in.");
    }
    const { caller } = identification;
    if (caller.role === "anonymous") return refuse(c, 401, "not_signed_in", "Please sign in.");
    if (caller.role === "service") return refuse(c, 403, "not_admin", "Only the owner of the site may do this.");
    if (caller.needsSecondStep) return refuse(c, 403, "insufficient_aal", "Please enter the code of the second step.");
    if (!caller.admin) return refuse(c, 403, "not_admin", "Only the owner of the site may do this.");
    c.set("admin", caller);
    return next();
  };
}

function refuse(c: Context, status: 401 | 403, code: string, message: string): Response {
  return c.json({ code, message } satisfies AdminApiError, status);
}
