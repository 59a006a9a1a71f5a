import { type Subscriber, WEBSITE_SOURCES } from "@porchlight/protocol/subscriber.ts";
import type { Caller } from "../shared/caller.ts";

/**
 * The rights of each role on the table of subscribers. Source: docs/product.md §6. A hosted database has the same rules
 * as row-level security, and passes the same tests.
 */
export const POLICY = {
  /** A visitor, with the key in every page. */
  anonymous: { select: "no row", insert: "one website sign-up", update: "refused", delete: "no row" },
  /** A signed-in person who does not administer the site. */
  person: { select: "no row", insert: "refused", update: "refused", delete: "no row" },
  /** The site owner. */
  admin: { select: "every row", insert: "refused", update: "refused", delete: "every row" },
  /** A program that moves a list, with the service key. Only the owner can remove subscribers. */
  service: { select: "every row", insert: "any rows", update: "all but the id", delete: "refused" },
} as const satisfies Record<Role, Rules>;

export type Role = "anonymous" | "person" | "admin" | "service";

/** What a role may do. As in PostgreSQL, rows that it may not see are skipped without an error. */
export type Rules = {
  select: "no row" | "every row";
  insert: "one website sign-up" | "any rows" | "refused";
  update: "all but the id" | "refused";
  delete: "no row" | "every row" | "refused";
};

/** Methods of the table, for `Allow`. */
export const TABLE_METHODS = "OPTIONS,GET,HEAD,POST,DELETE";

const EVERYBODY = ["anonymous", "person", "admin", "service"] as const;

/** The roles that may call each function of the list. */
export const FUNCTION_POLICY = {
  /** For the page that unsubscribe links open. */
  address_of_link: EVERYBODY,
  leave_by_link: EVERYBODY,
  /** For the links in exports. The gateway uses the secret to make the unsubscribe link of any address. */
  list_secret: ["admin"],
  removed_among: ["service"],
  hand_over_list: ["service"],
  take_over_list: ["service"],
} as const satisfies Record<string, readonly Role[]>;

/**
 * Functions of a list at Supabase that only the gateway calls, with the project's public key. It does not pass clients'
 * calls to them on.
 */
export const GATEWAY_FUNCTIONS = ["address_of_return", "return_by_link", "take_return_token"] as const;

/** Columns that a visitor may fill. The table assigns `id`. */
export const VISITOR_COLUMNS: ReadonlySet<string> = new Set([
  "email",
  "status",
  "source",
  "subscribed_at",
  "first_name",
  "last_name",
] satisfies (keyof Subscriber)[]);

export function rulesFor(caller: Caller): Rules {
  return POLICY[roleOf(caller)];
}

export function roleOf(caller: Caller): Role {
  if (caller.role !== "authenticated") return caller.role;
  return caller.admin ? "admin" : "person";
}

/** The fields that the rule "one website sign-up" checks. */
type CheckedFields = { status: string | null; source: string | null };
type WebsiteSource = (typeof WEBSITE_SOURCES)[number];

/** Checks the rule "one website sign-up". @returns the only row, if it is active and from a form of the website */
export function oneWebsiteSignUp<Row extends CheckedFields>(
  rows: readonly Row[],
): (Row & { source: WebsiteSource }) | undefined {
  const [row] = rows;
  return rows.length === 1 && row?.status === "active" && isFromWebsite(row) ? row : undefined;
}

function isFromWebsite<Row extends CheckedFields>(row: Row): row is Row & { source: WebsiteSource } {
  return WEBSITE_SOURCES.some((source) => source === row.source);
}
