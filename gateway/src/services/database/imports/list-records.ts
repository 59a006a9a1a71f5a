import { isEmailShaped } from "@porchlight/protocol/subscriber.ts";
import { type Delimiter, detectDelimiter } from "../../../lib/csv-delimiter.ts";
import { COLUMN_NAMES } from "./column-names.ts";
import { type ColumnPlan, plainKey, planColumns } from "./columns.ts";
import { type CsvRecord, csvRecords } from "./csv-records.ts";
import { type DetectedFormat, detectFormat, OUR_FORMAT } from "./formats.ts";
import { ImportError } from "./import-error.ts";
import { jsonObjects } from "./json-objects.ts";
import { type ListEncoding, type ListText, openListText } from "./list-text.ts";
import { parseWrittenAddress } from "./read-entry.ts";
import { saysClearly } from "./status-words.ts";

/** An opened list whose format is detected. */
export type List = {
  detected: DetectedFormat;
  /** Its encoding and, in CSV, its delimiter. */
  written: { encoding: ListEncoding; delimiter?: Delimiter };
  /** Names of the columns. They are made up when the file has none. */
  names: readonly string[];
  /** Whether the names are in the file. */
  hasNames: boolean;
  plan: ColumnPlan;
  /** Reads its rows, without the heading. */
  records: () => AsyncGenerator<CsvRecord>;
};

/** Number of rows to search for addresses when no column name means email. */
const SAMPLE_ROWS = 50;
/** The columns of our file for listmonk. */
const OUR_LISTMONK_KEYS = ["email", "name", "attributes"];
/** Columns that the file of orders of this shop has. */
const ORDER_KEYS = ["order", "placed", "email", "paymentstatus"];
/** How many names of fields JSON may have. Each row stores a cell for each. */
const JSON_NAMES_MAX = 200;

/**
 * Opens a list and detects its format.
 *
 * @throws {ImportError} when it cannot be read or holds no addresses
 */
export async function openList(file: string): Promise<List> {
  const text = await openListText(file);
  const { encoding } = text;
  return /^\s*[[{]/.test(text.head) ? openJson(file, text) : openCsv(file, text, { encoding });
}

async function openJson(file: string, { encoding, head, pieces }: ListText): Promise<List> {
  const isOurs = /^\s*\{\s*"subscribers"\s*:\s*\[\s*(?:\]|\{[^{}]*"subscribed_at"[^{}]*"unsubscribe_url")/.test(head);
  async function* objects() {
    try {
      for await (const { line, text } of jsonObjects(pieces())) yield { line, fields: jsonFields(text) };
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
      throw new ImportError(`${file} is not valid JSON: ${cause.message}. Nothing was changed.`, { cause });
    }
  }
  const found = new Set<string>();
  // Some files have a field such as "unsubscribed_at" only in the entries in which it has a value.
  for await (const { fields } of objects()) {
    for (const name of fields.keys()) found.add(name);
    // A field that is not read could say who did not agree to emails.
    if (found.size > JSON_NAMES_MAX) {
      throw new ImportError(
        `${file} has more than ${JSON_NAMES_MAX} names of fields. Save it as CSV with fewer columns; nothing was changed.`,
      );
    }
  }
  const names = [...found];
  const listName = /^\s*\{/.test(head) ? /"([^"]*)"\s*:\s*\[\s*\{/.exec(head)?.[1] : undefined;
  const isOfUnsubscribed = listName !== undefined && saysClearly(listName);
  return {
    detected: isOurs
      ? { ...OUR_FORMAT, because: ["subscribers"] }
      : {
          ...detectFormat([], file),
          title: "a plain list in JSON",
          ...(isOfUnsubscribed && { everybody: "unsubscribed" }),
        },
    written: { encoding },
    names,
    hasNames: true,
    plan: planColumns(names),
    async *records() {
      for await (const { line, fields } of objects())
        yield { line, cells: names.map((name) => fields.get(name) ?? "") };
    },
  };
}

/**
 * Parses the fields of an entry. The fields of a nested object are named after both, as in Shopify's
 * `email_marketing_consent.state`.
 *
 * @throws {SyntaxError} when the text is not JSON
 */
function jsonFields(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, value: unknown) => {
    if (typeof value === "string") found.set(name, value);
    else if (value !== null) found.set(name, JSON.stringify(value));
  };
  for (const [name, value] of Object.entries(JSON.parse(text) ?? {})) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) add(name, value);
    else for (const [inner, innerValue] of Object.entries(value)) add(`${name}.${inner}`, innerValue);
  }
  return found;
}

