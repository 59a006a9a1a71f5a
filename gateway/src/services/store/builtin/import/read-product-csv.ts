import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { ContentError } from "../../../../content/content.ts";
import { DELIMITER_LINE, type Delimiter, detectDelimiter } from "../../../../lib/csv-delimiter.ts";

/**
 * Columns of Shopify's product file by their header in lower case: the headers that its export had for many years, and
 * the newer ones. Source: help.shopify.com, Using CSV files to import and export products.
 */
const COLUMNS = {
  handle: "handle",
  "url handle": "handle",
  title: "title",
  "body (html)": "description",
  description: "description",
  vendor: "vendor",
  type: "type",
  "product category": "category",
  tags: "tags",
  published: "published",
  "published on online store": "published",
  status: "status",
  "option1 name": "option1Name",
  "option1 value": "option1Value",
  "option2 name": "option2Name",
  "option2 value": "option2Value",
  "option3 name": "option3Name",
  "option3 value": "option3Value",
  "variant sku": "sku",
  sku: "sku",
  "variant barcode": "barcode",
  barcode: "barcode",
  "variant grams": "grams",
  "weight value (grams)": "grams",
  "variant inventory tracker": "tracker",
  "inventory tracker": "tracker",
  "variant inventory qty": "quantity",
  "inventory quantity": "quantity",
  "variant inventory policy": "policy",
  "continue selling when out of stock": "policy",
  "variant price": "price",
  price: "price",
  "variant compare at price": "compareAt",
  "compare-at price": "compareAt",
  "variant requires shipping": "requiresShipping",
  "requires shipping": "requiresShipping",
  "variant taxable": "taxable",
  "charge tax": "taxable",
  "image src": "imageUrl",
  "product image url": "imageUrl",
  "image alt text": "imageAlt",
  "variant image": "variantImageUrl",
  "variant image url": "variantImageUrl",
  "gift card": "giftCard",
} as const;

/** A column that the import reads. */
export type Column = (typeof COLUMNS)[keyof typeof COLUMNS];

/** A row of the file, and the line on which it begins. */
export type ProductRow = {
  line: number;
  /** All columns of the file, including those that are empty in this row. */
  columns: ReadonlySet<Column>;
  cells: ReadonlyMap<Column, string>;
};

const PRICES: ReadonlySet<Column> = new Set(["price", "compareAt"]);
/** A price as a spreadsheet in a language with decimal commas saves it. */
const DECIMAL_COMMA = /^(\d+),(\d{1,2})$/;

/** Longest row, in characters: an unclosed quote makes the rest of the file one row. */
const MAX_ROW_LENGTH = 1_000_000;
/** How much of a file to read to find its delimiter, in bytes: more than the names of all columns. */
const HEAD_BYTES = 16 * 1024;

type Parsed = { record: string[]; raw: string };

/**
 * Reads the rows of a product file.
 *
 * @throws {ContentError} if the file is missing, is not CSV or has no column for titles
 */
export async function* readProductCsv(file: string): AsyncGenerator<ProductRow> {
  const delimiter = await findDelimiter(file);
  const parser = parse({ delimiter, bom: true, raw: true, relax_column_count: true, max_record_size: MAX_ROW_LENGTH });
  // Errors of the file are thrown below, where the parser is read.
  pipeline(createReadStream(file), parser, () => {});
  let headers: (Column | undefined)[] | undefined;
  let columns: ReadonlySet<Column> = new Set();
  let line = 1;
  try {
    for await (const parsed of parser) {
      // The cast holds: with `raw`, the parser yields this shape. Its own line count would count CRLF in quotes twice.
      const { record, raw } = parsed as Parsed;
      const from = line;
      line += raw.match(/\r\n|\n|\r/g)?.length ?? 0;
      if (record.some((cell) => cell.includes("\uFFFD"))) {
        throw new ContentError(`${file}, line ${from}: this is not UTF-8. Save it as "CSV UTF-8" and try again.`);
      }
      if (!headers) {
        if (from === 1 && DELIMITER_LINE.test(raw)) continue;
        headers = readHeaders(file, record);
        columns = new Set(headers.flatMap((column) => column ?? []));
        continue;
      }
      const cells = readCells(headers, record);
      if (cells.size > 0) yield { line: from, columns, cells };
    }
  } catch (cause) {
    throw toContentError(file, cause);
  }
  if (!headers) throw new ContentError(`${file} is empty.`);
}

/** A spreadsheet in a language with decimal commas saves CSV with semicolons. */
async function findDelimiter(file: string): Promise<Delimiter> {
  try {
    await using handle = await open(file, "r");
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return detectDelimiter(new TextDecoder().decode(buffer.subarray(0, bytesRead)));
  } catch (cause) {
    throw toContentError(file, cause);
  }
}

function readHeaders(file: string, record: readonly string[]): (Column | undefined)[] {
  const headers = record.map(findColumn);
  if (headers.includes("title")) return headers;
  throw new ContentError(`${file} has no column "Title" in its first line. Is it a product export from Shopify?`);
}

function findColumn(header: string): Column | undefined {
  const columns: Readonly<Record<string, Column>> = COLUMNS;
  const name = header.trim().toLowerCase();
  return Object.hasOwn(columns, name) ? columns[name] : undefined;
}

/** The cells of a row that are not empty. */
function readCells(headers: readonly (Column | undefined)[], record: readonly string[]): Map<Column, string> {
  const cells = new Map<Column, string>();
  for (const [at, column] of headers.entries()) {
    // All cells except descriptions are single lines.
    const cell = (column === "description" ? record[at] : record[at]?.replace(/\s+/g, " "))?.trim();
    if (column && cell) cells.set(column, PRICES.has(column) ? cell.replace(DECIMAL_COMMA, "$1.$2") : cell);
  }
  return cells;
}

function toContentError(file: string, cause: unknown): unknown {
  if (cause instanceof CsvError) return new ContentError(`${file} cannot be read: ${cause.message}`, { cause });
  if (!(cause instanceof Error && "code" in cause)) return cause;
  if (cause.code === "ENOENT") return new ContentError(`There is no file ${file}.`, { cause });
  if (cause.code === "EISDIR") return new ContentError(`${file} is a folder.`, { cause });
  if (cause.code === "EACCES") return new ContentError(`${file} may not be read.`, { cause });
  return cause;
}
