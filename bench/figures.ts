/** The value a figure should reach, shown beside it. */
export type Aim = { atMost: number } | { atLeast: number };

/** One line of the report: what was measured, once for each round. */
export type Figure = {
  what: string;
  /** One value for each round, in the order they were taken. */
  rounds: number[];
  unit: string;
  aim?: Aim;
  /** What a reader has to know about the number. */
  note?: string;
};

/** A line that could not be measured here, with the reason and what to do about it. */
type Missing = { what: string; missing: string };

/** A line of the report. */
export type Line = Figure | Missing;

/** One quantity at lists or catalogues of growing length. */
export type Curve = { name: string; points: { size: number; rounds: number[] }[] };

/** Curves with the same unit on one plot. */
export type Panel = { title: string; unit: string; curves: Curve[] };

/** How quantities grow with a size. */
export type Growth = {
  /** What the size counts: "subscribers". */
  of: string;
  panels: Panel[];
  note?: string;
};

/** The results of a part. */
export type Findings = { lines: Line[]; growths?: Growth[] };

/** For an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const upper = sorted[Math.floor(half)];
  const lower = sorted[Math.ceil(half) - 1];
  if (upper === undefined || lower === undefined) throw new Error("A median needs at least one value");
  return (lower + upper) / 2;
}

/** Ratios by round: both sides of a round ran right after each other, so other load slowed both. */
export function ratios(over: readonly number[], under: readonly number[]): number[] {
  return over.map((value, round) => value / (under[round] ?? Number.NaN));
}

/** Whether the median reaches the aim; undefined where there is none. */
export function isHeld({ rounds, aim }: Figure): boolean | undefined {
  if (!aim) return undefined;
  const value = median(rounds);
  return "atMost" in aim ? value <= aim.atMost : value >= aim.atLeast;
}

/** Formats a number with its significant digits: 8,412, 153, 21.4, 2.31. */
export function formatNumber(value: number): string {
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
