/**
 * Requests of the owner's dashboard for which no provider has a protocol, under `/admin/api/`. Each one carries
 * `Authorization: Bearer` with an admin's access token.
 */
import type { DemoState } from "./demo.ts";
import type { SubscriberStatus } from "./subscriber.ts";

/** Path of the dashboard. Not one of `SCREEN_PATHS`: no sitemap, link or preload leads there. */
export const ADMIN_PATH = "/admin";

/** The provider whose account the owner may link and sign in with: Google, or another OpenID provider. */
export type LinkedSignIn = "google" | "other";

/** Body of every error under `/admin/api/`. */
export type AdminApiError = { code: string; message: string };

/**
 * `GET /admin/api/growth`: how the list grew, one point for each UTC day with a sign-up, oldest first. The numbers
 * count only subscribers who are still on the list.
 */
export type Growth = { points: GrowthPoint[] };
/** `added`: how many joined on `date`, `YYYY-MM-DD`. `total`: how many had joined by the end of that day. */
type GrowthPoint = { date: string; added: number; total: number };

/** `GET /admin/api/sources`: where subscribers came from, the most frequent source first. */
export type Sources = { sources: { source: string; count: number }[] };

/**
 * `GET /admin/api/content`: parts of the owner's files that the site cannot use; empty if there are none. `demo` lists
 * the parts of the files that still come from the demo; absent if the gateway could not check. `preparing` counts the
 * prepared pictures; absent when all are prepared.
 */
export type ContentProblems = {
  problems: ContentProblem[];
  demo?: DemoState;
  preparing?: { prepared: number; all: number };
};
/**
 * `sentence` says what is wrong, where, and what was expected. `shown` says what the site shows instead of this part:
 * its version before the edit, or nothing.
 */
export type ContentProblem = { sentence: string; shown: "before" | "nothing" };

/** `POST /admin/api/reminders/delete` with `{email}`: how many requests for emails about shows were deleted. */
export type DeletedReminders = { deleted: number };

/** `POST /admin/api/people/consent/delete` with `{email}`: how many entries about an address were deleted. */
export type DeletedConsent = { deleted: number };

/** Selects the subscribers of a list or an export. An absent field selects all. */
export type SubscriberFilter = {
  /** Part of an address, in any case. */
  email?: string;
  source?: string;
  status?: SubscriberStatus;
  /** First and last day of signing up, `YYYY-MM-DD`, in UTC, both included. */
  from?: string;
  to?: string;
};

/** File formats of an export; "listmonk" is CSV too. Source: docs/product.md §3, export file. */
export type ExportFormat = "json" | "csv" | "listmonk";

/**
 * Body of `POST /admin/api/exports`. Without a `status`, CSV files have active subscribers only, because they go to
 * mailing tools.
 */
export type ExportRequest = { format: ExportFormat; filter?: SubscriberFilter };

/**
 * Response to an {@link ExportRequest}, 201. `url` is a path on this origin. It returns the file once, within a minute,
 * without a token: a browser that saves a download cannot send one.
 */
export type ExportTicket = { id: string; url: string; fileName: string; total: number };

/**
 * `GET /admin/api/exports/{id}`. `DELETE` cancels the export and its download with an error, so that no browser treats
 * the file as complete.
 */
export type ExportProgress = {
  state: "waiting" | "running" | "finished" | "cancelled" | "failed" | "expired";
  /** Rows written so far. */
  rows: number;
  /** Approximate number of all rows. */
  total: number;
};

/** `GET /admin/api/sessions`: the owner's sessions, latest first. `DELETE /admin/api/sessions/{id}` ends one, 204. */
export type Sessions = { sessions: SessionEntry[] };
/** Times are ISO 8601, UTC. */
export type SessionEntry = {
  id: string;
  /** Whether it is the session of the request. */
  isCurrent: boolean;
  createdAt: string;
  lastUsedAt: string;
  /** Network address and browser as of the last use. */
  address: string;
  userAgent: string;
  /** Assurance level: `aal2` after a second step, else `aal1`. */
  aal: "aal1" | "aal2";
};

/** `GET /admin/api/audit-log?before={id}`: security events, latest first; `next` is the `before` of the next page. */
export type AuditLog = { entries: AuditEntry[]; next: number | null };
/** One security event. */
export type AuditEntry = {
  id: number;
  /** ISO 8601, UTC. */
  at: string;
  event: AuditEvent;
  address: string;
  userAgent: string;
  /** More facts about the event, `{ "friendly_name": "Phone" }`; never a secret and never a fan's address. */
  details: Record<string, string | number | boolean>;
};

/** Every kind of security event. */
export const AUDIT_EVENTS = [
  "signed-in",
  "sign-in-failed",
  "sign-in-throttled",
  "signed-out",
  "session-ended",
  "session-revoked-by-reuse",
  "recovery-requested",
  "recovery-used",
  "password-changed",
  "factor-enrolled",
  "factor-verified",
  "factor-removed",
  "second-step-passed",
  "second-step-failed",
  "identity-linked",
  "identity-unlinked",
  "keys-rotated",
  "service-key-made",
  "subscriber-removed",
  "list-exported",
  "buyer-erased",
  "content-published",
  "content-restored",
  "content-made-own",
  "newsletter-changed",
  "newsletter-settings-changed",
  "mail-key-made",
  "consent-exported",
  "consent-deleted",
  "person-file-made",
] as const;

/** Name of a kind of security event. */
export type AuditEvent = (typeof AUDIT_EVENTS)[number];
