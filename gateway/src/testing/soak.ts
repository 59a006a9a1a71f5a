import { inject, type TestContext } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Share of the full counts that a soak run does. A share below 1 only shows that the run itself works. */
    soakScale?: number;
  }
  interface TaskMeta {
    /** How much a case of a soak run has done, in its unit. */
    runCount?: RunCount;
    /** The result of a day with faults. */
    day?: DayReport;
    /** Sentences about what a case found. */
    remarks?: string[];
  }
}

/** What a soak run counts. */
export type Unit =
  | "kills during sign-ups"
  | "kills during orders"
  | "kills during publications"
  | "kills during newsletters"
  | "newsletters through faults"
  | "megabytes uploaded during kills"
  | "hostile requests"
  | "costly requests"
  | "rows moved to a provider and back"
  | "visits in a day with faults"
  | "kills during a first start"
  | "first starts in pairs"
  | "states of screens"
  | "journeys in WebKit"
  | "journeys in Firefox";
/** How much of a unit was requested, and how much was done. `done` is 0 until the case has passed. */
export type RunCount = { unit: Unit; requested: number; done: number };

/** One kind of data: what the site acknowledged during the day, and what the data file holds at its end. */
export type Account = {
  what: string;
  acknowledged: number;
  /** Stored as acknowledged, exactly once. */
  once: number;
  missing: number;
  twice: number;
  /** Stored although nobody requested it. */
  unexpected: number;
  /** Requests that got no response because of a fault. The site may have stored them or not; both are correct. */
  unanswered: { stored: number; notStored: number };
};

/** A fault of a day, and what visitors noticed. */
export type FaultRow = {
  name: string;
  /** What happened, and how much of it was real rather than simulated. */
  what: string;
  times: number;
  visits: number;
  unanswered: number;
  rejected: number;
  /** Why this machine cannot produce the fault. */
  leftOut?: string;
};

/** The result of a day with faults. */
export type DayReport = {
  visits: number;
  counts: { what: string; requested: number; done: number }[];
  faults: FaultRow[];
  accounts: Account[];
  /** Sentences about other comparisons. */
  remarks: string[];
};

/**
 * Runs a case of `npm run soak` with its full count, or with the requested share of it. Then reports how many were
 * done: none if the case did not pass.
 */
export async function soak(
  { task }: TestContext,
  unit: Unit,
  full: number,
  run: (count: number) => Promise<void>,
): Promise<void> {
  const requested = Math.max(1, Math.round(full * (inject("soakScale") ?? 1)));
  task.meta.runCount = { unit, requested, done: 0 };
  await run(requested);
  task.meta.runCount = { unit, requested, done: requested };
}
