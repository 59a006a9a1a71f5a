import * as v from "valibot";
import { isOnCalendar, text } from "../../../../content/yaml-file.ts";

/**
 * Fields of the owner's YAML files. Every value arrives as the text that stands in the file, so that 38.00 is never a
 * float and size 08 keeps its zero.
 */

/** Words that may be left out. */
export const optionalText = v.optional(v.pipe(v.string("must be words"), v.trim()), "");

/** A name that stands in addresses and is written the same wherever it is used: `lake-effect-tee`. */
export const handle = v.pipe(
  text,
  v.maxLength(255, "is too long"),
  v.regex(
    /^[\p{Ll}\p{Lo}\p{N}]+([-_][\p{Ll}\p{Lo}\p{N}]+)*$/u,
    "must be small letters, digits and dashes: lake-effect-tee",
  ),
);

/** Money in units of the shop's currency, kept as written until the currency is known. */
export const amount = v.pipe(text, v.regex(/^\d{1,9}(\.\d{1,4})?$/, "must be an amount such as 38.00"));

/** A whole number of things, 0 or more. */
export const wholeNumber = v.pipe(text, v.regex(/^\d{1,9}$/, "must be a whole number, 0 or more"), v.transform(Number));

/** A percentage of at most 100 with up to four decimals, as whole millionths: 9.975 % is 99 750. */
export const percentage = v.pipe(
  text,
  v.regex(/^\d{1,3}(\.\d{1,4})?$/, "must be a percentage such as 13 or 9.975"),
  v.transform((written) => {
    const [whole = "", decimals = ""] = written.split(".");
    return Number(`${whole}${decimals.padEnd(4, "0")}`);
  }),
  v.maxValue(1_000_000, "must not be more than 100"),
);

/** `yes` or `no`. */
export const yesNo = v.pipe(
  text,
  v.toLowerCase(),
  v.picklist(["yes", "no", "true", "false"], "must be yes or no"),
  v.transform((word) => word === "yes" || word === "true"),
);

/** A day, which begins at midnight UTC, or an instant, as ISO 8601 in UTC. */
export const instant = v.pipe(
  text,
  v.regex(
    /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/,
    "must be a day such as 2026-05-01",
  ),
  v.check(isInstant, "is not a day of the calendar"),
  v.transform((written) => new Date(written).toISOString()),
);

/** ISO 3166-1. */
export const country = v.pipe(text, v.regex(/^[A-Z]{2}$/, "must be two capital letters: CA"));

function isInstant(written: string): boolean {
  return isOnCalendar(written.slice(0, 10)) && !Number.isNaN(Date.parse(written));
}
