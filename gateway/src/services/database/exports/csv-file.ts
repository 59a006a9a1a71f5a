import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { harmlessAddress, harmlessCell } from "../../../lib/formulas.ts";

/**
 * Columns of the CSV file. `email`, `name` and `attributes` are what listmonk reads, exactly so written; it passes over
 * the others. "First Name" and "Last Name" are the labels of Mailchimp's own fields, and it knows an email column by
 * that name. `unsubscribe_url` is the link by which that address leaves the list, for a field of one's own in whatever
 * tool. Sources: listmonk's importer, mailchimp.com/help, "Format Guidelines for Your Import File".
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

/** Excel reads a file as UTF-8 only with this at its start. listmonk and Mailchimp pass over it. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * Writes the list as CSV in pieces, lines ended by CR LF. Source: RFC 4180.
 *
 * @param linkFor makes the link by which an address leaves the list
 */
export async function* csvFile(
  pages: AsyncIterable<readonly Subscriber[]>,
  linkFor: (email: string) => string,
): AsyncGenerator<string> {
  // Loaded with the first file, so that no start waits for it.
  const { stringify } = await import("csv-stringify/sync");
  const linesOf = (rows: readonly (readonly string[])[]) =>
    stringify([...rows], { record_delimiter: "windows", quote_record_delimiter: true });

  yield BYTE_ORDER_MARK + linesOf([CSV_COLUMNS]);
  for await (const page of pages) yield linesOf(page.map((row) => [...cellsOf(row), linkFor(row.email)]));
}

function cellsOf({ email, status, source, subscribed_at, first_name, last_name }: Subscriber): string[] {
  const name = [first_name, last_name].filter(Boolean).join(" ");
  // Spelled otherwise, these two end no cell in a spreadsheet of another language, and mean the same in JSON.
  const attributes = JSON.stringify({ status, source, subscribed_at, first_name, last_name })
    .replaceAll(";", "\\u003b")
    .replaceAll("|", "\\u007c");
  return [
    harmlessAddress(email),
    ...[first_name ?? "", last_name ?? "", name, status, source, subscribed_at].map(harmlessCell),
    // It begins with a brace, which no spreadsheet calculates with; a sign put into it would be part of a value.
    attributes,
  ];
}
