import { PostgrestError } from "./errors.ts";

/** The rows to return, counted from 0. Without a `limit`, all rows after `offset`. */
export type RowRange = { offset: number; limit: number | undefined };

/**
 * Parses `limit` and `offset` together with a `Range: 0-9` header. If both are given, the narrower range wins. Values
 * that are not whole numbers are ignored.
 */
export function parseRange(
  limit: string | undefined,
  offset: string | undefined,
  header: string | undefined,
): RowRange {
  const rows = wholeNumber(limit);
  if (rows === 0) return { offset: 0, limit: 0 };
  if (rows !== undefined && rows < 0) throw unsatisfiable("Limit should be greater than or equal to zero.");

  const [, from, to] = /^(\d+)-(\d*)$/.exec(header ?? "") ?? [];
  // A negative offset is ignored too.
  const skipped = Math.max(0, wholeNumber(offset) ?? 0);
  const start = Math.max(clamped(from ?? "0"), skipped);
  const end = Math.min(
    to ? clamped(to) + 1 : Number.POSITIVE_INFINITY,
    rows === undefined ? Number.POSITIVE_INFINITY : skipped + rows,
  );
  if (end <= start) {
    throw unsatisfiable("The lower boundary must be lower than or equal to the upper boundary in the Range header.");
  }
  return { offset: start, limit: Number.isFinite(end) ? end - start : undefined };
}

/** Writes `0-24/25`. A star stands for no rows, and for an unknown total. */
export function contentRange(offset: number, rows: number, total: number | undefined): string {
  return `${rows > 0 ? `${offset}-${offset + rows - 1}` : "*"}/${total ?? "*"}`;
}

/**
 * The status of a response with rows: 206 when it holds only some of the rows; 200 when it holds all, or when the total
 * is unknown.
 */
export function rangeStatus(rows: number, total: number | undefined): 200 | 206 {
  return total !== undefined && rows < total ? 206 : 200;
}

/** The error for an offset past the end of a counted list. */
export function outOfBounds(offset: number, total: number): PostgrestError {
  return unsatisfiable(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
    "content-range": `*/${total}`,
  });
}

function unsatisfiable(details: string, headers?: Record<string, string>): PostgrestError {
  return new PostgrestError(416, { code: "PGRST103", message: "Requested range not satisfiable", details }, headers);
}

function wholeNumber(text: string | undefined): number | undefined {
  const digits = /^\s*(-?\d+)\s*$/.exec(text ?? "")?.[1];
  return digits === undefined ? undefined : clamped(digits);
}

/** More rows than any list has. The sum of two such numbers is still exact. */
const ROW_NUMBER_MAX = 2 ** 52 - 1;

function clamped(digits: string): number {
  return Math.max(-1, Math.min(Number(digits), ROW_NUMBER_MAX));
}
