import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";
import { ImportError } from "./import-error.ts";

/** A record of a CSV file, and the line it begins on. */
export type CsvRecord = { line: number; cells: string[] };

/** What keeps values apart. */
export type Delimiter = "," | ";" | "\t";

/** No record of a list is longer, in bytes; a quotation mark that is never closed would take in the rest of the file. */
const MOST_BYTES = 1_000_000;
const DELIMITERS: readonly Delimiter[] = [",", ";", "\t"];
/** By this line a spreadsheet tells another what keeps values apart. */
const DELIMITER_LINE = /^"?sep=(.)"?\r?\n?/i;

/** What keeps the values of a file apart: whichever stands in its first line most often, outside quotation marks. */
export function delimiterOf(head: string): Delimiter {
  const said = DELIMITER_LINE.exec(head)?.[1];
  const known = DELIMITERS.find((delimiter) => delimiter === said);
  if (known) return known;
  const [first = ""] = head.trimStart().split(/[\r\n]/, 1);
  const bare = first.replace(/"[^"]*"/g, "");
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}

/**
 * Reads the records of a CSV file one after the other, whatever ends its lines. Source: RFC 4180.
 * A quotation mark inside a value that does not begin with one is part of it.
 *
 * @param file its name, for what is said about it
 * @throws {ImportError} with the line of a record that does not end
 */
export async function* csvRecords(
  pieces: AsyncIterable<string>,
  delimiter: Delimiter,
  file: string,
): AsyncGenerator<CsvRecord> {
  let line = 1;
  const parser = parse({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MOST_BYTES,
    raw: true,
    // Called as each record is read, so that `line` is right when one cannot be; a record goes on with its line before
    // its cells. The parser's own count of lines takes CRLF in quotation marks for two.
    on_record: (parsed: unknown) => {
      // With `raw` the parser gives records so.
      const { record, raw } = parsed as { record: string[]; raw: string };
      const from = line;
      line += raw.match(/\r\n|\n|\r/g)?.length ?? 0;
      return [String(from), ...record];
    },
  });
  // Whatever fails on the way ends the parser, which is read below.
  pipeline(Readable.from(pieces), parser).catch(() => {});
  try {
    for await (const parsed of parser) {
      // As `on_record` makes them.
      const [from, ...cells] = parsed as string[];
      const isAboutDelimiter = from === "1" && DELIMITER_LINE.test(cells.join(delimiter));
      if (!isAboutDelimiter && cells.some((cell) => cell.trim() !== "")) yield { line: Number(from), cells };
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new ImportError(
      `${file}, line ${line}: this line does not end. A quotation mark is opened and never closed, or a value is longer than a million characters. Mend it and try again; nothing was changed.`,
      { cause },
    );
  }
}
