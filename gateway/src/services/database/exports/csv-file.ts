import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { harmlessAddress, harmlessCell } from "../../../lib/formulas.ts";

type CsvFormat = {
  columns: readonly string[];
  /** The cells of a subscriber, in the order of the columns. */
  cellsOf: (subscriber: Subscriber, link: string) => string[];
};

/**
 * The formats of CSV files. In each, every value is in one column only.
 *
 * `csv` is for spreadsheets and most tools: Mailchimp reads `email` and the labels of its own fields, "First Name" and
 * "Last Name". `listmonk` is for listmonk, which reads `email`, `name` and `attributes`, a JSON object, in exactly this
 * spelling, and ignores other columns. `unsubscribe_url` is the unsubscribe link of the address. Sources: listmonk's
 * importer; mailchimp.com/help, "Format Guidelines for Your Import File".
 */
const FORMATS: Readonly<Record<"csv" | "listmonk", CsvFormat>> = {
  csv: {
    columns: ["email", "First Name", "Last Name", "status", "source", "subscribed_at", "unsubscribe_url"],
    cellsOf: ({ email, status, source, subscribed_at, first_name, last_name }, link) => [
      harmlessAddress(email),
      ...[first_name ?? "", last_name ?? "", status, source, subscribed_at].map(harmlessCell),
      link,
    ],
  },
  listmonk: {
    columns: ["email", "name", "attributes"],
    cellsOf: ({ email, status, source, subscribed_at, first_name, last_name }, unsubscribe_url) => [
      harmlessAddress(email),
      harmlessCell([first_name, last_name].filter(Boolean).join(" ")),
      // The text begins with a brace, so no spreadsheet reads it as a formula. An apostrophe would become part of a
      // value. In some languages a spreadsheet ends a cell at these two characters. The escapes mean the same in JSON.
      JSON.stringify({ status, source, subscribed_at, unsubscribe_url })
        .replaceAll(";", "\\u003b")
        .replaceAll("|", "\\u007c"),
    ],
  },
};

/** Excel reads a file as UTF-8 only when it starts with this. listmonk and Mailchimp ignore it. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * Writes the list as CSV in pieces. Lines end with CR LF. Source: RFC 4180.
 *
 * @param linkFor makes the unsubscribe link of an address
 */
export async function* csvFile(
  format: keyof typeof FORMATS,
  pages: AsyncIterable<readonly Subscriber[]>,
  linkFor: (email: string) => string,
): AsyncGenerator<string> {
  // Loaded with the first file, so that the gateway starts faster.
  const { stringify } = await import("csv-stringify/sync");
  const linesOf = (rows: readonly (readonly string[])[]) =>
    stringify([...rows], { record_delimiter: "windows", quote_record_delimiter: true });

  const { columns, cellsOf } = FORMATS[format];
  yield BYTE_ORDER_MARK + linesOf([columns]);
  for await (const page of pages) yield linesOf(page.map((row) => cellsOf(row, linkFor(row.email))));
}
