import { parseColumn } from "./conditions.ts";
import { notEmbedded, PostgrestError } from "./errors.ts";
import { Scanner } from "./scanner.ts";

/** An item of `select`: a column, or `*` for all columns. */
export type SelectItem = { column: string; alias?: string; cast?: string };

/** A term of `order`. By default nulls come last in ascending order and first in descending order, as in PostgreSQL. */
export type OrderTerm = { column: string; descending: boolean; nulls?: "first" | "last" };

const CAST = /::([\p{L}0-9_ $]+)/uy;
const AGGREGATE = /\.(?:sum|avg|count|max|min)\(\)/y;

/** Parses `select`: columns with aliases and casts. An empty text means rows without columns. */
export function parseSelect(text: string, table: string): SelectItem[] {
  if (text === "") return [];
  const scanner = new Scanner(text, "select parameter");
  const items: SelectItem[] = [];
  do items.push(parseSelectItem(scanner, table));
  while (scanner.takesPadded(","));
  scanner.end('","');
  return items;
}

function parseSelectItem(scanner: Scanner, table: string): SelectItem {
  scanner.blanks();
  if (scanner.takes("*")) return { column: "*" };
  if (scanner.takes("...")) throw noRelationship(table, scanner.name());

  const first = parseSelectedColumn(scanner, table);
  const aliased = !scanner.sees("::") && scanner.takes(":");
  const column = aliased ? parseSelectedColumn(scanner, table) : first;
  const cast = scanner.match(CAST)?.[1]?.trim();
  if (scanner.match(AGGREGATE) !== undefined) throw aggregatesNotAllowed();
  if (!scanner.atEnd && !scanner.sees(",")) scanner.fail('"::", ","');
  return { column, ...(aliased ? { alias: first } : {}), ...(cast === undefined ? {} : { cast }) };
}

function parseSelectedColumn(scanner: Scanner, table: string): string {
  const column = parseColumn(scanner);
  if (column === "count" && scanner.sees("()")) throw aggregatesNotAllowed();
  // A bracket, or a hint in front of it, would begin an embedded table.
  if (scanner.sees("(") || scanner.sees("!")) throw noRelationship(table, column);
  return column;
}

/** Parses `order`: `subscribed_at.desc,id.asc.nullslast`. */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, "order");
  const terms: OrderTerm[] = [];
  do terms.push(parseOrderTerm(scanner));
  while (scanner.takes(","));
  scanner.end('delimiter (.), ","');
  return terms;
}

function parseOrderTerm(scanner: Scanner): OrderTerm {
  const column = parseColumn(scanner);
  if (scanner.sees("(")) throw notEmbedded(column);
  const direction = scanner.match(/\.(asc|desc)/y)?.[1];
  const nulls = scanner.match(/\.nulls(first|last)/y)?.[1];
  scanner.blanks();
  if (!scanner.atEnd && !scanner.sees(",")) {
    scanner.fail(
      direction === undefined ? '"asc", "desc", "nullsfirst", "nullslast", ","' : '"nullsfirst", "nullslast", ","',
    );
  }
  const term = { column, descending: direction === "desc" };
  return nulls === "first" || nulls === "last" ? { ...term, nulls } : term;
}

/** Parses `columns` or `on_conflict`: names separated by commas. */
export function parseNames(text: string, what: string): string[] {
  const scanner = new Scanner(text, what);
  const names: string[] = [];
  do names.push(scanner.name());
  while (scanner.takesPadded(","));
  scanner.end('","');
  return names;
}

function noRelationship(table: string, other: string): PostgrestError {
  return new PostgrestError(400, {
    code: "PGRST200",
    message: `Could not find a relationship between '${table}' and '${other}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${table}' and '${other}' in the schema 'public', but no matches were found.`,
  });
}

/** The error for an aggregate. They are off by default, on the hosted platform too. */
function aggregatesNotAllowed(): PostgrestError {
  return new PostgrestError(400, { code: "PGRST123", message: "Use of aggregate functions is not allowed" });
}
