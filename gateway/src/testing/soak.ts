import { inject, type TestContext } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Share of the full counts that a soak run does; it is 1 unless somebody tries the run itself out. */
    soakScale?: number;
  }
  interface TaskMeta {
    /** What a case of a soak run has done, by its unit. */
    ledger?: RunCount;
    /** What came of a day with faults. */
    day?: DayReport;
    /** Sentences about what a case found. */
    remarks?: string[];
  }
}

/** What a soak run counts. */
export type Unit =
  | "kills amid sign-ups"
  | "kills amid orders"
  | "hostile requests"
  | "costly requests"
  | "rows moved there and back"
  | "visits in a day with faults"
  | "journeys in WebKit"
  | "journeys in Firefox";
/** Counts that were asked for and, once a case has passed, done. */
export type RunCount = { unit: Unit; asked: number; done: number };

/** What of one kind was acknowledged in a day, and what the data file has of it at the end. */
export type Account = {
  what: string;
  acknowledged: number;
  /** As it was acknowledged, and one time. */
  once: number;
  missing: number;
  twice: number;
  /** There although nobody asked for it. */
  unaskedFor: number;
  /** What was under way when a fault hit, and was never answered: either is right. */
  unanswered: { there: number; notThere: number };
};

/** A fault of a day, and what visitors met meanwhile. */
export type FaultRow = {
  name: string;
  /** What it is, and what of it is real. */
  what: string;
  times: number;
  visits: number;
  unanswered: number;
  refused: number;
  /** Why it could not be had on this machine. */
  leftOut?: string;
};

/** What came of a day with faults. */
export type DayReport = {
  visits: number;
  counts: { what: string; asked: number; done: number }[];
  faults: FaultRow[];
  accounts: Account[];
  /** Sentences on what else was held against what. */
  remarks: string[];
};

/**
 * Runs a case of `npm run soak` with its full count, or with the share of it that the run was asked for, and notes in
 * the run's ledger how many were done: none unless the case passed.
 */
export async function soak(
  { task }: TestContext,
  unit: Unit,
  full: number,
  run: (count: number) => Promise<void>,
): Promise<void> {
  const asked = Math.max(1, Math.round(full * (inject("soakScale") ?? 1)));
  task.meta.ledger = { unit, asked, done: 0 };
  await run(asked);
  task.meta.ledger = { unit, asked, done: asked };
}
