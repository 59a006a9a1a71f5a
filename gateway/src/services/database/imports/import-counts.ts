import type { CheckedRow, RowResult } from "./import-list.ts";

/** How many rows of each result to show. */
const SHOWN_ROWS = 10;

/** The results of an import in numbers. */
export type ImportCounts = {
  counts: Readonly<Record<RowResult, number>>;
  /** The first rows of each result. */
  shown: Readonly<Record<RowResult, readonly CheckedRow[]>>;
  /** Reasons of refused rows, the most frequent first. Line numbers in them are left out. */
  reasons: () => [reason: string, count: number][];
  /** Rows whose date cannot be read. */
  lostDates: number;
  /** Rows that stay active although they are unsubscribed in the file: they joined on the website. */
  unsubscribedThere: number;
  /** Addresses whose emails bounced there, and whose readers complained. They get no newsletters. */
  bounced: number;
  complained: number;
};

/** Counts rows as they are checked. */
export function createImportCounts(): { summary: ImportCounts; add: (rows: readonly CheckedRow[]) => void } {
  const forEachResult = <T>(make: () => T): Record<RowResult, T> => ({
    added: make(),
    "added-unsubscribed": make(),
    unsubscribed: make(),
    "on-list": make(),
    "unsubscribed-before": make(),
    "removed-before": make(),
    refused: make(),
  });
  const counts = forEachResult(() => 0);
  const shown = forEachResult((): CheckedRow[] => []);
  const reasons = new Map<string, number>();
  const summary: ImportCounts = {
    counts,
    shown,
    reasons: () => [...reasons].sort(([, a], [, b]) => b - a),
    lostDates: 0,
    unsubscribedThere: 0,
    bounced: 0,
    complained: 0,
  };

  function add(rows: readonly CheckedRow[]): void {
    for (const row of rows) {
      const { result, reason, isDateLost, isUnsubscribed, bounce } = row;
      counts[result] += 1;
      if (shown[result].length < SHOWN_ROWS) shown[result].push(row);
      if (isDateLost && (result === "added" || result === "added-unsubscribed")) summary.lostDates += 1;
      if (isUnsubscribed && result === "on-list") summary.unsubscribedThere += 1;
      if (bounce === "hard") summary.bounced += 1;
      if (bounce === "complaint") summary.complained += 1;
      if (reason === undefined) continue;
      const kind = reason.replace(/ line \d+/, " another line");
      reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
    }
  }
  return { summary, add };
}
