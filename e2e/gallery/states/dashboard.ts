import type { Page } from "@playwright/test";
import type { ContentProblems, ExportProgress } from "@porchlight/protocol/admin.ts";
import { DASHBOARD_MESSAGES } from "@porchlight/protocol/dashboard-messages.ts";
import type { DemoState } from "@porchlight/protocol/demo.ts";
import type { CheckUp, EmailFindings } from "@porchlight/protocol/doctor.ts";
import { DOCTOR_MESSAGES } from "@porchlight/protocol/doctor-messages.ts";
import { download } from "../../support/dashboard.ts";
import { fans, type Seed, seedSubscribers } from "../../support/data-file.ts";
import { openSignedIn } from "../../support/owner.ts";
import { expect } from "../../support/test.ts";
import { growingList, routeHistory, routeMailStatus } from "../dashboard-history.ts";
import { never, type Screen, type Visit } from "../state.ts";
import { SUMMARY } from "./orders.ts";

const CHECK_UP = "**/admin/api/doctor";

/** What the receiver of a test email saw. */
const SEEN: EmailFindings = {
  findings: [
    {
      id: "mail-received-spf",
      title: "Test email, SPF",
      status: "good",
      found: "mx.google.com says pass for harbourline.example.",
    },
    {
      id: "mail-received-dkim",
      title: "Test email, DKIM",
      status: "bad",
      found: "mx.google.com says fail for harbourline.example, key porchlight-1a2b3c4d.",
      next: "Compare the key's record in the DNS with the one that the dashboard shows. A server on the way may also have changed the email.",
    },
  ],
};

/** A report with one finding of each kind, and the longest sentences. */
const REPORT: CheckUp = {
  madeAt: "2026-03-09T10:00:00.000Z",
  groups: [
    {
      id: "settings",
      findings: [
        {
          id: "public-url",
          title: "Public address",
          status: "good",
          found: "PUBLIC_URL is https://harbourline.example.",
        },
      ],
    },
    {
      id: "backups",
      findings: [
        {
          id: "backup-age",
          title: "Latest backup",
          status: "bad",
          found: "There is none in data/backups, and the data file is 41 days old.",
          next: "Run npm run backup, and keep a copy on another machine.",
        },
      ],
    },
    {
      id: "dns",
      findings: [
        {
          id: "spf",
          title: "SPF of harbourline.example",
          status: "look",
          found: "Its record names no server, so emails from mail.harbourline.example may be taken for spam.",
          next: "Add include:mail.harbourline.example to the TXT record that begins with v=spf1.",
        },
        { id: "dmarc", title: "DMARC", status: "unknown", found: "The name server did not answer within 5 seconds." },
      ],
    },
  ],
};

/** Two kinds of files that cannot be used, with the longest sentences. */
const PROBLEMS: ContentProblems = {
  problems: [
    {
      sentence:
        'store/products.yaml, line 41 (products 3, price): must be a price with two decimals, such as 24.50; line 57 (products 4): "title" is missing.',
      shown: "before",
    },
    { sentence: "1 file is no picture or recording that can be read: images/n2.jpg.", shown: "nothing" },
  ],
};

const CONTENT = "**/admin/api/content";

/** A demo that an owner has changed in part. */
const DEMO: DemoState = {
  isWhole: false,
  isPublic: true,
  isShipped: false,
  own: {},
  files: [
    {
      file: "artist.json",
      parts: [
        { label: "watchUrl", line: 28, path: ["watchUrl"], words: "“https://www.youtube.com/@harbourline”" },
        { label: "contacts, legal", line: 32, path: ["contacts", "legal"], words: "“legal@harbourline.example”" },
        { label: "contacts, accessibility, phone", line: 35, path: ["contacts"], words: "“+1 613 555 0142”" },
      ],
    },
    { file: "store/shop.md", parts: [{ label: "“The same table you find by …”", line: 7 }] },
    { file: "images", parts: [{ label: "bio.jpg" }, { label: "social.jpg" }] },
  ],
  shared: [
    {
      file: "artist.json",
      parts: [{ label: "governingLaw", line: 38, path: ["governingLaw"], words: "“the Province of Ontario, Canada”" }],
    },
  ],
};

/**
 * Opens the dashboard of an artist with their own content.
 *
 * @param subscribers the list, or its length
 */
async function openDashboard(
  { page, gateway }: Visit,
  subscribers: number | Seed[],
  content: ContentProblems = { problems: [] },
): Promise<void> {
  await page.route(CONTENT, (route) => route.fulfill({ json: content }));
  seedSubscribers(gateway.dataDir, typeof subscribers === "number" ? growingList(subscribers) : subscribers);
  await routeHistory(page);
  await routeMailStatus(page);
  await openSignedIn(page);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
}

const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();

async function openSubscribers(visit: Visit, subscribers: number | Seed[]): Promise<void> {
  await openDashboard(visit, subscribers);
  await tab(visit.page, "Subscribers");
}

/** Opens the dashboard's settings. */
export async function openSettings(visit: Visit): Promise<void> {
  await openDashboard(visit, 8);
  await tab(visit.page, "Settings");
  await expect(visit.page.getByText("This session")).toBeVisible();
}

