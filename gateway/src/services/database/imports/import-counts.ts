import type { CheckedRow, RowResult } from "./import-list.ts";

/** Rows of each result that are shown. */
const SHOWN_ROWS = 10;

/** What became of a list, counted. */
export type ImportCounts = {
  counts: Readonly<Record<RowResult, number>>;
  /** The first rows of each result. */
  shown: Readonly<Record<RowResult, readonly CheckedRow[]>>;
  /** Reasons of refused rows, without the lines that they name, the most frequent first. */
  reasons: () => [reason: string, count: number][];
  /** Rows whose date cannot be read. */
  lostDates: number;
  /** Rows that stay active although the file says that they have left that list: they joined on the website. */
  leftThere: number;
};

/** Counts rows as they are checked. */
export function createImportCounts(): { summary: ImportCounts; add: (rows: readonly CheckedRow[]) => void } {
  const of = <T>(make: () => T): Record<RowResult, T> => ({
    added: make(),
    "added-unsubscribed": make(),
    leaves: make(),
    "on-list": make(),
    "left-before": make(),
    "removed-before": make(),
    refused: make(),
  });
  const counts = of(() => 0);
  const shown = of((): CheckedRow[] => []);
  const reasons = new Map<string, number>();
  const summary: ImportCounts = {
    counts,
    shown,
    reasons: () => [...reasons].sort(([, a], [, b]) => b - a),
    lostDates: 0,
    leftThere: 0,
  };

  function add(rows: readonly CheckedRow[]): void {
    for (const row of rows) {
      const { result, reason, isDateLost, hasLeft } = row;
      counts[result] += 1;
      if (shown[result].length < SHOWN_ROWS) shown[result].push(row);
      if (isDateLost && (result === "added" || result === "added-unsubscribed")) summary.lostDates += 1;
      if (hasLeft && result === "on-list") summary.leftThere += 1;
      if (reason === undefined) continue;
      const kind = reason.replace(/ line \d+/, " another line");
      reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
    }
  }
  return { summary, add };
}
