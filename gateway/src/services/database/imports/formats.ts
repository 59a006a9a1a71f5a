import { basename } from "node:path";
import { plainKey } from "./columns.ts";

/** Where a list comes from; a subscriber's `source` becomes `import:` followed by it. */
export type Origin = "porchlight" | "mailchimp" | "ghost" | "listmonk" | "keila" | "bandcamp" | "csv";

/** The format that a file seems to have. */
export type DetectedFormat = {
  origin: Origin;
  /** "an export of Ghost". */
  title: string;
  /** Columns that only this format has, in the file's spelling; empty for a plain list. */
  because: readonly string[];
  /** The status of all rows, if only the file's name tells it. */
  everybody?: "unsubscribed" | "never joined";
};

/**
 * Columns that only the exports of one tool have. Sources:
 * - Mailchimp: mailchimp.com/help, "View or export contacts"; for its groups of contacts, the example files in
 *   github.com/TryGhost/migrate, mg-mailchimp-members. All times are UTC.
 * - Ghost: github.com/TryGhost/Ghost, `members-csv`, `unparse`.
 * - listmonk: github.com/knadh/listmonk, `cmd/subscribers.go`, `ExportSubscribers`.
 * - Keila: github.com/pentacent/keila, `keila_import_template.csv`; its exports are in the format of its imports.
 * - Bandcamp: Tools, "mailing list", whose files begin with email, fullname, date added, country, postal code,
 *   num purchases.
 */
const SIGNATURES: readonly { origin: Exclude<Origin, "csv">; title: string; anyOf: readonly (readonly string[])[] }[] =
  [
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
 * Detects which tool exported a list.
 *
 * @param names of the columns; empty when the file has no heading
 * @param file the name of the file, which tells the group of Mailchimp's contacts if no column does
 */
export function detectFormat(names: readonly string[], file: string): DetectedFormat {
  const keys = new Map(names.map((name) => [plainKey(name), name.trim()]));
  for (const { origin, title, anyOf } of SIGNATURES) {
    const signs = anyOf.find((all) => all.every((key) => keys.has(key)));
    if (signs === undefined) continue;
    const everybody = origin === "mailchimp" ? findGroup(file) : undefined;
    return { origin, title, because: signs.map((key) => keys.get(key) ?? key), ...(everybody && { everybody }) };
  }
  const everybody = findGroup(file);
  return { origin: "csv", title: "a plain list", because: [], ...(everybody && { everybody }) };
}

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