async function openCsv(file: string, text: ListText, { encoding }: { encoding: ListEncoding }): Promise<List> {
  const delimiter = detectDelimiter(text.head);
  const read = () => csvRecords(text.pieces(), delimiter, file);
  const sample: CsvRecord[] = [];
  for await (const record of read()) {
    sample.push(record);
    if (sample.length > SAMPLE_ROWS) break;
  }
  const first = findHeading(sample);
  if (first === undefined) throw new ImportError(`${file} is empty.`);

  const hasNames = !hasAddress(first);
  if (hasNames && isOrders(first.cells)) {
    throw new ImportError(
      `${file} holds the orders of a shop. Its buyers did not ask for emails, so it is not imported. Nothing was changed.`,
    );
  }
  const found = planColumns(hasNames ? first.cells : []);
  const email = found.email.length > 0 ? found.email : findAddressColumn(sample);
  if (email.length === 0) {
    throw new ImportError(`${file} has no column of email addresses. Name that column "Email" in the first line.`);
  }
  const others = hasNames ? found.others : first.cells.map((_, at) => at);
  const isOfUnsubscribed = sample.some(({ line, cells }) => line < first.line && cells.some(saysClearly));
  return {
    detected: {
      ...(isOurListmonkFile(first, sample)
        ? { ...OUR_FORMAT, because: ["attributes"] }
        : detectFormat(hasNames ? first.cells : [], file)),
      ...(isOfUnsubscribed && { everybody: "unsubscribed" }),
    },
    written: { encoding, delimiter },
    names: hasNames ? first.cells : first.cells.map((_, at) => (at === email[0] ? "email" : `column ${at + 1}`)),
    hasNames,
    plan: { ...found, email, others: others.filter((at) => !email.includes(at)) },
    async *records() {
      for await (const record of read()) {
        if (hasNames && record.line <= first.line) continue;
        if (isOtherHeading(record, first, email[0] ?? 0)) {
          throw new ImportError(
            `${file}, line ${record.line}: a second table begins. Save each table as a file of its own; nothing was changed.`,
          );
        }
        yield record;
      }
    },
  };
}

/** Finds the row with the names of the columns, or else the first row. A spreadsheet may have a title above it. */
function findHeading(rows: readonly CsvRecord[]): CsvRecord | undefined {
  const firstAddress = rows.findIndex(hasAddress);
  const above = firstAddress < 0 ? rows : rows.slice(0, firstAddress);
  return above.find(({ cells }) => planColumns(cells).email.length > 0) ?? rows[0];
}

/** Whether it is our own file for listmonk. In it the status is one of the attributes. */
function isOurListmonkFile(heading: CsvRecord, sample: readonly CsvRecord[]): boolean {
  const rows = sample.filter(({ line }) => line > heading.line);
  return (
    heading.cells.map(plainKey).join() === OUR_LISTMONK_KEYS.join() &&
    rows.length > 0 &&
    rows.every(({ cells }) => cells[2]?.startsWith('{"status":"') && cells[2].includes('"unsubscribe_url":"'))
  );
}

/** Whether a row is a second heading with other names of columns. Below it, a "yes" would mean something else. */
function isOtherHeading({ cells }: CsvRecord, heading: CsvRecord, email: number): boolean {
  const name = cells[email] ?? "";
  if (name.includes("@") || !COLUMN_NAMES.email.includes(plainKey(name))) return false;
  return cells.map(plainKey).join() !== heading.cells.map(plainKey).join();
}

/** Whether these are the columns of our own file of orders, which the dashboard makes. */
function isOrders(names: readonly string[]): boolean {
  const keys = names.map(plainKey);
  return ORDER_KEYS.every((key) => keys.includes(key));
}

function hasAddress({ cells }: CsvRecord): boolean {
  return cells.some((cell) => isEmailShaped(parseWrittenAddress(cell).email));
}

/** The column with the most addresses; empty when no column has any. */
function findAddressColumn(rows: readonly CsvRecord[]): number[] {
  const counts = new Map<number, number>();
  for (const { cells } of rows) {
    for (const [at, cell] of cells.entries()) {
      if (isEmailShaped(parseWrittenAddress(cell).email)) counts.set(at, (counts.get(at) ?? 0) + 1);
    }
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most === undefined ? [] : [most[0]];
}
