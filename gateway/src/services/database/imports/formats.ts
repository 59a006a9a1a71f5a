import { basename } from "node:path";
import { plainKey } from "./columns.ts";

/** Where a list comes from; a subscriber's `source` becomes `import:` and this. */
export type Origin = "porchlight" | "mailchimp" | "ghost" | "listmonk" | "keila" | "bandcamp" | "csv";

/** What a file was taken for. */
export type DetectedFormat = {
  origin: Origin;
  /** "an export of Ghost". */
  title: string;
  /** Columns that gave it away, as the file writes them; none for a plain list. */
  because: readonly string[];
  /** What everybody in the file is, where only its name tells. */
  everybody?: "left" | "never joined";
};

/**
 * Columns that only one tool's exports have. Sources:
 * - Mailchimp: mailchimp.com/help, "View or export contacts"; by groups, as its files in github.com/TryGhost/migrate,
 *   mg-mailchimp-members. All times are UTC.
 * - Ghost: github.com/TryGhost/Ghost, `members-csv`, `unparse`.
 * - listmonk: github.com/knadh/listmonk, `cmd/subscribers.go`, `ExportSubscribers`.
 * - Keila: github.com/pentacent/keila, `keila_import_template.csv`; its exports are made to be imported again.
 * - Bandcamp: Tools, "mailing list", whose files begin with email, fullname, date added, country, postal code,
 *   num purchases.
 */
const SIGNS: readonly { origin: Exclude<Origin, "csv">; title: string; anyOf: readonly (readonly string[])[] }[] = [
  { origin: "porchlight", title: "an export of Porchlight", anyOf: [["subscribedat", "source", "unsubscribeurl"]] },
  {
    origin: "mailchimp",
    title: "an export of Mailchimp",
    anyOf: [
      ["leid", "euid"],
      ["memberrating", "optintime"],
    ],
  },
  { origin: "ghost", title: "an export of Ghost", anyOf: [["subscribedtoemails", "complimentaryplan"]] },
  { origin: "listmonk", title: "an export of listmonk", anyOf: [["uuid", "attributes", "status"]] },
  {
    origin: "keila",
    title: "an export of Keila",
    anyOf: [
      ["firstname", "lastname", "data"],
      ["firstname", "lastname", "externalid"],
    ],
  },
  {
    origin: "bandcamp",
    title: "a mailing list of Bandcamp",
    anyOf: [["numpurchases"], ["fullname", "dateadded", "country"], ["date", "country", "postalcode"]],
  },
];

/**
 * Says whose export a list is.
 *
 * @param names of its columns; none when it has no line of them
 * @param file whose name tells a group of Mailchimp's when no column does
 */
export function detectFormat(names: readonly string[], file: string): DetectedFormat {
  const keys = new Map(names.map((name) => [plainKey(name), name.trim()]));
  for (const { origin, title, anyOf } of SIGNS) {
    const signs = anyOf.find((all) => all.every((key) => keys.has(key)));
    if (signs === undefined) continue;
    const everybody = origin === "mailchimp" ? groupOf(file) : undefined;
    return { origin, title, because: signs.map((key) => keys.get(key) ?? key), ...(everybody && { everybody }) };
  }
  return { origin: "csv", title: "a plain list", because: [] };
}

/** Mailchimp names its files "unsubscribed_members_export_1a2b3c.csv", or "…_email_audience_export_…". */
function groupOf(file: string): DetectedFormat["everybody"] {
  const name = basename(file).toLowerCase();
  if (/^(unsubscribed|cleaned)_/.test(name)) return "left";
  return /^(nonsubscribed|transactional)_/.test(name) ? "never joined" : undefined;
}
