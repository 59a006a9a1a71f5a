/**
 * What the owner's dashboard and the gateway say to each other beyond the providers' own protocols, under
 * `/admin/api/`. Every call carries `Authorization: Bearer` with an admin's access token.
 */
import type { DemoState } from "./demo.ts";
import type { SubscriberStatus } from "./subscriber.ts";

/** Path of the dashboard. Not one of `SCREEN_PATHS`: no sitemap, link or preload leads there. */
export const ADMIN_PATH = "/admin";

/** Whose accounts the owner may link to sign in by: Google's, or those of another OpenID provider. */
export type LinkedSignIn = "google" | "other";

/** Body of every error under `/admin/api/`. */
export type AdminApiError = { code: string; message: string };

/**
 * `GET /admin/api/growth`: how the list grew, one point for each UTC day that somebody on it joined, oldest first.
 * Both numbers count the subscribers who are on the list now.
 */
export type Growth = { points: GrowthPoint[] };
/** `total` is the number who had joined by the end of `date`, `YYYY-MM-DD`. */
type GrowthPoint = { date: string; added: number; total: number };

/** `GET /admin/api/sources`: where subscribers came from, most first. */
export type Sources = { sources: { source: string; count: number }[] };

/**
 * `GET /admin/api/content`: what in the owner's files cannot be used as it is now; nothing when all is well. `demo` is
 * what in them is still the demo's, absent where it could not be looked for.
 */
export type ContentProblems = { problems: ContentProblem[]; demo?: DemoState };
/** `sentence` says what and where, and what was expected; `shown` what the site shows in its place. */
export type ContentProblem = { sentence: string; shown: "before" | "nothing" };

/** Which subscribers a list or an export is about; what is absent does not narrow it. */
export type SubscriberFilter = {
  /** Part of an address, in any case. */
  email?: string;
  source?: string;
  status?: SubscriberStatus;
  /** First and last day of signing up, `YYYY-MM-DD`, in UTC, both included. */
  from?: string;
  to?: string;
};

/** Files an export can be. Source: docs/product.md §3, export file. */
export type ExportFormat = "json" | "csv";

/** Body of `POST /admin/api/exports`. Without a `status` CSV is of active subscribers only, for it goes to mailing tools. */
export type ExportRequest = { format: ExportFormat; filter?: SubscriberFilter };

/**
 * Its response, 201. `url` is a path on this origin that returns the file once, within a minute, without a token: a browser
 * that saves a download cannot send one.
 */
export type ExportTicket = { id: string; url: string; fileName: string; total: number };

/** `GET /admin/api/exports/{id}`. `DELETE` there cancels: the download is aborted, and no browser takes it for a whole file. */
export type ExportProgress = {
  state: "waiting" | "running" | "finished" | "cancelled" | "failed" | "expired";
  /** Rows written so far, of about this many. */
  rows: number;
  total: number;
};

/** `GET /admin/api/sessions`: who is signed in, the latest first. `DELETE /admin/api/sessions/{id}` ends one, 204. */
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
  /** Assurance: `aal2` once a second step was passed. */
  aal: "aal1" | "aal2";
};

/** `GET /admin/api/audit-log?before={id}`: security events, the latest first; `next` is the `before` of the next page. */
export type AuditLog = { entries: AuditEntry[]; next: number | null };
/** One security event. */
export type AuditEntry = {
  id: number;
  /** ISO 8601, UTC. */
  at: string;
  event: AuditEvent;
  address: string;
  userAgent: string;
  /** What else is worth knowing, `{ "friendly_name": "Phone" }`; never a secret and never a fan's address. */
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
] as const;

/** Name of a kind of security event. */
export type AuditEvent = (typeof AUDIT_EVENTS)[number];
