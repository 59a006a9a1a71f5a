import * as v from "valibot";
import { normaliseName } from "./file-names.ts";

/** Constraints of a value in the JSON Schema for editors: `{ pattern: "^[A-Z]{2}$" }`. */
export type EditorRule = {
  /** Left out: any text or number. */
  type?: string | readonly string[];
  pattern?: string;
  enum?: readonly (string | boolean)[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
};

/** What the JSON Schema says about a field in addition to what the valibot schema says. */
export type EditorHints = { description?: string; examples?: readonly unknown[]; rule?: EditorRule };

export function withRule<Schema extends v.GenericSchema>(schema: Schema, rule: EditorRule) {
  return v.pipe(schema, v.metadata({ rule } satisfies EditorHints));
}

/** Adds the description that an editor shows beside a field, and examples it may offer. */
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
