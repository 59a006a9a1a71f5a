import { inject, type TestOptions } from "vitest";
import type { Difference } from "./differences.ts";

/**
 * Whether cases of the built-in services run through a gateway in front of a second one that has them. What serves them
 * asks; a case asks only by {@link inFront} and {@link ofBuiltinAlone}, each of which names why.
 */
export const isThroughHosted = inject("isThroughHosted") === true;

/** What a case expects: of the service itself, or of a gateway in front for a reason that is named. */
export function inFront<Builtin, Hosted>(
  _why: Difference,
  { builtin, hosted }: { builtin: Builtin; hosted: Hosted },
): Builtin | Hosted {
  return isThroughHosted ? hosted : builtin;
}

/** Options of a case that says nothing of a gateway in front, for a reason that stands in the run's report. */
export function ofBuiltinAlone(difference: Difference): TestOptions {
  return { skip: isThroughHosted, meta: { difference } };
}
