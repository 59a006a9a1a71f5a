import { type Condition, parseFilter, parseGroup } from "./conditions.ts";
import { notEmbedded } from "./errors.ts";
import { parseRange, type RowRange } from "./range.ts";
import { type OrderTerm, parseNames, parseOrder, parseSelect, type SelectItem } from "./select.ts";

/** A parsed query string. Column names are as the client wrote them, not yet checked. */
export type Query = {
  select: SelectItem[];
  /** A row has to meet all of them. */
  conditions: Condition[];
  order: OrderTerm[];
  range: RowRange;
  /** Whether the query has `limit` or `offset`, which a change does not support. */
  isLimited: boolean;
  /** Keys of the body to use, if the client names them. */
  columns: string[] | undefined;
  /** Columns whose value identifies an existing row, if the client names them. */
  onConflict: string[] | undefined;
};

/**
 * Parses a query string as PostgREST does.
 *
 * @param table name to use in errors
 * @param rangeHeader the `Range` header of a GET
 * @throws {PostgrestError} but no other error
 */
export function parseQuery(query: string, table: string, rangeHeader?: string): Query {
  const parameters = new URLSearchParams(query);
  const conditions: Condition[] = [];
  const orders: OrderTerm[][] = [];
  for (const [key, value] of parameters) {
    const word = key.slice(key.lastIndexOf(".") + 1);
    if (RESERVED.has(key)) continue;
    if (word === "and" || word === "or") conditions.push(parseGroup(key, value));
    else if (word === "order" || word === "limit" || word === "offset") {
      if (key !== word) throw notEmbedded(key.slice(0, key.indexOf(".")));
      if (word === "order") orders.push(parseOrder(value));
    } else conditions.push(parseFilter(key, value));
  }
  const conflict = parameters.get("on_conflict");
  const columns = parameters.get("columns");
  const [limit, offset] = [parameters.getAll("limit").at(-1), parameters.getAll("offset").at(-1)];

  return {
    select: parseSelect(parameters.get("select") ?? "*", table),
    conditions,
    order: orders[0] ?? [],
    range: parseRange(limit, offset, rangeHeader),
    isLimited: limit !== undefined || offset !== undefined,
    columns: columns === null ? undefined : parseNames(columns, "columns parameter"),
    onConflict: conflict === null ? undefined : parseNames(conflict, "on_conflict parameter"),
  };
}

const RESERVED = new Set(["select", "columns", "on_conflict"]);
