import type { Page } from "@playwright/test";
import type { AuditEntry, AuditLog, SessionEntry, Sessions } from "@porchlight/protocol/admin.ts";
import { OTHER_PAGES, type VisitReport } from "@porchlight/protocol/analytics.ts";
import type { MailStatus } from "@porchlight/protocol/mail.ts";
import type { OrdersSummary } from "@porchlight/protocol/orders.ts";
import { hoursAgo, type Seed } from "../support/data-file.ts";

const DAY_MS = 24 * 3_600_000;

/** Makes a list that grew faster and faster; `fan0001@example.com` is the newest subscriber. */
export function growingList(length: number): Seed[] {
  return Array.from({ length }, (_, at) => ({
    email: `fan${String(at + 1).padStart(4, "0")}@example.com`,
    source: at % 3 === 1 ? "website-dialog" : "website-footer",
    subscribedAt: hoursAgo(3 + at * at * 40),
  }));
}

/** The visits of a month, with many around a release. */
function visits(): VisitReport {
  return {
    days: Array.from({ length: 30 }, (_, at) => ({
      day: new Date(Date.now() - (29 - at) * DAY_MS).toISOString().slice(0, 10),
      pageViews: Math.round(18 + 9 * Math.sin(at) + 140 * Math.exp(-((at - 21) ** 2) / 6)),
    })),
    screens: [
      { path: "/", pageViews: 512 },
      { path: "/music", pageViews: 347 },
      { path: "/shop", pageViews: 121 },
      { path: "/about", pageViews: 88 },
      { path: OTHER_PAGES, pageViews: 3 },
    ],
    slides: [
      { album: "Lake Effect", changes: 96 },
      { album: "Breakwater Lamp", changes: 41 },
    ],
  };
}

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const AT = { createdAt: "2026-03-08T19:00:00.000Z", lastUsedAt: "2026-03-09T10:00:00.000Z" };

const SESSIONS: SessionEntry[] = [
  { id: "1", isCurrent: true, ...AT, address: "203.0.113.7", userAgent: BROWSER, aal: "aal1" },
  {
    id: "2",
    isCurrent: false,
    ...AT,
    address: "2001:db8:85a3:8d3:1319:8a2e:370:7348",
    userAgent: BROWSER,
    aal: "aal2",
  },
];

const AUDIT: AuditEntry[] = (["signed-in", "sign-in-failed", "list-exported", "password-changed"] as const).map(
  (event, at) => ({
    id: 4 - at,
    at: `2026-03-0${9 - at}T10:00:00.000Z`,
    event,
    address: "203.0.113.7",
    userAgent: BROWSER,
    details: {},
  }),
);

/** An authenticator app that the owner has set up, as the auth service sends it. */
export const FACTOR = {
  id: "5f1c8a52-6f5b-4a49-9a35-0d2f3a6f7b11",
  friendly_name: "Authenticator app",
  factor_type: "totp",
  status: "verified",
  created_at: "2026-03-09T10:00:00Z",
  updated_at: "2026-03-09T10:00:00Z",
};

/** A linked account at a provider, as the auth service sends it. */
export const IDENTITY = {
  id: "owner-at-google",
  identity_id: "0f5b9a4e-8d27-4a5c-a0a1-5a6f0c9c1d22",
  user_id: "owner",
  provider: "google",
  identity_data: { email: "owner@mail.example" },
};

/** Gives the dashboard this mail status, whatever other tests left in the outbox. */
export function routeMailStatus(page: Page, status: MailStatus = { isSent: true, waiting: 0 }): Promise<unknown> {
  return page.route("**/admin/api/mail", (route) => route.fulfill({ json: status }));
}

/** Gives the dashboard the same history in every run, whatever other tests did on the same gateway. */
export async function routeHistory(page: Page): Promise<void> {
  const responses = {
    visits: visits(),
    sessions: { sessions: SESSIONS } satisfies Sessions,
    "audit-log": { entries: AUDIT, next: null } satisfies AuditLog,
    "orders/summary": { any: false, open: 0, unpaid: 0, toSend: 0, toRefund: 0, lowStock: [] } satisfies OrdersSummary,
  };
  for (const [name, json] of Object.entries(responses)) {
    await page.route(`**/admin/api/${name}`, (route) => route.fulfill({ json }));
  }
}
