import { setImmediate } from "node:timers/promises";
import type { AdminApiError, DeletedConsent } from "@porchlight/protocol/admin.ts";
import { type Context, Hono } from "hono";
import * as v from "valibot";
import type { Audit } from "../shared/audit.ts";
import type { ConsentRecord } from "../shared/consent-record.ts";
import { jsonOf, parse } from "../shared/parse-request.ts";
import type { AdminVariables } from "../shared/require-admin.ts";
import { readListEmail } from "../shared/sign-up-rules.ts";
import { consentCsv, consentJson } from "./consent-files.ts";

const PersonBody = v.strictObject({ email: v.string() });
const ConsentBody = v.strictObject({ email: v.exactOptional(v.string()), format: v.picklist(["csv", "json"]) });

/** What the site stores about people. */
export type People = {
  /** Everything about an address. */
  readFile(email: string): object;
  readConsent(email: string): ConsentRecord[];
  /** The consent of each address on the list, in pages. */
  walkConsent(): Iterable<ConsentRecord[]>;
  /** @returns how many entries were deleted; undefined if the address is on the list */
  forgetConsent(email: string): Promise<number | undefined>;
};

type PeopleRoutesOptions = { people: People; audit: Audit | undefined };

/**
 * The owner's routes about people, to be mounted at `/admin/api` behind `requireAdmin`. Addresses are in bodies, because
 * paths are logged.
 */
export function createPeopleRoutes({ people, audit }: PeopleRoutesOptions): Hono<AdminVariables> {
  const routes = new Hono<AdminVariables>().basePath("/people");

  routes.post("/file", async (c) => {
    const email = await readEmail(c);
    if (email === undefined) return noAddress(c);
    await audit?.({ event: "person-file-made", client: c.get("client") });
    c.header("Content-Disposition", 'attachment; filename="person.json"');
    c.header("Cache-Control", "no-store");
    return c.json(people.readFile(email));
  });

  routes.post("/consent", async (c) => {
    const body = parse(ConsentBody, jsonOf(await c.req.text()));
    if (!body.ok) return refuse(c, 400, body.message);
    const { email: written, format } = body.value;
    const email = written === undefined ? undefined : readListEmail(written);
    if (written !== undefined && email === undefined) return noAddress(c);
    const details = { format, of: email === undefined ? "everybody" : "one address" };
    await audit?.({ event: "consent-exported", client: c.get("client"), details });
    const pages = email === undefined ? people.walkConsent() : [people.readConsent(email)];
    const pieces = format === "csv" ? consentCsv(pages) : consentJson(pages);
    return new Response(toStream(pieces), {
      headers: {
        "Content-Type": format === "csv" ? "text/csv; charset=utf-8" : "application/json",
        "Content-Disposition": `attachment; filename="consent.${format}"`,
        "Cache-Control": "no-store",
      },
    });
  });

  routes.post("/consent/delete", async (c) => {
    const email = await readEmail(c);
    if (email === undefined) return noAddress(c);
    const deleted = await people.forgetConsent(email);
    if (deleted === undefined) return refuse(c, 409, "This address is on the list. Remove it from there first.");
    await audit?.({ event: "consent-deleted", client: c.get("client"), details: { entries: deleted } });
    return c.json({ deleted } satisfies DeletedConsent);
  });

  return routes;
}

async function readEmail(c: Context): Promise<string | undefined> {
  const body = parse(PersonBody, jsonOf(await c.req.text()));
  return body.ok ? readListEmail(body.value.email) : undefined;
}

/** Sends pieces as the client reads them. Other requests are served between two pieces. */
function toStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      await setImmediate();
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

const noAddress = (c: Context) => refuse(c, 400, "That is not an email address.");

function refuse(c: Context, status: 400 | 409, message: string): Response {
  return c.json({ code: status === 400 ? "bad_request" : "conflict", message } satisfies AdminApiError, status);
}
