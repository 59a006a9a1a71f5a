import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { ContentError } from "../../../../content/content.ts";
import { type Column, columnOf } from "./product-csv-columns.ts";

/** A row of the file by what its columns mean, and the line it begins on. */
export type ProductRow = {
  line: number;
  /** Columns that the file has, whether this row says something in them or not. */
  columns: ReadonlySet<Column>;
  cells: ReadonlyMap<Column, string>;
};

/** No cell of a product is longer; a quotation mark that is never closed would take in the rest of the file. */
const MOST_CHARACTERS = 1_000_000;

type Parsed = { record: string[]; raw: string };

/**
 * Reads the rows of a product file, one after the other.
 *
 * @throws {ContentError} with a sentence, when the file is not there, is no CSV or has no column for titles
 */
export async function* readProductCsv(file: string): AsyncGenerator<ProductRow> {
  const parser = parse({ bom: true, raw: true, relax_column_count: true, max_record_size: MOST_CHARACTERS });
  // What goes wrong with the file is thrown by the parser, which is read below.
  pipeline(createReadStream(file), parser, () => {});
  let heads: (Column | undefined)[] | undefined;
  let columns: ReadonlySet<Column> = new Set();
  let line = 1;
  try {
    for await (const parsed of parser) {
      // With `raw` the parser gives records so. Its own count of lines takes CRLF in a quotation for two.
      const { record, raw } = parsed as Parsed;
      const from = line;
      line += raw.match(/\r\n|\n|\r/g)?.length ?? 0;
      if (record.some((cell) => cell.includes("\uFFFD"))) {
        throw new ContentError(`${file}, line ${from}: this is not UTF-8. Save it as "CSV UTF-8" and try again.`);
      }
      if (!heads) {
        heads = headsOf(file, record);
        columns = new Set(heads.flatMap((column) => column ?? []));
        continue;
      }
      const cells = cellsOf(heads, record);
      if (cells.size > 0) yield { line: from, columns, cells };
    }
  } catch (cause) {
    throw explained(file, cause);
  }
  if (!heads) throw new ContentError(`${file} is empty.`);
}

function headsOf(file: string, record: readonly string[]): (Column | undefined)[] {
  const heads = record.map(columnOf);
  if (heads.includes("title")) return heads;
  throw new ContentError(`${file} has no column "Title" in its first line. Is it a product file of Shopify's?`);
}

/** What a row says; an empty cell says nothing. */
function cellsOf(heads: readonly (Column | undefined)[], record: readonly string[]): Map<Column, string> {
  const cells = new Map<Column, string>();
  for (const [at, column] of heads.entries()) {
    // All but a description is a name of something, and has one line.
    const cell = (column === "description" ? record[at] : record[at]?.replace(/\s+/g, " "))?.trim();
    if (column && cell) cells.set(column, cell);
  }
  return cells;
}

function explained(file: string, cause: unknown): unknown {
  if (cause instanceof CsvError) return new ContentError(`${file} cannot be read: ${cause.message}`, { cause });
  if (!(cause instanceof Error && "code" in cause)) return cause;
  if (cause.code === "ENOENT") return new ContentError(`There is no file ${file}.`, { cause });
  if (cause.code === "EISDIR") return new ContentError(`${file} is a folder.`, { cause });
  if (cause.code === "EACCES") return new ContentError(`${file} may not be read.`, { cause });
  return cause;
}
