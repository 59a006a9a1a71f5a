import * as v from "valibot";
import type { EditorHints, EditorRule } from "../../gateway/src/content/fields.ts";

/** A piece of a JSON Schema, draft 7. */
type JsonSchema = { [keyword: string]: unknown };

/**
 * In YAML the gateway takes every value as it is written, and an editor takes 1999 for a number and `no` for a word or,
 * in older YAML, for `false`. A name without a value counts as not written there.
 */
export type FileFormat = "json" | "yaml";

/** What the kinds of checks hold that the owner's files are described with. */
type Check = v.GenericSchema & {
  pipe?: readonly (v.GenericSchema | { kind: "validation" | "transformation" | "metadata"; type: string })[];
  message?: unknown;
  entries?: Record<string, v.GenericSchema>;
  item?: v.GenericSchema;
  wrapped?: v.GenericSchema;
  options?: readonly unknown[];
  default?: unknown;
};

const OPTIONAL = ["optional", "exact_optional"];
/** How an editor types a word that the gateway reads as text. */
const WORD_TYPES: Record<FileFormat, string | string[]> = { json: "string", yaml: ["string", "number", "boolean"] };

/**
 * The JSON Schema of a check. It says what a form can say: what has to do with two values at once is found by the
 * gateway alone.
 *
 * @throws {Error} for a kind of check that none of the owner's files has had so far
 */
export function jsonSchemaOf(schema: v.GenericSchema, format: FileFormat): JsonSchema {
  // Checks of the library carry what their kind names.
  const check = schema as Check;
  const { description, examples, rule } = hintsOf(schema);
  const words = { ...(description && { description }), ...(examples && { examples }) };
  if (check.wrapped && OPTIONAL.includes(check.type)) {
    const inner = jsonSchemaOf(check.wrapped, format);
    const whole = { ...inner, ...rule, ...words, ...(isWorthSaying(check.default) && { default: check.default }) };
    return format === "yaml" ? orNothing(whole) : whole;
  }
  return { ...formOf(check, format, rule), ...words };
}

function formOf(check: Check, format: FileFormat, rule: EditorRule | undefined): JsonSchema {
  switch (check.type) {
    case "strict_object":
      return objectOf(check.entries ?? {}, format);
    case "array":
      // A list has the check of its items.
      return { type: "array", items: jsonSchemaOf(check.item as v.GenericSchema, format), ...rule };
    case "picklist":
      return { enum: check.options };
    case "string":
    case "union":
      if (rule?.enum) return { enum: rule.enum };
      return { type: WORD_TYPES[format], ...rule, ...(rule?.pattern && messageOf(check)) };
    default:
      throw new Error(`A check of the kind ${check.type} has no JSON Schema yet`);
  }
}

/**
 * The gateway's own words for a value that fits no pattern. Source: code.visualstudio.com, "JSON editing in Visual Studio
 * Code"; the YAML language server knows the keyword too.
 */
function messageOf(check: Check): { patternErrorMessage: string } | undefined {
  const said = sayings(check).filter(({ message }) => typeof message === "string");
  // Of a date it is its form that a pattern finds, not its place on the calendar.
  const { message } = said.findLast(({ type }) => type === "regex") ?? said.at(-1) ?? {};
  return typeof message === "string" ? { patternErrorMessage: message } : undefined;
}

/** What a check and those that it is made of may say. */
function sayings(check: Check): { type: string; message?: unknown }[] {
  // The steps of a pipe are checks themselves, or at least have a kind.
  const steps = (check.pipe ?? []) as readonly Check[];
  return [check, ...steps.flatMap((step) => (step.kind === "schema" && step.pipe ? sayings(step) : [step]))];
}

function objectOf(entries: Record<string, v.GenericSchema>, format: FileFormat): JsonSchema {
  const names = Object.keys(entries);
  const required = names.filter((name) => !OPTIONAL.includes(entries[name]?.type ?? ""));
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, jsonSchemaOf(entry, format)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** Lets a name stand without a value. */
function orNothing({ description, examples, default: byDefault, ...form }: JsonSchema): JsonSchema {
  const words = {
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
    ...(byDefault !== undefined && { default: byDefault }),
  };
  if (form.enum) return { anyOf: [form, { type: "null" }], ...words };
  return { ...form, type: [form.type, "null"].flat(), ...words };
}

/** An empty list or no words at all need not be offered. */
function isWorthSaying(byDefault: unknown): boolean {
  return byDefault !== undefined && byDefault !== "" && !Array.isArray(byDefault);
}

function hintsOf(schema: v.GenericSchema): EditorHints {
  // Only `field` and `withRule` give a check more than it is.
  return v.getMetadata(schema as Parameters<typeof v.getMetadata>[0]) as EditorHints;
}
