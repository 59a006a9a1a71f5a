import type { AdminApiError } from "@porchlight/protocol/admin.ts";
import { type Context, Hono } from "hono";
import type { FileEnvironment } from "../../../http/file-stream.ts";
import type { Client, Identify } from "../../shared/caller.ts";
import type { AdminVariables } from "../../shared/require-admin.ts";
import type { Exports } from "./contract.ts";
import { parseExportRequest } from "./export-request.ts";

/** Routes of exports, to be mounted at `/admin/api` behind `requireAdmin`. */
export function createExportRoutes(exports: Exports): Hono<AdminVariables> {
  const routes = new Hono<AdminVariables>();

  routes.post("/exports", async (c) => {
    const parsed = parseExportRequest(await c.req.text());
    if (!parsed.ok) return respondWithAdminError(c, 400, "bad_request", parsed.message);
    // requireAdmin has checked that the header is there.
    const authorization = c.req.header("authorization") ?? "";
    const ticket = await exports.create(parsed.request, { person: c.get("admin"), authorization });
    if (ticket !== undefined) return c.json(ticket, 201);
    c.header("Retry-After", "60");
    return respondWithAdminError(
      c,
      429,
      "too_many_exports",
      "Too many exports are open. Wait for one to end, or cancel it.",
    );
  });

  routes.get("/exports/:id", (c) => {
    const progress = exports.progress(c.req.param("id"), c.get("admin"));
    return progress === undefined ? noSuchExport(c) : c.json(progress);
  });

  routes.delete("/exports/:id", (c) =>
    exports.cancel(c.req.param("id"), c.get("admin")) ? c.body(null, 204) : noSuchExport(c),
  );

  return routes;
}

type DownloadEnvironment = FileEnvironment & { Variables: { client: Client } };

/**
 * The route of the files, to be mounted at `/admin/api` before `requireAdmin`, because a browser sends no token with a
 * download. The ticket is in the query, which no log contains.
 */
export function createDownloadRoutes(
  exports: Exports,
  identify: Identify,
  anonymousKey: string,
): Hono<DownloadEnvironment> {
  const routes = new Hono<DownloadEnvironment>();

  routes.get("/exports/:id/file", async (c) => {
    c.header("Cache-Control", "no-store");
    // A HEAD request must not use up the ticket.
    if (c.req.method === "HEAD") return c.body(null, 405, { Allow: "GET" });
    const taken = exports.take(c.req.param("id"), c.req.query("ticket") ?? "");
    if (taken === undefined) return unknownTicket(c);
    const { person, authorization } = taken.requester;
    const identifyRequester = () => identify({ apikey: anonymousKey, authorization });
    const identification = await identifyRequester();
    const caller = identification.ok ? identification.caller : undefined;
    // The person may have signed out or lost the rights since the ticket was made.
    if (caller?.role !== "authenticated" || !caller.admin || caller.sessionId !== person.sessionId) {
      taken.expire();
      return respondWithAdminError(c, 403, "session_ended", "The sign-in behind this download has ended.");
    }
    const mayGoOn = async () => {
      const now = await identifyRequester();
      // A token may expire during a long download. An ended session ends the download.
      return now.ok ? now.caller.role === "authenticated" && now.caller.admin : now.reason === "expired-token";
    };
    const file = taken.begin(c.get("client"), { breakOff: c.env.breakOff, mayGoOn });
    if (file === undefined) return unknownTicket(c);
    const { fileName, contentType } = taken;
    return new Response(file, {
      headers: {
        "Content-Type": contentType,
        // The name has only letters, digits, dots and dashes.
        "Content-Disposition": `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`,
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      },
    });
  });

  return routes;
}

function unknownTicket(c: Context): Response {
  return respondWithAdminError(c, 404, "ticket_unknown", "This download is over. Please start it again.");
}

function noSuchExport(c: Context): Response {
  return respondWithAdminError(c, 404, "not_found", "There is no such export.");
}

function respondWithAdminError(c: Context, status: 400 | 403 | 404 | 429, code: string, message: string): Response {
  return c.json({ code, message } satisfies AdminApiError, status);
}
