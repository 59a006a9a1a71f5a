import * as v from "valibot";
import { asCompared } from "./file-names.ts";

/** What a JSON Schema says of a value beyond its place: `{ pattern: "^[A-Z]{2}$" }`. */
export type EditorRule = {
  /** Left out, any word or number that an editor takes from the file. */
  type?: string | readonly string[];
  pattern?: string;
  enum?: readonly (string | boolean)[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
};

/** What editors are told of a field, beside what its check says by itself. */
export type EditorHints = { description?: string; examples?: readonly unknown[]; rule?: EditorRule };

/** Gives a check the rule by which an editor knows a right value. */
export function ruled<Schema extends v.GenericSchema>(schema: Schema, rule: EditorRule) {
  return v.pipe(schema, v.metadata({ rule } satisfies EditorHints));
}

/** Gives a field the words that an editor shows beside it, and values it may offer. */
export function about<Schema extends v.GenericSchema>(schema: Schema, description: string, ...examples: unknown[]) {
  return v.pipe(schema, v.metadata({ description, ...(examples.length > 0 && { examples }) } satisfies EditorHints));
}

/** A pattern that takes capitals for small letters, as JSON Schema knows no flags. It must hold no escaped letter. */
export function inAnyCase({ source }: RegExp): string {
  return source.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** Words that must not be left out. */
export const text = ruled(v.pipe(v.string("must be words"), v.trim(), v.minLength(1, "must not be empty")), {
  pattern: "\\S",
});

/** The name of a file, which must not be left out, in the form that names are compared in. */
export const fileName = ruled(v.pipe(text, v.transform(asCompared)), { pattern: "\\S" });

/** Words that may be left out. */
export const optionalText = v.optional(v.pipe(v.string("must be words"), v.trim()), "");
