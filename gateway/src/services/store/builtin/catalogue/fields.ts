import * as v from "valibot";
import { ignoreCase, text, withRule } from "../../../../content/fields.ts";
import { isOnCalendar } from "../../../../lib/calendar.ts";

/**
 * Fields of the shop's YAML files. Every value is read as text, so that 38.00 is never a float and size 08 does not
 * lose its zero.
 */

/** Letters and digits, with the marks that are vowels in scripts such as Thai and Devanagari. */
const HANDLE_WORD = "[\\p{Ll}\\p{Lo}\\p{Lm}\\p{N}][\\p{Ll}\\p{Lo}\\p{Lm}\\p{N}\\p{M}]*";
const HANDLE = new RegExp(`^${HANDLE_WORD}([-_]${HANDLE_WORD})*$`, "u");
const WHOLE_NUMBER = /^\d{1,9}$/;
const COUNT = /^[1-9]\d{0,8}$/;
const DAYS_OR_NEVER = /^(never|([1-9]|[1-8][0-9]|90)( ?days?)?)$/;
const PERCENTAGE = /^\d{1,3}(\.\d{1,4})?$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** A name in URLs: `lake-effect-tee`. */
export const handle = withRule(
  v.pipe(
    text,
    v.transform((written) => written.normalize("NFC")),
    v.maxLength(255, "is too long"),
    v.regex(HANDLE, "must be small letters, digits and dashes: lake-effect-tee"),
  ),
  { type: ["string", "integer", "boolean"], pattern: HANDLE.source, minimum: 0 },
);

export const wholeNumber = withRule(
  v.pipe(text, v.regex(WHOLE_NUMBER, "must be a whole number, 0 or more, such as 12"), v.transform(Number)),
  { type: ["integer", "string"], pattern: WHOLE_NUMBER.source, minimum: 0, maximum: 999_999_999 },
);

export const count = withRule(
  v.pipe(text, v.regex(COUNT, "must be a whole number, 1 or more: 4"), v.transform(Number)),
  {
    type: ["integer", "string"],
    pattern: COUNT.source,
    minimum: 1,
    maximum: 999_999_999,
  },
);

/** "7 days", 7 or `never`, which becomes null. */
export const daysOrNever = withRule(
  v.pipe(
    text,
    v.toLowerCase(),
    v.regex(DAYS_OR_NEVER, "must be 1 to 90 days, such as 7 days, or never"),
    v.transform((written) => (written === "never" ? null : Number.parseInt(written, 10))),
  ),
  { type: ["integer", "string"], pattern: ignoreCase(DAYS_OR_NEVER), minimum: 1, maximum: 90 },
);

/** A number of days, at most a year. */
export const days = withRule(
  v.pipe(
    text,
    v.regex(/^\d{1,3}$/, "must be a number of days, such as 7"),
    v.transform(Number),
    v.maxValue(365, "must not be more than 365"),
  ),
  { type: ["integer", "string"], pattern: "^\\d{1,3}$", minimum: 0, maximum: 365 },
);

/** A percentage with up to four decimals, in whole millionths: 9.975 % is 99 750. */
export const percentage = withRule(
  v.pipe(
    text,
    v.regex(PERCENTAGE, "must be a percentage such as 13 or 9.975"),
    v.transform((written) => {
      const [whole = "", decimals = ""] = written.split(".");
      return Number(`${whole}${decimals.padEnd(4, "0")}`);
    }),
    v.maxValue(1_000_000, "must not be more than 100"),
  ),
  { type: ["number", "string"], pattern: "^(\\d{1,2}(\\.\\d{1,4})?|100(\\.0{1,4})?)$", minimum: 0, maximum: 100 },
);

/** A day, or an instant with its UTC offset, as text until the shop's time zone is known. */
export const dayOrInstant = withRule(
  v.pipe(
    text,
    v.regex(INSTANT, "must be a day such as 2026-05-01, or a moment such as 2026-05-01T19:30-04:00"),
    // This check also runs for a text that the pattern above has rejected.
    v.check((written) => !INSTANT.test(written) || isInstant(written), "is not a day of the calendar"),
  ),
  { type: "string", pattern: INSTANT.source },
);

/** An instant as ISO 8601 in UTC. A day begins at midnight UTC. */
export const instant = v.pipe(
  dayOrInstant,
  v.transform((written) => new Date(written).toISOString()),
);

function isInstant(written: string): boolean {
  return isOnCalendar(written.slice(0, 10)) && !Number.isNaN(Date.parse(written));
}
