import { basename } from "node:path";
import { isPlainName, plainKey } from "./columns.ts";

/** Where a list comes from; a subscriber's `source` becomes `import:` followed by it. */
export type Origin =
  | "porchlight"
  | "mailchimp"
  | "ghost"
  | "listmonk"
  | "keila"
  | "bandcamp"
  | "shopify"
  | "substack"
  | "csv";

/** The format that a file seems to have. */
export type DetectedFormat = {
  origin: Origin;
  /** "an export of Ghost". */
  title: string;
  /** Columns that only this format has, in the file's spelling; empty for a plain list. */
  because: readonly string[];
  /** The status of all rows, if only the file's name tells it. */
  everybody?: "unsubscribed" | "never joined";
  /** Whether the file's name says that emails to all of its addresses bounced. */
  isOfBounced?: boolean;
  /** Which column must say for each row that the person gets emails. "everybody": being in the file says it. */
  agreedBy: "consent" | "status" | "unsubscribed" | "everybody" | "nobody";
  /** The tool's other columns, as `plainKey` writes them. They say nothing about emails. */
  harmless: readonly string[];
};

type Tool = Pick<DetectedFormat, "title" | "agreedBy" | "harmless"> & {
  origin: Exclude<Origin, "csv">;
  anyOf: readonly (readonly string[])[];
};

/** Our own exports: CSV, JSON, and the file for listmonk. */
export const OUR_FORMAT = {
  origin: "porchlight",
  title: "an export of Porchlight",
  agreedBy: "status",
  harmless: ["id", "source", "unsubscribeurl"],
} as const;

/**
 * Columns that only the exports of one tool have, and how each tool says who gets emails. Sources:
 * - Mailchimp: mailchimp.com/help, "View or export contacts"; for its groups of contacts, the example files in
 *   github.com/TryGhost/migrate, mg-mailchimp-members. All times are UTC. Only the name of a file distinguishes the
 *   subscribed group from the one that never joined.
 * - Ghost: github.com/TryGhost/Ghost, `members-csv`, `unparse`.
 * - listmonk: github.com/knadh/listmonk, `cmd/subscribers.go`, `ExportSubscribers`. Its status column is about the
 *   address, not about a list. The file does not say who unsubscribed from a list or never confirmed:
 *   `query-subscribers-for-export`.
 * - Keila: github.com/pentacent/keila, `contacts_export_controller.ex`. Earlier versions wrote no status.
 * - Bandcamp: Tools, "mailing list", whose files begin with email, fullname, date added, country, postal code,
 *   num purchases.
 * - Shopify's customers: help.shopify.com, "Customer CSV file".
 * - Substack: the example files in github.com/TryGhost/migrate, mg-substack-members-csv.
 */
const TOOLS: readonly Tool[] = [
  { ...OUR_FORMAT, anyOf: [["status", "subscribedat", "source", "unsubscribeurl"]] },
  {
    origin: "mailchimp",
    title: "an export of Mailchimp",
    agreedBy: "nobody",
    anyOf: [
      ["leid", "euid"],
      ["memberrating", "optintime"],
    ],
    harmless: [
      ...["memberrating", "optinip", "confirmip", "latitude", "longitude", "gmtoff", "dstoff", "timezone", "cc"],
      ...["region", "lastchanged", "leid", "euid", "notes", "tags", "unsubcampaigntitle", "unsubcampaignid"],
      ...["unsubreason", "unsubreasonother", "cleancampaigntitle", "cleancampaignid"],
    ],
  },
  {
    origin: "ghost",
    title: "an export of Ghost",
    agreedBy: "consent",
    anyOf: [["subscribedtoemails", "complimentaryplan"]],
    harmless: ["note", "complimentaryplan", "stripecustomerid", "labels", "tiers", "products"],
  },
  {
    origin: "listmonk",
    title: "an export of listmonk",
    agreedBy: "nobody",
    anyOf: [["uuid", "attributes", "status"]],
    harmless: ["uuid", "updatedat"],
  },
  {
    origin: "keila",
    title: "an export of Keila",
    agreedBy: "status",
    anyOf: [["email", "firstname", "lastname", "data", "status"]],
    harmless: ["externalid"],
  },
  {
    origin: "bandcamp",
    title: "a mailing list of Bandcamp",
    agreedBy: "everybody",
    anyOf: [["fullname", "dateadded", "country", "postalcode", "numpurchases"]],
    harmless: ["numpurchases"],
  },
  {
    origin: "shopify",
    title: "Shopify's file of customers",
    agreedBy: "consent",
    anyOf: [
      ["acceptsemailmarketing", "totalspent", "totalorders"],
      ["acceptsmarketing", "totalspent", "totalorders"],
    ],
    harmless: [
      ...["customerid", "acceptssmsmarketing", "totalspent", "totalorders", "note", "tags", "taxexempt"],
      ...["company", "address1", "address2", "city", "provincecode", "countrycode", "zip", "phone"].map(
        (name) => `defaultaddress${name}`,
      ),
    ],
  },
  {
    origin: "substack",
    title: "an export of Substack",
    agreedBy: "unsubscribed",
    anyOf: [
      ["emaildisabled", "expiry", "activesubscription"],
      ["emaildisabled", "expiry", "type"],
    ],
    harmless: ["activesubscription", "expiry", "plan", "type", "firstpaymentat", "stripeconnectedcustomerid"],
  },
];

/**
 * Detects which tool exported a list.
 *
 * @param names of the columns; empty when the file has no heading
 * @param file the name of the file, which tells the group of Mailchimp's contacts if no column does
 */
export function detectFormat(names: readonly string[], file: string): DetectedFormat {
  const keys = new Map(names.filter(isPlainName).map((name) => [plainKey(name), name.trim()]));
  const everybody = findGroup(file);
  const isOfBounced = everybody === "unsubscribed" && /cleaned_|bounced/i.test(basename(file));
  for (const { origin, title, agreedBy, harmless, anyOf } of TOOLS) {
    const signs = anyOf.find((all) => all.every((key) => keys.has(key)));
    if (signs === undefined) continue;
    const because = signs.map((key) => keys.get(key) ?? key);
    const found = { origin, title, because, agreedBy, harmless };
    if (origin !== "mailchimp") return found;
    if (SUBSCRIBED_FILE.test(basename(file))) return { ...found, agreedBy: "everybody" };
    return { ...found, ...(everybody && { everybody, isOfBounced }) };
  }
  const plain = { origin: "csv", title: "a plain list", because: [], agreedBy: "consent", harmless: [] } as const;
  return { ...plain, ...(everybody && { everybody, isOfBounced }) };
}

/** The name that Mailchimp gives the file of its subscribed contacts. A name of the owner's could mean anything. */
const SUBSCRIBED_FILE = /^(?:copy of )?subscribed_(?:[a-z]+_)+export_/i;

/**
 * Mailchimp names its files "unsubscribed_members_export_1a2b3c.csv", or "…_email_audience_export_…". Owners rename
 * them, and other tools name theirs "unsubscribed.csv".
 */
function findGroup(file: string): DetectedFormat["everybody"] {
  const name = basename(file).toLowerCase();
  const words = name.split(/[^a-z]+/);
  const has = (...names: string[]) => names.some((name) => words.includes(name));
  if (has("subscribed")) return undefined;
  if (has("unsubscribed", "unsubscribes", "unsubscribers", "bounced", "blocklisted") || /(?:^| )cleaned_/.test(name))
    return "unsubscribed";
  return has("nonsubscribed", "transactional") ? "never joined" : undefined;
}
