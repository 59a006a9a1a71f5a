import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";
import { DELIMITER_LINE, type Delimiter } from "../../../lib/csv-delimiter.ts";
import { ImportError } from "./import-error.ts";

/** A record of a CSV file, and the line it begins on. */
export type CsvRecord = { line: number; cells: string[] };

/** Longest record, in bytes. Otherwise, a quotation mark that is never closed would include the rest of the file. */
const RECORD_MAX_BYTES = 1_000_000;

/**
 * Reads the records of a CSV file one by one, with any line ends. Source: RFC 4180. If a value does not begin with a
 * quotation mark, quotation marks in it are part of the value. Empty values at the end of a record are left out, and so
 * are records without any other value.
 *
 * @param file the file's name, for error messages
 * @throws {ImportError} that names the line of a record that does not end
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
    max_record_size: RECORD_MAX_BYTES,
    raw: true,
    // Called for each record, so that `line` is right when the next one fails. It puts the line before the cells. The
    // parser itself counts a CRLF within quotation marks as two lines.
    on_record: (parsed: unknown) => {
      // With `raw`, the parser gives records in this shape.
      const { record, raw } = parsed as { record: string[]; raw: string };
      const from = line;
      line += raw.match(/\r\n|\n|\r/g)?.length ?? 0;
      // A spreadsheet can have a million empty cells, each of which would be stored and read again.
      const length = record.findLastIndex((cell) => cell.trim() !== "") + 1;
      const isAboutDelimiter = from === 1 && DELIMITER_LINE.test(raw);
      return length === 0 || isAboutDelimiter ? null : [String(from), ...record.slice(0, length)];
    },
  });
  // An error in the pipeline ends the parser. The loop below throws it.
  pipeline(Readable.from(pieces), parser).catch(() => {});
  try {
    for await (const parsed of parser) {
      // `on_record` returns this shape.
      const [from, ...cells] = parsed as string[];
      yield { line: Number(from), cells };
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new ImportError(
      `${file}, line ${line}: this line does not end. A quotation mark is opened and never closed, or a value is longer than a million characters. Correct it and try again; nothing was changed.`,
      { cause },
    );
  }
}
