import * as v from "valibot";
import { text, withRule } from "../../../content/fields.ts";
import { findCountry, isCountry } from "./countries.ts";

const COUNTRY = /^[A-Z]{2}$/;

/** ISO 3166-1. */
export const country = withRule(
  v.pipe(
    text,
    v.regex(COUNTRY, "must be two capital letters: CA"),
    // This check also runs for a text that the pattern above has rejected.
    v.check(
      (code) => !COUNTRY.test(code) || isCountry(code),
      ({ input }) => describeUnknownCountry(input),
    ),
  ),
  { type: "string", pattern: COUNTRY.source },
);

function describeUnknownCountry(code: string): string {
  const meant = findCountry(code);
  return `${code} is no country that orders can go to${meant ? `; ${meant.name} is ${meant.code}` : ""}`;
}
