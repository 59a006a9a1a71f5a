import * as v from "valibot";
import { isTimeZone, TIME_ZONE } from "../lib/time-zone.ts";
import { normaliseName } from "./file-names.ts";

/** Constraints of a value in the JSON Schema for editors: `{ pattern: "^[A-Z]{2}$" }`. */
export type EditorRule = {
  /** If left out, the value may be any text or number. */
  type?: string | readonly string[];
  pattern?: string;
  enum?: readonly (string | boolean)[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
};

/** What the JSON Schema says about a field beyond the valibot schema. */
export type EditorHints = { description?: string; examples?: readonly unknown[]; rule?: EditorRule };

export function withRule<Schema extends v.GenericSchema>(schema: Schema, rule: EditorRule) {
  return v.pipe(schema, v.metadata({ rule } satisfies EditorHints));
}

/** Adds the description that an editor shows for a field, and examples that it may offer. */
export function field<Schema extends v.GenericSchema>(schema: Schema, description: string, ...examples: unknown[]) {
  return v.pipe(schema, v.metadata({ description, ...(examples.length > 0 && { examples }) } satisfies EditorHints));
}

/** A {@link field} that may be left out. */
export function optionalField<Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
  ...examples: unknown[]
) {
  return field(v.exactOptional(schema), description, ...examples);
}

/** A list; empty if it is left out. */
export function list<Item extends v.GenericSchema>(item: Item, message = "must be a list") {
  return v.optional(v.array(item, message), []);
}

/** Makes a pattern case-insensitive: JSON Schema has no flags. The pattern must not contain an escaped letter. */
export function ignoreCase({ source }: RegExp): string {
  return source.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** Text that is required. */
export const text = withRule(v.pipe(v.string("must be words"), v.trim(), v.minLength(1, "must not be empty")), {
  pattern: "\\S",
});

/** A required file name, normalised for comparison. */
export const fileName = withRule(v.pipe(text, v.transform(normaliseName)), { pattern: "\\S" });

/** Text that is optional; empty by default. */
export const optionalText = v.optional(v.pipe(v.string("must be words"), v.trim()), "");

const EMAIL = /^[^\s@]+@[^\s@]+$/;
/** An email address. */
export const email = withRule(v.pipe(text, v.regex(EMAIL, "must be an email address, such as you@example.com")), {
  type: "string",
  pattern: EMAIL.source,
});

const ADDRESS = /^https?:\/\/\S+$/;

/** Rejects addresses that match the patterns but that no browser can open, such as `https://[`. */
export const openable = v.check<string, string>(
  (typed) => URL.canParse(typed),
  "must be an address that a browser can open",
);
/** The address of a page. */
export const address = withRule(
  v.pipe(
    text,
    v.regex(ADDRESS, "must be an address that starts with https:// or http://, such as https://example.com/you"),
    openable,
  ),
  { pattern: ADDRESS.source },
);

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
/** A currency of ISO 4217. */
export const currency = withRule(
  v.pipe(
    text,
    v.check((code) => CURRENCIES.has(code), "is no currency; write a code such as CAD"),
  ),
  { type: "string", pattern: "^[A-Z]{3}$" },
);

const AMOUNT = /^\d{1,9}(\.\d{1,4})?$/;
/** An amount, as text until the currency is known. */
export const amount = withRule(v.pipe(text, v.regex(AMOUNT, "must be an amount such as 38.00")), {
  type: ["number", "string"],
  pattern: AMOUNT.source,
  minimum: 0,
  maximum: 999_999_999.9999,
});

export const yesNo = withRule(
  v.pipe(
    text,
    v.toLowerCase(),
    v.picklist(["yes", "no", "true", "false"], "must be yes or no"),
    v.transform((word) => word === "yes" || word === "true"),
  ),
  { enum: ["yes", "no", true, false] },
);

export const timeZone = withRule(
  v.pipe(text, v.check(isTimeZone, "is no time zone; write the name of yours, such as America/Toronto")),
  { type: "string", pattern: TIME_ZONE.source },
);
