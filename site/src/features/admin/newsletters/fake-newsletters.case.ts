import type {
  Audience,
  Bounce,
  DoubtDecision,
  NewNewsletter,
  Newsletter,
  NewsletterChoices,
  NewsletterEdit,
  NewsletterPreview,
  NewsletterSettings,
  Recipient,
  Segment,
  SendingProblem,
  SendNewsletter,
} from "@porchlight/protocol/newsletters.ts";
import { screen } from "@testing-library/react";
import { NOW, type OpenDashboard, openDashboard } from "../dashboard/dashboard.case.tsx";
import type { FakeGateway, GatewayRequest } from "../dashboard/fake-gateway.case.ts";

/** The gateway's newsletters. Tests change its fields. */
type FakeNewsletters = {
  newsletters: Newsletter[];
  missing: SendingProblem[];
  recipients: Recipient[];
  bounces: Bounce[];
  settings: NewsletterSettings;
  choices: NewsletterChoices;
  audience: (segment: Segment) => Audience;
  preview: Partial<NewsletterPreview>;
  timeZone: string;
  /** Where the list is stored; the site fetches this once per test file. */
  services?: FakeGateway["services"];
};

export function aNewsletter(overrides: Partial<Newsletter> = {}): Newsletter {
  return {
    id: 12,
    revision: 1,
    state: "draft",
    subject: "New songs",
    preheader: "",
    body: "Hello",
    segment: {},
    isInArchive: true,
    createdAt: NOW.toISOString(),
    changedAt: NOW.toISOString(),
    missing: [],
    ...overrides,
  };
}

/** Newsletters with one draft, on a site that can send. */
export function someNewsletters(overrides: Partial<FakeNewsletters> = {}): FakeNewsletters {
  return {
    newsletters: [aNewsletter()],
    missing: [],
    recipients: [],
    bounces: [],
    settings: { postalAddress: "1 Pier Road\nKingston", isConfirmed: false, welcome: { subject: "", body: "" } },
    choices: {
      sources: ["website-footer", "import:mailchimp"],
      towns: ["Kingston"],
      products: [{ id: "tee", title: "Lake Effect tee" }],
      releases: [{ id: "long-point", title: "Long Point" }],
      shows: [{ id: "2027-kingston", title: "March 5, 2027: The Grad Club" }],
      pictures: ["n1", "n2"],
    },
    audience: () => ({ recipients: 1_204, leftOut: [{ reason: "unsubscribed", count: 31 }] }),
    preview: {},
    timeZone: "America/Toronto",
    ...overrides,
  };
}

