import type { JudgedRow, Outcome } from "./import-list.ts";

/** Rows of each outcome that are shown. */
const SHOWN_ROWS = 10;

/** What became of a list, counted. */
export type ImportCounts = {
  counts: Readonly<Record<Outcome, number>>;
  /** The first rows of each outcome. */
  shown: Readonly<Record<Outcome, readonly JudgedRow[]>>;
  /** Reasons of refused rows, without the lines that they name, the most frequent first. */
  reasons: () => [reason: string, count: number][];
  /** Rows whose date cannot be read. */
  lostDates: number;
  /** Rows that stay active although the file says that they have left that list: they joined on the website. */
  leftThere: number;
};

/** Counts rows as they are judged. */
export function createImportCounts(): { tally: ImportCounts; add: (rows: readonly JudgedRow[]) => void } {
  const of = <T>(make: () => T): Record<Outcome, T> => ({
    added: make(),
    "kept-away": make(),
    leaves: make(),
    "on-list": make(),
    "left-before": make(),
    "removed-before": make(),
    refused: make(),
  });
  const counts = of(() => 0);
  const shown = of((): JudgedRow[] => []);
  const reasons = new Map<string, number>();
  const tally: ImportCounts = {
    counts,
    shown,
    reasons: () => [...reasons].sort(([, a], [, b]) => b - a),
    lostDates: 0,
    leftThere: 0,
  };

  function add(rows: readonly JudgedRow[]): void {
    for (const row of rows) {
      const { outcome, reason, isDateLost, hasLeft } = row;
      counts[outcome] += 1;
      if (shown[outcome].length < SHOWN_ROWS) shown[outcome].push(row);
      if (isDateLost && (outcome === "added" || outcome === "kept-away")) tally.lostDates += 1;
      if (hasLeft && outcome === "on-list") tally.leftThere += 1;
      if (reason === undefined) continue;
      const kind = reason.replace(/ line \d+/, " another line");
      reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
    }
  }
  return { tally, add };
}