/** Downloads an export. The gateway's response about its progress is stubbed. */
async function openExport(visit: Visit, button: string, progress: ExportProgress): Promise<void> {
  const { page } = visit;
  await page.route(/\/admin\/api\/exports\/[^/]+$/, (route) => route.fulfill({ json: progress }));
  await openDashboard(visit, 8);
  await download(page, button);
}

/** Opens the dashboard of a list at a provider, which has no growth, sources, sessions and audit log. */
async function openHostedDashboard(visit: Visit): Promise<void> {
  const { page } = visit;
  await page.route("**/config.json", async (route) => {
    const response = await route.fetch();
    const config = await response.json();
    Object.assign(config.services, { database: "hosted", auth: "hosted" });
    await route.fulfill({ response, json: config });
  });
  await openDashboard(visit, 8);
  // Playwright uses the latest route that matches.
  await page.route(/\/admin\/api\/(growth|sources|sessions|audit-log)$/, (route) =>
    route.fulfill({ status: 404, json: { code: "not_found", message: "" } }),
  );
  await page.reload();
}

/** The owner's dashboard. */
export const DASHBOARD: Screen = {
  name: "Admin, dashboard",
  states: [
    { name: "overview", arrange: (visit) => openDashboard(visit, 8) },
    {
      name: "overview, of a shop with orders",
      async arrange(visit) {
        await openDashboard(visit, 8);
        // Playwright uses the latest route that matches.
        await visit.page.route("**/admin/api/orders/summary", (route) => route.fulfill({ json: SUMMARY }));
        await visit.page.reload();
        await expect(visit.page.getByText("2 orders to pack")).toBeVisible();
      },
    },
    {
      name: "overview, nobody yet",
      async arrange(visit) {
        await openDashboard(visit, 0);
        await expect(visit.page.getByText("No new subscribers this week.")).toBeVisible();
      },
    },
    {
      name: "overview, numbers that did not load",
      async arrange(visit) {
        const { page } = visit;
        await page.route("**/rest/v1/**", (route) =>
          route.fulfill({ status: 500, json: { code: "XX000", message: "" } }),
        );
        await openDashboard(visit, 8);
        await expect(page.getByText(/The numbers could not be loaded/)).toBeVisible();
      },
    },
    {
      name: "overview, files that cannot be used",
      async arrange(visit) {
        await openDashboard(visit, 8, PROBLEMS);
        await expect(visit.page.getByText(/products\.yaml/)).toBeVisible();
      },
    },
    {
      name: "overview, emails that wait",
      async arrange(visit) {
        await openDashboard(visit, 8);
        // Playwright uses the latest route that matches.
        await routeMailStatus(visit.page, { isSent: false, waiting: 1_204 });
        await visit.page.reload();
        await expect(visit.page.getByText(/1,204 emails are in the outbox folder/)).toBeVisible();
      },
    },
    {
      name: "overview, a mailbox that cannot be read",
      async arrange(visit) {
        await openDashboard(visit, 8);
        await routeMailStatus(visit.page, { isSent: true, waiting: 0, mailboxProblem: "sign-in" });
        await visit.page.reload();
        await expect(visit.page.getByText(/mailbox of bounces cannot be read/)).toBeVisible();
      },
    },
    {
      name: "overview, with some of the demo left",
      async arrange(visit) {
        await openDashboard(visit, 8, { problems: [], demo: DEMO });
        await expect(visit.page.getByText(/youtube/)).toBeVisible();
      },
    },
    {
      name: "overview, while pictures are prepared",
      async arrange(visit) {
        await openDashboard(visit, 8, { problems: [], preparing: { prepared: 5, all: 23 } });
        await expect(visit.page.getByText(/^Pictures are being prepared/)).toBeVisible();
      },
    },
    {
      name: "overview, the first steps of a new owner",
      async arrange(visit) {
        const own = { name: true, colour: true, pictures: false, links: false, story: true, shows: false };
        await openDashboard(visit, 0, { problems: [], demo: { ...DEMO, files: [], shared: [], own } });
        await expect(visit.page.getByRole("heading", { name: "First steps" })).toBeVisible();
      },
    },
    {
      name: "overview, the demo as it came",
      async arrange(visit) {
        await openDashboard(visit, 8, {
          problems: [],
          demo: { ...DEMO, isWhole: true, isPublic: false, files: [], shared: [] },
        });
        await expect(visit.page.getByText(/still shows the demo/)).toBeVisible();
      },
    },
    {
      name: "overview, its plots as tables",
      async arrange(visit) {
        const { page } = visit;
        await openDashboard(visit, 8);
        await expect(page.getByRole("region", { name: "Growth" }).locator("canvas")).toBeVisible();
        for (const name of ["Growth", "Visits"]) {
          await page.getByRole("region", { name }).getByText("Show as a table").click();
          await expect(page.getByRole("region", { name }).getByRole("table")).toBeVisible();
        }
      },
    },
    {
      name: "overview, the list at a provider",
      async arrange(visit) {
        await openHostedDashboard(visit);
        await expect(visit.page.getByText(DASHBOARD_MESSAGES.growthHidden)).toBeVisible();
      },
    },
    {
      name: "an export that is running",
      async arrange(visit) {
        await openExport(visit, "Download JSON", { state: "running", rows: 12, total: 30 });
        await expect(visit.page.getByText("12 of 30 rows")).toBeVisible();
      },
    },
    {
      name: "an export that is complete",
      async arrange(visit) {
        await openExport(visit, "Export Data", { state: "finished", rows: 30, total: 30 });
        await expect(visit.page.getByText("is complete: 30 subscribers.")).toBeVisible();
        await expect(visit.page.getByRole("button", { name: "File for listmonk" })).toBeVisible();
      },
    },
    {
      name: "connection lost",
      async arrange(visit) {
        await openDashboard(visit, 8);
        // Requests that are still running would fail and show an error message.
        await visit.page.waitForLoadState("networkidle");
        await visit.page.context().setOffline(true);
        await expect(visit.page.getByText("No connection. You are still signed in")).toBeVisible();
      },
    },
    {
      name: "logging out",
      async arrange(visit) {
        await openDashboard(visit, 8);
        await visit.page.getByRole("button", { name: "Logout" }).click();
        await expect(visit.page.getByRole("dialog")).toBeVisible();
      },
    },
    {
      name: "subscribers",
      async arrange(visit) {
        await openSubscribers(visit, 8);
        await expect(visit.page.getByRole("button", { name: "Remove fan0008@example.com" })).toBeVisible();
      },
    },
    {
      name: "subscribers, a full page",
      async arrange(visit) {
        const longest = { email: `${"a".repeat(64)}@${"b.".repeat(90)}example`, firstName: "Ann", lastName: "Lee" };
        await openSubscribers(visit, [longest, ...fans(60)]);
        await expect(visit.page.getByRole("button", { name: "Remove fan0049@example.com" })).toBeVisible();
      },
    },
    {
      name: "subscribers, nobody yet",
      async arrange(visit) {
        await openSubscribers(visit, 0);
        await expect(visit.page.getByText("No subscribers yet.")).toBeVisible();
      },
    },
    {
      name: "subscribers, none that match",
      async arrange(visit) {
        await openSubscribers(visit, 8);
        await visit.page.getByLabel("Search addresses").fill("xy");
        await expect(visit.page.getByText("No subscriber matches these filters.")).toBeVisible();
      },
    },
    {
      name: "removing a subscriber",
      async arrange(visit) {
        await openSubscribers(visit, 8);
        await visit.page.getByRole("button", { name: "Remove fan0001@example.com" }).click();
        await expect(visit.page.getByRole("dialog")).toBeVisible();
      },
    },
    { name: "settings", arrange: openSettings },
    {
      name: "settings, with its technical details",
      async arrange(visit) {
        await openSettings(visit);
        await visit.page.getByText("Technical details").click();
        await expect(visit.page.getByRole("heading", { name: "System Info" })).toBeVisible();
      },
    },
    {
      name: "settings, the list at a provider",
      async arrange(visit) {
        await openHostedDashboard(visit);
        await tab(visit.page, "Settings");
        await visit.page.getByText("Technical details").click();
        await expect(visit.page.getByText("The list is stored by Supabase.")).toBeVisible();
      },
    },
    {
      name: "check-up, running",
      async arrange(visit) {
        await visit.page.route(CHECK_UP, never);
        await openSettings(visit);
        await visit.page.getByRole("button", { name: "Run the check-up" }).click();
        await expect(visit.page.getByText(DOCTOR_MESSAGES.running)).toBeVisible();
      },
    },
    {
      name: "check-up, report",
      async arrange(visit) {
        await visit.page.route(CHECK_UP, (route) => route.fulfill({ json: REPORT }));
        await openSettings(visit);
        await visit.page.getByRole("button", { name: "Run the check-up" }).click();
        await expect(visit.page.getByRole("status").filter({ hasText: "1 bad, 1 to look at" })).toBeVisible();
      },
    },
    {
      name: "check-up, a test email",
      async arrange(visit) {
        const { page } = visit;
        await page.route(`${CHECK_UP}/email`, (route) => route.fulfill({ json: SEEN }));
        await openSettings(visit);
        await page.getByText("Check a test email").click();
        await page
          .getByLabel("Source of the email")
          .fill("Delivered-To: owner@example.com\nReceived: by 2002:a05:6a10");
        await page.getByRole("button", { name: "Check it" }).click();
        await expect(page.getByRole("list", { name: "What its receiver saw" })).toBeVisible();
      },
    },
    {
      name: "check-up, failed",
      async arrange(visit) {
        await visit.page.route(CHECK_UP, (route) =>
          route.fulfill({ status: 500, json: { code: "XX000", message: "" } }),
        );
        await openSettings(visit);
        await visit.page.getByRole("button", { name: "Run the check-up" }).click();
        await expect(visit.page.getByRole("button", { name: /again/i })).toBeVisible();
      },
    },
  ],
};
