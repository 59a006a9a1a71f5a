import { inject, type TestContext } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Share of the full counts that a soak run does; it is 1 unless somebody tries the run itself out. */
    soakScale?: number;
  }
  interface TaskMeta {
    /** What a case of a soak run has done, by its unit. */
    ledger?: Ledger;
  }
}

/** What a soak run counts. */
export type Unit = "kills amid sign-ups" | "kills amid orders" | "hostile requests" | "rows moved there and back";
/** Counts that were asked for and, once a case has passed, done. */
export type Ledger = { unit: Unit; asked: number; done: number };

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
