import type { Page } from "@playwright/test";
import type {
  Audience,
  Bounces,
  Newsletter,
  NewsletterChoices,
  NewsletterClash,
  NewsletterPreview,
  NewsletterSettings,
  NewsletterSummary,
  Recipients,
  Segment,
  SendingProblem,
} from "@porchlight/protocol/newsletters.ts";
import type { OrdersSummary } from "@porchlight/protocol/orders.ts";
import { openSignedIn } from "../../support/owner.ts";
import { expect } from "../../support/test.ts";
import { routeMailStatus } from "../dashboard-history.ts";
import type { Screen, State } from "../state.ts";

const API = "**/admin/api/newsletters";
const AT = "2026-03-09T10:00:00.000Z";
const LONG =
  "A subject that somebody wrote in one breath: the record is out, the boat is painted, the tour begins in May 🎸";
const COUNTS = { frozen: 1_204, sent: 405, refused: 3, inDoubt: 2, left: 2, waiting: 792 };
const OVER = { ...COUNTS, sent: 1_197, waiting: 0 };

const MISSING: SendingProblem[] = [
  {
    code: "no-mail-server",
    message:
      "The site cannot send emails yet, because no mail server is set up. The person who runs the server adds SMTP_URL to the file .env and starts the site again.",
  },
  {
    code: "no-postal-address",
    message: "Your postal address is missing. The law wants it in each newsletter: add it in the settings.",
  },
];

const LIST: NewsletterSummary[] = [
  { id: 12, subject: LONG, state: "draft", at: AT },
  { id: 11, subject: "", state: "draft", at: AT },
  { id: 10, subject: "Friday at the Grad Club", state: "scheduled", at: "2026-03-12T14:00:00.000Z" },
  { id: 9, subject: "“Lake Effect” is out", state: "sending", at: AT, counts: COUNTS },
  {
    id: 8,
    subject: "שירים חדשים מהאגם",
    state: "paused",
    at: AT,
    pausedBecause: "sign-in",
    counts: COUNTS,
  },
  { id: 7, subject: "The autumn tour", state: "cancelled", at: AT, counts: OVER },
  { id: 6, subject: "Breakwater Lamp", state: "sent", at: AT, counts: OVER },
];

const DRAFT: Newsletter = {
  id: 12,
  revision: 3,
  state: "draft",
  subject: "“Lake Effect” is out",
  preheader: "Nine songs about the water and the people beside it",
  body: [
    "Hello,",
    "our album **Lake Effect** is out now.",
    "[[release: lake-effect]]",
    "We wrote it in one winter, in a house that is *cold* and has no neighbours.",
    "[[button: Listen to Lake Effect | /music/lake-effect]]",
    "Thank you for listening to us.",
  ].join("\n\n"),
  segment: {},
  isInArchive: true,
  createdAt: AT,
  changedAt: AT,
  missing: [],
};

const PREVIEW: NewsletterPreview = {
  subject: DRAFT.subject,
  html: `<!doctype html><html lang="en"><head><meta name="color-scheme" content="light dark"><title>“Lake Effect” is out</title>
<style>@media (prefers-color-scheme: dark){.ground{background:#06080d!important}.paper{background:#141926!important}.ink{color:#f4eadb!important}}</style></head>
<body class="ground" style="margin:0;background:#efe7da"><div class="paper ink" style="max-width:560px;margin:28px auto;padding:34px 40px;background:#fffaf1;color:#1b1a17;font:16px/25px Helvetica,Arial,sans-serif">
<h1 style="margin:0 0 16px;font:600 30px/38px Georgia,serif">“Lake Effect” is out</h1><p style="margin:0 0 14px">Hello,</p><p style="margin:0 0 14px">our album <b>Lake Effect</b> is out now.</p>
<p style="margin:22px 0"><a href="#" style="padding:14px 22px;background:#b3264f;color:#fff;text-decoration:none">Listen to Lake Effect</a></p><p style="margin:0">Thank you for listening to us.</p></div></body></html>`,
  text: "“Lake Effect” is out\n\nHello,\n\nour album Lake Effect is out now.\n\nListen to Lake Effect: https://example.com/music/lake-effect",
  bytes: 34_200,
  problems: [],
};

