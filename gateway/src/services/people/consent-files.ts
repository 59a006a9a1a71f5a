import { harmlessAddress, harmlessCell } from "../../lib/formulas.ts";
import type { ConsentRecord } from "../shared/consent-record.ts";

/** Excel reads a file as UTF-8 only if it begins with this. */
const BYTE_ORDER_MARK = "\ufeff";

const COLUMNS = ["email", "event", "form", "asked_at", "at", "confirmed", "page", "wording"];

function cellsOf({ email, event, form, askedAt, at, isConfirmed, page, wording }: ConsentRecord): string[] {
  const cells = [event, form, askedAt ?? "", at, isConfirmed ? "yes" : "no", page ?? "", wording ?? ""];
  return [harmlessAddress(email), ...cells.map(harmlessCell)];
}

/** Writes records of consent as CSV in pieces, one line for each event. Lines end with CR LF. Source: RFC 4180. */
export async function* consentCsv(pages: Iterable<readonly ConsentRecord[]>): AsyncGenerator<string> {
  // Loaded with the first file, so that the gateway starts faster.
  const { stringify } = await import("csv-stringify/sync");
  const linesOf = (rows: readonly (readonly string[])[]) =>
    stringify([...rows], { record_delimiter: "windows", quote_record_delimiter: true });
  yield BYTE_ORDER_MARK + linesOf([COLUMNS]);
  for (const page of pages) if (page.length > 0) yield linesOf(page.map(cellsOf));
}

/** Writes records of consent as JSON in pieces: `{"consent": […]}`, each event on a line of its own. */
export async function* consentJson(pages: Iterable<readonly ConsentRecord[]>): AsyncGenerator<string> {
  yield '{"consent": [';
  let isFirst = true;
  for (const page of pages) {
    if (page.length === 0) continue;
    yield `${isFirst ? "" : ","}\n${page.map((record) => JSON.stringify(record)).join(",\n")}`;
    isFirst = false;
  }
  yield "\n]}\n";
}
