import { type Subscriber, WEBSITE_SOURCES } from "@porchlight/protocol/subscriber.ts";
import type { Caller } from "../shared/caller.ts";

/**
 * Who may do what with the table of subscribers. Source: docs/product.md §6.
 * A hosted database has the same rules as row-level security, and passes the same tests.
 */
export const POLICY = {
  /** A visitor, with the key that stands in every page. */
  anonymous: { select: "no row", insert: "one website sign-up", update: "refused", delete: "no row" },
  /** A person who signed in and does not administer the site. */
  person: { select: "no row", insert: "refused", update: "refused", delete: "no row" },
  /** The site owner. */
  admin: { select: "every row", insert: "refused", update: "refused", delete: "every row" },
  /** What moves a list, with the service key. It cannot remove subscribers: only the owner can. */
  service: { select: "every row", insert: "any rows", update: "all but the id", delete: "refused" },
} as const satisfies Record<Role, Rules>;

/** Whom the rules tell apart. */
export type Role = "anonymous" | "person" | "admin" | "service";

/** What a role may do. Rows that it may not see are passed over without an error, as PostgreSQL does. */
export type Rules = {
  select: "no row" | "every row";
  insert: "one website sign-up" | "any rows" | "refused";
  update: "all but the id" | "refused";
  delete: "no row" | "every row" | "refused";
};

/** What the table is asked by, as OPTIONS tells it. */
export const TABLE_METHODS = "OPTIONS,GET,HEAD,POST,DELETE";

const EVERYBODY = ["anonymous", "person", "admin", "service"] as const;

/** Who may call which function of the list. */
export const FUNCTION_POLICY = {
  /** What emails lead to asks these two. */
  address_of_link: EVERYBODY,
  leave_by_link: EVERYBODY,
  /** For the links in exports: a person who has the secret can make the link of any address. */
  list_secret: ["admin"],
  removed_among: ["service"],
  hand_over_list: ["service"],
  take_over_list: ["service"],
} as const satisfies Record<string, readonly Role[]>;

/**
 * Functions of a list at Supabase that the gateway alone calls, with the project's public key; it passes none of them
 * on.
 */
export const GATEWAY_FUNCTIONS = ["address_of_return", "return_by_link", "take_return_token"] as const;

/** Columns that a visitor may fill; `id` is the table's own. */
export const VISITOR_COLUMNS: ReadonlySet<string> = new Set([
  "email",
  "status",
  "source",
  "subscribed_at",
  "first_name",
  "last_name",
] satisfies (keyof Subscriber)[]);

/** The rules for a caller. */
export function rulesFor(caller: Caller): Rules {
  return POLICY[roleOf(caller)];
}

/** Whom the rules take a caller for. */
export function roleOf(caller: Caller): Role {
  if (caller.role !== "authenticated") return caller.role;
  return caller.admin ? "admin" : "person";
}

/** What the rule "one website sign-up" looks at. */
type Named = { status: string | null; source: string | null };
type WebsiteSource = (typeof WEBSITE_SOURCES)[number];

/** The rule "one website sign-up": the only row, when it is active and from one of the website's forms. */
export function oneWebsiteSignUp<Row extends Named>(
  rows: readonly Row[],
): (Row & { source: WebsiteSource }) | undefined {
  const [row] = rows;
  return rows.length === 1 && row?.status === "active" && isFromWebsite(row) ? row : undefined;
}

function isFromWebsite<Row extends Named>(row: Row): row is Row & { source: WebsiteSource } {
  return WEBSITE_SOURCES.some((source) => source === row.source);
}
