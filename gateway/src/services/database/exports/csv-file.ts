import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { harmlessAddress, harmlessCell } from "../../../lib/formulas.ts";

/**
 * Columns of the CSV file. listmonk reads `email`, `name` and `attributes`, spelled exactly so, and ignores the others.
 * Mailchimp reads `email` and the labels of its own fields, "First Name" and "Last Name". `unsubscribe_url` is the
 * address's unsubscribe link, for a custom field of any tool. Sources: listmonk's importer; mailchimp.com/help, "Format
 * Guidelines for Your Import File".
 */
const CSV_COLUMNS = [
  "email",
  "First Name",
  "Last Name",
  "name",
  "status",
  "source",
  "subscribed_at",
  "attributes",
  "unsubscribe_url",
] as const;

/** Excel reads a file as UTF-8 only when it starts with this. listmonk and Mailchimp ignore it. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * Writes the list as CSV in pieces. Lines end with CR LF. Source: RFC 4180.
 *
 * @param linkFor makes the unsubscribe link of an address
 */
export async function* csvFile(
  pages: AsyncIterable<readonly Subscriber[]>,
  linkFor: (email: string) => string,
): AsyncGenerator<string> {
  // Loaded with the first file, so that the gateway starts faster.
  const { stringify } = await import("csv-stringify/sync");
  const linesOf = (rows: readonly (readonly string[])[]) =>
    stringify([...rows], { record_delimiter: "windows", quote_record_delimiter: true });

  yield BYTE_ORDER_MARK + linesOf([CSV_COLUMNS]);
  for await (const page of pages) yield linesOf(page.map((row) => [...cellsOf(row), linkFor(row.email)]));
}

function cellsOf({ email, status, source, subscribed_at, first_name, last_name }: Subscriber): string[] {
  const name = [first_name, last_name].filter(Boolean).join(" ");
  // In some languages a spreadsheet ends a cell at these two characters. The escapes mean the same in JSON.
  const attributes = JSON.stringify({ status, source, subscribed_at, first_name, last_name })
    .replaceAll(";", "\\u003b")
    .replaceAll("|", "\\u007c");
  return [
    harmlessAddress(email),
    ...[first_name ?? "", last_name ?? "", name, status, source, subscribed_at].map(harmlessCell),
    // It begins with a brace, so no spreadsheet takes it for a formula. An apostrophe would become part of a value.
    attributes,
  ];
}
