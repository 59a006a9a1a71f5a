import type { Page } from "@playwright/test";
import type { CheckUp } from "@porchlight/protocol/doctor.ts";
import { DOCTOR_MESSAGES } from "@porchlight/protocol/doctor-messages.ts";
import { openSignedIn } from "../../support/owner.ts";
import { seedSubscribers } from "../../support/seed-subscribers.ts";
import { expect } from "../../support/test.ts";
import { growingList, tellPast } from "../desk-history.ts";
import { never, type Screen, type Visit } from "../state.ts";

const CHECK_UP = "**/admin/api/doctor";

/** A report with one finding of each verdict, and sentences as long as they come. */
const REPORT: CheckUp = {
  madeAt: "2026-03-09T10:00:00.000Z",
  groups: [
    {
      id: "settings",
      findings: [
        {
          id: "public-url",
          title: "Public address",
          verdict: "good",
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
          verdict: "bad",
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
          verdict: "look",
          found: "Its record names no server, so letters from mail.harbourline.example may be taken for spam.",
          next: "Add include:mail.harbourline.example to the TXT record that begins with v=spf1.",
        },
        { id: "dmarc", title: "DMARC", verdict: "unknown", found: "The name server did not answer within 5 seconds." },
      ],
    },
  ],
};

/** Opens the dashboard over a list of so many. */
async function openDesk({ page, gateway }: Visit, subscribers: number): Promise<void> {
  seedSubscribers(gateway.dataDir, growingList(subscribers));
  await tellPast(page);
  await openSignedIn(page);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
}

const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();

async function openSubscribers(visit: Visit, subscribers: number): Promise<void> {
  await openDesk(visit, subscribers);
  await tab(visit.page, "Subscribers");
}

async function openSettings(visit: Visit): Promise<void> {
  await openDesk(visit, 8);
  await tab(visit.page, "Settings");
  await expect(visit.page.getByText("This session")).toBeVisible();
}

/** The owner's dashboard. */
export const DESK: Screen = {
  name: "Admin, dashboard",
  states: [
    { name: "overview", arrange: (visit) => openDesk(visit, 8) },
    {
      name: "overview, nobody yet",
      async arrange(visit) {
        await openDesk(visit, 0);
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
        await openDesk(visit, 8);
        await expect(page.getByText(/The numbers could not be loaded/)).toBeVisible();
      },
    },
    {
      name: "connection lost",
      async arrange(visit) {
        await openDesk(visit, 8);
        // What was still on its way would be told as numbers that did not load.
        await visit.page.waitForLoadState("networkidle");
        await visit.page.context().setOffline(true);
        await expect(visit.page.getByText("No connection. You are still signed in")).toBeVisible();
      },
    },
    {
      name: "logging out",
      async arrange(visit) {
        await openDesk(visit, 8);
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
