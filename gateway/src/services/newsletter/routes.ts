import type { AdminApiError } from "@porchlight/protocol/admin.ts";
import type {
  DoubtDecision,
  MailKey,
  NewNewsletter,
  NewsletterClash,
  NewsletterEdit,
  NewsletterSettings,
  RecipientState,
  Segment,
  SendingProblems,
  SendNewsletter,
  TestEmail,
} from "@porchlight/protocol/newsletters.ts";
import { type Context, Hono } from "hono";
import * as v from "valibot";
import type { Audit } from "../shared/audit.ts";
import { jsonOf, parse } from "../shared/parse-request.ts";
import type { AdminVariables } from "../shared/require-admin.ts";
import type { ChangeResult, NewsletterService } from "./contract.ts";

/** Maximum length of stored texts, in characters. An email of 90 kB holds less. */
const MAX_LENGTH = { subject: 500, preheader: 500, body: 200_000, address: 1_000 } as const;
/** Maximum number of values in a segment, and of recipients in one decision. */
const MAX_VALUES = 500;
/** How far ahead a newsletter can be scheduled, in milliseconds. */
const SCHEDULE_MAX_MS = 366 * 24 * 60 * 60_000;

const Text = v.pipe(
  v.string(),
  v.check((text) => text.isWellFormed(), "It holds half of a character."),
);
const textUpTo = (length: number) => v.pipe(Text, v.maxLength(length, `It is longer than ${length} characters.`));
const Name = textUpTo(200);
const Day = v.pipe(v.string(), v.isoDate("It has to be a day, such as 2027-01-15."));
const Time = v.pipe(v.string(), v.isoTimestamp("It has to be a time, such as 2027-01-15T09:00:00Z."));
const Count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));

const SegmentBody: v.GenericSchema<Segment> = v.strictObject({
  sources: v.exactOptional(v.pipe(v.array(Name), v.maxLength(MAX_VALUES))),
  from: v.exactOptional(Day),
  to: v.exactOptional(Day),
  bought: v.exactOptional(v.union([v.picklist(["anything", "downloads"]), v.strictObject({ product: Name })])),
  town: v.exactOptional(Name),
});
const NewBody: v.GenericSchema<NewNewsletter> = v.strictObject({
  from: v.exactOptional(
    v.union([
      v.strictObject({ release: Name }),
      v.strictObject({ show: Name }),
      v.strictObject({ newsletter: v.pipe(v.number(), v.safeInteger()) }),
    ]),
  ),
});
const EditBody: v.GenericSchema<NewsletterEdit> = v.strictObject({
  revision: v.pipe(v.number(), v.safeInteger()),
  subject: v.exactOptional(textUpTo(MAX_LENGTH.subject)),
  preheader: v.exactOptional(textUpTo(MAX_LENGTH.preheader)),
  body: v.exactOptional(textUpTo(MAX_LENGTH.body)),
  segment: v.exactOptional(SegmentBody),
  isInArchive: v.exactOptional(v.boolean()),
});
const SendBody: v.GenericSchema<SendNewsletter> = v.strictObject({
  revision: v.pipe(v.number(), v.safeInteger()),
  at: v.exactOptional(Time),
});
const DoubtsBody: v.GenericSchema<DoubtDecision> = v.strictObject({
  decision: v.picklist(["send-again", "leave"]),
  emails: v.exactOptional(v.pipe(v.array(textUpTo(400)), v.maxLength(MAX_VALUES))),
});
const SettingsBody: v.GenericSchema<NewsletterSettings> = v.strictObject({
  postalAddress: textUpTo(MAX_LENGTH.address),
  isConfirmed: v.boolean(),
  welcome: v.strictObject({ subject: textUpTo(MAX_LENGTH.subject), body: textUpTo(MAX_LENGTH.body) }),
  perHour: v.exactOptional(Count),
  perDomainAndHour: v.exactOptional(Count),
});
const STATES = ["waiting", "sent", "refused", "in-doubt", "left"] as const satisfies readonly RecipientState[];

/** The key that signs emails. */
export type MailKeys = { read(): MailKey; make(): Promise<MailKey> };

type NewsletterRoutesOptions = {
  newsletters: NewsletterService;
  mailKey: MailKeys;
  audit: Audit | undefined;
  clock: () => Date;
};