/** Answers requests to `/admin/api/newsletters` from this state. */
function answerNewsletters(fake: FakeNewsletters): NonNullable<FakeGateway["instead"]> {
  const find = (id: number) => fake.newsletters.find((one) => one.id === id);
  /** Stores a newsletter under a new revision. */
  const store = (next: Newsletter): Newsletter => {
    const now = { ...next, revision: next.revision + 1, changedAt: NOW.toISOString() };
    fake.newsletters = fake.newsletters.map((one) => (one.id === now.id ? now : one));
    return now;
  };
  const begin = (from: NewNewsletter["from"]) => {
    const earlier = from && "newsletter" in from ? find(from.newsletter) : undefined;
    const text = earlier
      ? { subject: earlier.subject, preheader: earlier.preheader, body: earlier.body }
      : { subject: from ? JSON.stringify(from) : "", preheader: "", body: "" };
    const id = Math.max(0, ...fake.newsletters.map((one) => one.id)) + 1;
    const now = aNewsletter({ id, ...text });
    fake.newsletters = [now, ...fake.newsletters];
    return now;
  };
  const refuse = (status: number, code: string, more = {}) =>
    Response.json({ code, message: code, ...more }, { status });

  function answerOne(newsletter: Newsletter, action: string, { method, body, query }: GatewayRequest): Response {
    if (action === "") {
      if (method === "GET") return Response.json({ ...newsletter, missing: [...fake.missing, ...newsletter.missing] });
      if (method === "DELETE") {
        fake.newsletters = fake.newsletters.filter((one) => one !== newsletter);
        return new Response(null, { status: 204 });
      }
      const { revision, ...edit } = body as NewsletterEdit;
      if (revision !== newsletter.revision) return refuse(412, "clash", { now: newsletter });
      const isAllowed = newsletter.state === "draft" || Object.keys(edit).every((field) => field === "isInArchive");
      return isAllowed ? Response.json(store({ ...newsletter, ...edit })) : refuse(409, "conflict");
    }
    switch (action) {
      case "preview": {
        const html = `<!doctype html><html lang="en"><head><title>x</title></head><body><p>${newsletter.body}</p></body></html>`;
        const email = { subject: newsletter.subject, html, text: newsletter.body, bytes: 34_000, problems: [] };
        return Response.json({ ...email, ...fake.preview } satisfies NewsletterPreview);
      }
      case "test":
        return Response.json({ to: "owner@example.com" }, { status: 202 });
      case "recipients": {
        const recipients = fake.recipients.filter(({ state }) => state === query.get("state"));
        return Response.json({ recipients, next: null });
      }
      case "doubts": {
        const { emails } = body as DoubtDecision;
        const isMeant = ({ email, state }: Recipient) => state === "in-doubt" && (emails?.includes(email) ?? true);
        const decided = fake.recipients.filter(isMeant).length;
        fake.recipients = fake.recipients.filter((one) => !isMeant(one));
        const { counts } = newsletter;
        if (!counts) return refuse(409, "conflict");
        const { inDoubt, sent } = counts;
        return Response.json(
          store({ ...newsletter, counts: { ...counts, inDoubt: inDoubt - decided, sent: sent + decided } }),
        );
      }
      case "send": {
        const { revision, at } = body as SendNewsletter;
        if (revision !== newsletter.revision) return refuse(412, "clash", { now: newsletter });
        if (fake.missing.length > 0) return refuse(422, "not_ready", { missing: fake.missing });
        const counts = { frozen: 1_204, sent: 0, refused: 0, inDoubt: 0, left: 0, waiting: 1_204 };
        const next: Newsletter =
          at === undefined
            ? { ...newsletter, state: "sending", startedAt: NOW.toISOString(), counts }
            : { ...newsletter, state: "scheduled", startAt: at };
        return Response.json(store(next), { status: 202 });
      }
      default: {
        const { pausedBecause: _reason, ...rest } = newsletter;
        const next: Record<string, Newsletter> = {
          unschedule: { ...rest, state: "draft" },
          pause: { ...rest, state: "paused", pausedBecause: "owner" },
          resume: { ...rest, state: "sending" },
          cancel: { ...rest, state: "cancelled", endedAt: NOW.toISOString() },
        };
        if (action === "resume" && fake.missing.length > 0) return refuse(422, "not_ready", { missing: fake.missing });
        const changed = next[action];
        return changed ? Response.json(store(changed)) : refuse(404, "not_found");
      }
    }
  }

  return (request) => {
    const { path, method, body } = request;
    if (path === "/admin/api/content/files/store/store.yaml") {
      return Response.json({ revision: "1", value: { timeZone: fake.timeZone }, problems: [] });
    }
    if (path === "/admin/api/content/pictures") return Response.json({ pictures: [] });
    const [, address] = /^\/admin\/api\/newsletters(.*)$/.exec(path) ?? [];
    if (address === undefined) return undefined;
    if (address === "") {
      if (method === "POST") return Response.json(begin((body as NewNewsletter).from), { status: 201 });
      const newsletters = fake.newsletters.map(({ id, subject, state, startAt, changedAt, pausedBecause, counts }) => ({
        id,
        subject,
        state,
        at: startAt ?? changedAt,
        ...(pausedBecause && { pausedBecause }),
        ...(counts && { counts }),
      }));
      return Response.json({ newsletters, missing: fake.missing });
    }
    if (address === "/choices") return Response.json(fake.choices);
    if (address === "/audience") return Response.json(fake.audience(body as Segment));
    if (address === "/settings") {
      if (method === "PUT") fake.settings = body as NewsletterSettings;
      return Response.json(fake.settings);
    }
    if (address === "/bounces") return Response.json({ bounces: fake.bounces, next: null });
    const [, bounce] = /^\/bounces\/(\d+)\/lift$/.exec(address) ?? [];
    if (bounce !== undefined) {
      fake.bounces = fake.bounces.filter(({ id }) => id !== Number(bounce));
      return new Response(null, { status: 204 });
    }
    const [, id, action = ""] = /^\/(\d+)(?:\/([a-z]+))?$/.exec(address) ?? [];
    const newsletter = find(Number(id));
    return newsletter ? answerOne(newsletter, action, request) : refuse(404, "not_found");
  };
}

/** Opens the dashboard's tab Newsletters with this state, and a newsletter by its subject. */
export async function openNewsletters(fake: FakeNewsletters, subject?: string | RegExp): Promise<OpenDashboard> {
  // Unsaved texts and the open place belong to one test.
  localStorage.clear();
  history.replaceState(null, "", "/");
  return openAgain(fake, subject);
}

/** Opens the dashboard with what an earlier visit left in this browser. */
export async function openAgain(fake: FakeNewsletters, subject?: string | RegExp): Promise<OpenDashboard> {
  const opened = await openDashboard([], (gateway) => {
    gateway.instead = answerNewsletters(fake);
    if (fake.services) gateway.services = fake.services;
  });
  await opened.user.click(screen.getByRole("tab", { name: "Newsletters" }));
  // The tab imports its code, which takes no time of the fake clock.
  await import("./newsletters-tab.tsx");
  await opened.pass(50);
  if (subject !== undefined) await opened.press(typeof subject === "string" ? new RegExp(`^${subject}`) : subject);
  return opened;
}