const CHOICES: NewsletterChoices = {
  sources: ["website-footer", "website-dialog", "import:mailchimp"],
  towns: ["Kingston", "Sudbury"],
  products: [{ id: "lake-effect-tee", title: "Lake Effect tee" }],
  releases: [{ id: "lake-effect", title: "Lake Effect" }],
  shows: [{ id: "2027-kingston", title: "March 5, 2027: The Grad Club" }],
  pictures: ["n1", "n2", "portrait"],
};

const AUDIENCE: Audience = {
  recipients: 1_204,
  leftOut: [
    { reason: "unsubscribed", count: 31 },
    { reason: "bounced", count: 12 },
    { reason: "complained", count: 1 },
  ],
};

const SETTINGS: NewsletterSettings = {
  postalAddress: "Harbour Line\nP.O. Box 12\nKingston ON K7L 1A1\nCanada",
  isConfirmed: true,
  welcome: { subject: "Welcome aboard", body: "Good that you are **here**." },
  perHour: 500,
};

const BOUNCES: Bounces = {
  bounces: [
    { id: 3, email: "ann@example.com", kind: "hard", isBlocked: true, at: AT, reason: "550 5.1.1 No such user" },
    { id: 2, email: "ben@example.com", kind: "soft", isBlocked: false, at: AT, reason: "452 4.2.2 Mailbox full" },
    {
      id: 1,
      email: "a.very.long.name.that.somebody.really.has@a-domain-with-many-letters.example.com",
      kind: "complaint",
      isBlocked: true,
      at: AT,
      reason: "",
    },
  ],
  next: null,
};

const NO_ORDERS: OrdersSummary = { any: false, open: 0, unpaid: 0, toSend: 0, toRefund: 0, lowStock: [] };

/** What the gateway says about newsletters in a state. */
type Given = {
  newsletters?: NewsletterSummary[];
  missing?: SendingProblem[];
  newsletter?: Newsletter;
  /** What is wrong in the text. */
  problems?: SendingProblem[];
};

/** Opens the dashboard's tab Newsletters, and a place in it. */
async function openNewsletters(page: Page, place: string, given: Given = {}): Promise<void> {
  const { newsletters = LIST, missing = [], newsletter = DRAFT, problems = [] } = given;
  const responses = {
    "": { newsletters, missing },
    "/choices": CHOICES,
    "/settings": SETTINGS,
    "/bounces": BOUNCES,
    "/audience": AUDIENCE,
    "/12": newsletter,
    "/12/preview": { ...PREVIEW, problems },
  };
  for (const [path, json] of Object.entries(responses)) {
    await page.route(API + path, (route) => route.fulfill({ json }));
  }
  await page.route(`${API}/12/recipients?*`, (route) => {
    const isDoubt = route.request().url().includes("in-doubt");
    const json: Recipients = {
      recipients: (isDoubt ? ["ann@example.com", "ben@example.org"] : ["cy@example.com"]).map((email) => ({
        email,
        state: isDoubt ? "in-doubt" : "refused",
        at: AT,
        ...(!isDoubt && { reason: "5.1.1" }),
      })),
      next: null,
    };
    return route.fulfill({ json });
  });
  // A journey before this may have ordered something.
  await page.route("**/admin/api/orders/summary", (route) => route.fulfill({ json: NO_ORDERS }));
  await routeMailStatus(page);
  await openSignedIn(page);
  await page.goto(`/admin?newsletters=${place}`);
  await expect(page.locator(".newsletters h2").first()).toBeVisible();
}

/** A newsletter that is no longer a draft. */
const report = (name: string, newsletter: Partial<Newsletter>, seen: string, more?: Partial<State>): State => ({
  name,
  async arrange({ page }) {
    await openNewsletters(page, "12", { newsletter: { ...DRAFT, ...newsletter } });
    await expect(page.getByText(seen).first()).toBeVisible();
    if (newsletter.counts?.refused) await page.getByText("Refused (3)").click();
  },
  ...more,
});

const drawn = (page: Page) => expect(page.frameLocator("iframe").getByText("Thank you for listening")).toBeVisible();

