import { inject, type TestOptions } from "vitest";
import type { Difference } from "./differences.ts";

/**
 * Whether the cases of the built-in services run through a second gateway in front of them. Only set-up code reads
 * this. Cases use {@link inFront} and {@link ofBuiltinAlone}, which name a reason.
 */
export const isThroughHosted = inject("isThroughHosted") === true;

/** Chooses the value that a case expects: from the service itself, or from a gateway in front of it. */
export function inFront<Builtin, Hosted>(
  _why: Difference,
  { builtin, hosted }: { builtin: Builtin; hosted: Hosted },
): Builtin | Hosted {
  return isThroughHosted ? hosted : builtin;
}

/** Options of a case that does not run through a gateway in front. The test report shows the reason. */
export function ofBuiltinAlone(difference: Difference): TestOptions {
  return { skip: isThroughHosted, meta: { difference } };
}
