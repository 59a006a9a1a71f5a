/** The value that a figure should reach. The report shows it beside the figure. */
type Aim = { atMost: number } | { atLeast: number };

/** A line of the report: a value that was measured once in each round. */
export type Figure = {
  what: string;
  /** One value for each round, in order. NaN if this system does not report it. */
  rounds: number[];
  unit: string;
  aim?: Aim;
  /** What a reader has to know about the figure. */
  note?: string;
};

/** A line of the report: a figure, or why it could not be measured here and what to do about it. */
export type Line = Figure | { what: string; missing: string };

/** The same figures for lists or catalogues of increasing length. */
export type Growth = {
  /** What the size counts, such as "subscribers". */
  of: string;
  sizes: { size: number; figures: Figure[] }[];
  note: string;
};

/** This machine lacks what a part needs. The message says what. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
}

/** The median. For an even number of values, it is the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const upper = sorted[Math.floor(half)];
  const lower = sorted[Math.ceil(half) - 1];
  if (upper === undefined || lower === undefined) throw new Error("A median needs at least one value");
  return (lower + upper) / 2;
}

/** The value that 99 of 100 values do not exceed. Infinite if there are no values. */
export function percentile99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.POSITIVE_INFINITY;
}

/** Divides round by round. Both sides of a round ran right after each other, so other load slowed both of them. */
export function ratios(over: readonly number[], under: readonly number[]): number[] {
  return over.map((value, round) => value / (under[round] ?? Number.NaN));
}

/** Whether the median reaches the aim; undefined if there is no aim or no value. */
export function isHeld({ rounds, aim }: Figure): boolean | undefined {
  const value = median(rounds);
  if (!aim || Number.isNaN(value)) return undefined;
  return "atMost" in aim ? value <= aim.atMost : value >= aim.atLeast;
}

/** Formats a number with three significant digits, or as a whole number: 8,412, 153, 21.4, 2.31. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return "not measured";
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