/** The owner's newsletters. */
export const DASHBOARD_NEWSLETTERS: Screen = {
  name: "Admin, newsletters",
  states: [
    {
      name: "the list",
      isMain: true,
      async arrange({ page }) {
        await openNewsletters(page, "list");
        await expect(page.getByText("412 of 1,204").first()).toBeVisible();
      },
    },
    {
      name: "nothing written, nothing set up",
      async arrange({ page }) {
        await openNewsletters(page, "list", { newsletters: [], missing: MISSING });
        await expect(page.getByText("You have not written a newsletter yet.")).toBeVisible();
      },
    },
    {
      name: "a new one",
      async arrange({ page }) {
        await openNewsletters(page, "list");
        await page.getByRole("button", { name: "New newsletter" }).click();
        await page.getByLabel("A release").check();
        await expect(page.getByLabel("Which release")).toBeVisible();
      },
    },
    {
      name: "a draft",
      isMain: true,
      async arrange({ page }) {
        await openNewsletters(page, "12");
        await drawn(page);
        await expect(page.getByText("1,204 people get it")).toBeVisible();
      },
    },
    {
      name: "a draft with a long subject, for a part of the list, in the dark",
      async arrange({ page }) {
        const segment: Segment = { sources: ["import:mailchimp"], from: "2026-01-02", bought: "downloads" };
        await openNewsletters(page, "12", { newsletter: { ...DRAFT, subject: LONG, segment } });
        await drawn(page);
        await page.getByRole("button", { name: "Dark" }).click();
        await expect(page.getByLabel("What they bought")).toBeVisible();
      },
    },
    {
      name: "something to insert",
      async arrange({ page }) {
        await openNewsletters(page, "12");
        await page.getByRole("button", { name: "Insert" }).click();
        await expect(page.getByText("portrait", { exact: true })).toBeVisible();
      },
    },
    {
      name: "a clash",
      async arrange({ page }) {
        await openNewsletters(page, "12");
        const now = { ...DRAFT, revision: 4, preheader: "Nine songs about a lake" };
        const clash: NewsletterClash = { code: "clash", message: "Somebody changed it meanwhile.", now };
        await page.route(`${API}/12`, (route) => route.fulfill({ status: 412, json: clash }));
        await page.getByLabel("Preheader").fill("Nine songs, and a boat");
        await expect(page.getByRole("dialog")).toBeVisible();
      },
    },
    {
      name: "the last look",
      async arrange({ page }) {
        await openNewsletters(page, "12");
        await page.getByRole("button", { name: "Review and send" }).click();
        await page.getByLabel("Later").check();
        await page.getByLabel("Day and time").fill("2020-01-01T09:00");
        await page.getByRole("button", { name: "Schedule it" }).click();
        await expect(page.getByText("Choose a time in the future.")).toBeVisible();
      },
    },
    {
      name: "the last look while something is missing",
      async arrange({ page }) {
        await openNewsletters(page, "12", { newsletter: { ...DRAFT, missing: MISSING } });
        await page.getByRole("button", { name: "Review and send" }).click();
        await expect(page.getByRole("dialog").getByText("Before you can send")).toBeVisible();
      },
    },
    report("scheduled", { state: "scheduled", startAt: "2026-03-12T14:00:00.000Z" }, "Make it a draft again"),
    {
      name: "paused, because something is missing",
      async arrange({ page }) {
        const paused = { state: "paused", pausedBecause: "not-ready", startAt: "2026-03-12T14:00:00.000Z" } as const;
        await openNewsletters(page, "12", {
          newsletter: { ...DRAFT, ...paused, missing: MISSING },
          problems: [{ code: "bad-block", message: "Line 3, [[show 2027-halifax]]: There is no such show." }],
        });
        await expect(page.getByText("There is no such show.")).toBeVisible();
      },
    },
    report(
      "being sent",
      { state: "sending", startedAt: AT, counts: { ...COUNTS, sent: 407, inDoubt: 0 } },
      "It is being sent.",
    ),
    report(
      "paused, with some in doubt",
      { state: "paused", pausedBecause: "sign-in", startedAt: AT, counts: COUNTS },
      "ann@example.com",
      {
        isMain: true,
      },
    ),
    report(
      "sent",
      {
        state: "sent",
        startedAt: AT,
        endedAt: AT,
        counts: { ...OVER, inDoubt: 0, sent: 1_199 },
        figures: { accepted: 1_199, bounced: 12, unsubscribed: 4, complained: 1, visits: 388 },
      },
      "What became of it",
    ),
    {
      name: "settings",
      isMain: true,
      async arrange({ page }) {
        await openNewsletters(page, "settings");
        await expect(page.getByLabel("Address", { exact: true })).toBeVisible();
        await expect(page.getByText("ann@example.com").first()).toBeVisible();
      },
    },
  ],
};