/** The owner's routes for newsletters, to be mounted at `/admin/api` behind `requireAdmin`. */
export function createNewsletterRoutes(options: NewsletterRoutesOptions): Hono<AdminVariables> {
  const { newsletters, mailKey, audit, clock } = options;
  const routes = new Hono<AdminVariables>().basePath("/newsletters");
  const authorizationOf = (c: Context) => c.req.header("authorization") ?? "";

  routes.get("/", (c) => c.json(newsletters.list()));
  routes.post("/", async (c) => {
    const body = parse(NewBody, jsonOf((await c.req.text()) || "{}"));
    if (!body.ok) return refuse(c, 400, body.message);
    const newsletter = await newsletters.begin(body.value.from);
    return newsletter
      ? c.json(newsletter, 201)
      : refuse(c, 404, "The release or show for this newsletter does not exist.");
  });

  routes.get("/choices", async (c) => c.json(await newsletters.choices(authorizationOf(c))));
  routes.post("/audience", async (c) => {
    const body = parse(SegmentBody, jsonOf(await c.req.text()));
    if (!body.ok) return refuse(c, 400, body.message);
    return c.json(await newsletters.audience(body.value, authorizationOf(c)));
  });

  routes.get("/settings", (c) => c.json(newsletters.settings()));
  routes.put("/settings", async (c) => {
    const body = parse(SettingsBody, jsonOf(await c.req.text()));
    if (!body.ok) return refuse(c, 400, body.message);
    await newsletters.saveSettings(body.value);
    await audit?.({ event: "newsletter-settings-changed", client: c.get("client") });
    return c.json(newsletters.settings());
  });

  routes.get("/mail-key", (c) => c.json(mailKey.read()));
  routes.post("/mail-key", async (c) => {
    const key = await mailKey.make();
    if (key.record) await audit?.({ event: "mail-key-made", client: c.get("client") });
    return c.json(key);
  });

  routes.get("/bounces", (c) => {
    const before = numberOf(c.req.query("before") ?? String(Number.MAX_SAFE_INTEGER));
    return before === undefined ? refuse(c, 400, "before must be a number.") : c.json(newsletters.bounces(before));
  });
  routes.post("/bounces/:id/lift", async (c) => {
    const id = numberOf(c.req.param("id"));
    if (id === undefined || !(await newsletters.liftBounce(id))) return refuse(c, 404, "There is no such bounce.");
    return c.body(null, 204);
  });

  routes.get("/:id", (c) => {
    const newsletter = newsletters.find(numberOf(c.req.param("id")) ?? 0);
    return newsletter ? c.json(newsletter) : unknown(c);
  });
  routes.patch("/:id", async (c) => {
    const body = parse(EditBody, jsonOf(await c.req.text()));
    if (!body.ok) return refuse(c, 400, body.message);
    return respond(c, await newsletters.edit(numberOf(c.req.param("id")) ?? 0, body.value));
  });
  routes.delete("/:id", async (c) => {
    const id = numberOf(c.req.param("id")) ?? 0;
    if (await newsletters.remove(id)) return c.body(null, 204);
    return newsletters.find(id) ? refuse(c, 409, "It has gone out, so it stays.") : unknown(c);
  });

  routes.post("/:id/preview", async (c) => {
    const preview = await newsletters.preview(numberOf(c.req.param("id")) ?? 0);
    return preview ? c.json(preview) : unknown(c);
  });
  routes.post("/:id/test", async (c) => {
    const result = await newsletters.test(numberOf(c.req.param("id")) ?? 0, authorizationOf(c));
    if (result.ok) return c.json({ to: result.to } satisfies TestEmail, 202);
    if (result.reason === "unknown") return unknown(c);
    if (result.reason !== "not-sent") {
      return c.json({ code: "not_sent", message: result.message } satisfies AdminApiError, 409);
    }
    const message = `The mail server did not take the test email (${result.code}).`;
    return c.json({ code: "not_sent", message } satisfies AdminApiError, 502);
  });

  routes.post("/:id/send", async (c) => {
    const body = parse(SendBody, jsonOf(await c.req.text()));
    if (!body.ok) return refuse(c, 400, body.message);
    const { at } = body.value;
    const ahead = at === undefined ? 0 : Date.parse(at) - clock().getTime();
    if (ahead < 0) return refuse(c, 400, "This time is over.");
    if (ahead > SCHEDULE_MAX_MS) return refuse(c, 400, "This is more than a year away.");
    const id = numberOf(c.req.param("id")) ?? 0;
    const result = await newsletters.send(id, body.value, authorizationOf(c));
    if (result.ok) await record(c, id, at === undefined ? "send" : "schedule");
    return respond(c, result, 202);
  });
  for (const action of ["unschedule", "pause", "resume", "cancel"] as const) {
    routes.post(`/:id/${action}`, async (c) => {
      const id = numberOf(c.req.param("id")) ?? 0;
      const result = await newsletters[action](id);
      if (result.ok) await record(c, id, action);
      return respond(c, result);
    });
  }

  routes.get("/:id/recipients", (c) => {
    const state = STATES.find((name) => name === c.req.query("state"));
    if (!state) return refuse(c, 400, `state must be one of: ${STATES.join(", ")}.`);
    return c.json(newsletters.recipients(numberOf(c.req.param("id")) ?? 0, state, c.req.query("after")));
  });
  routes.post("/:id/doubts", async (c) => {
    const body = parse(DoubtsBody, jsonOf(await c.req.text()));
    if (!body.ok) return refuse(c, 400, body.message);
    const id = numberOf(c.req.param("id")) ?? 0;
    const result = await newsletters.decideDoubts(id, body.value);
    if (result.ok) await record(c, id, body.value.decision);
    return respond(c, result);
  });

  /** Records in the audit log what the owner did with a newsletter. */
  async function record(c: Context<AdminVariables>, newsletter: number, action: string): Promise<void> {
    await audit?.({ event: "newsletter-changed", client: c.get("client"), details: { newsletter, action } });
  }

  return routes;
}

function respond(c: Context, result: ChangeResult, status: 200 | 202 = 200): Response {
  if (result.ok) return c.json(result.newsletter, status);
  switch (result.reason) {
    case "unknown":
      return unknown(c);
    case "state":
      return refuse(c, 409, "That is not possible now. Look at the newsletter again.");
    case "clash": {
      const message = "Somebody changed this newsletter meanwhile.";
      return c.json({ code: "clash", message, now: result.now } satisfies NewsletterClash, 412);
    }
    case "not-ready": {
      const message = "Something is missing before it can be sent.";
      return c.json({ code: "not_ready", message, missing: result.missing } satisfies SendingProblems, 422);
    }
  }
}

const unknown = (c: Context) => refuse(c, 404, "There is no such newsletter.");

const CODES = { 400: "bad_request", 404: "not_found", 409: "conflict" } as const;

function refuse(c: Context, status: keyof typeof CODES, message: string): Response {
  return c.json({ code: CODES[status], message } satisfies AdminApiError, status);
}

function numberOf(text: string): number | undefined {
  return /^\d{1,16}$/.test(text) ? Number(text) : undefined;
}
