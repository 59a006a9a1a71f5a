import * as v from "valibot";
import type { EditorHints, EditorRule } from "../../gateway/src/content/fields.ts";

/** A piece of a JSON Schema, draft 7. */
type JsonSchema = { [keyword: string]: unknown };

/**
 * In YAML, the gateway reads every value as text. An editor reads 1999 as a number, and `no` as a text or, in older
 * YAML, as `false`. In YAML, a name without a value counts as missing.
 */
export type FileFormat = "json" | "yaml";

/** The fields of the checks that describe the owner's files. */
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
/** The types that an editor gives to a value that the gateway reads as text. */
const WORD_TYPES: Record<FileFormat, string | string[]> = { json: "string", yaml: ["string", "number", "boolean"] };

/**
 * Creates the JSON Schema of a check. A schema describes single values. Only the gateway finds mistakes that depend on
 * two values.
 *
 * @throws {Error} for a kind of check for which this function has no JSON Schema yet
 */
export function jsonSchemaOf(schema: v.GenericSchema, format: FileFormat): JsonSchema {
  // The cast holds: a check of the library has the fields of its kind.
  const check = schema as Check;
  const { description, examples, rule } = hintsOf(schema);
  const words = { ...(description && { description }), ...(examples && { examples }) };
  if (check.wrapped && OPTIONAL.includes(check.type)) {
    const inner = jsonSchemaOf(check.wrapped, format);
    const whole = { ...inner, ...rule, ...words, ...(isWorthOffering(check.default) && { default: check.default }) };
    return format === "yaml" ? orNull(whole) : whole;
  }
  return { ...formOf(check, format, rule), ...words };
}

function formOf(check: Check, format: FileFormat, rule: EditorRule | undefined): JsonSchema {
  switch (check.type) {
    case "strict_object":
      return objectOf(check.entries ?? {}, format);
    case "array":
      // The cast holds: a check of a list has the check of its items.
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
 * The gateway's message for a value that does not match the pattern. Source: code.visualstudio.com, "JSON editing in
 * Visual Studio Code". The YAML language server supports the keyword too.
 */
function messageOf(check: Check): { patternErrorMessage: string } | undefined {
  const said = messagesIn(check).filter(({ message }) => typeof message === "string");
  // The pattern of a date checks only its format, so the message about the calendar would be wrong.
  const { message } = said.findLast(({ type }) => type === "regex") ?? said.at(-1) ?? {};
  return typeof message === "string" ? { patternErrorMessage: message } : undefined;
}

/** Lists the messages of a check and of the checks in it. */
function messagesIn(check: Check): { type: string; message?: unknown }[] {
  // The cast holds: a step of a pipe is itself a check, or at least has a kind.
  const steps = (check.pipe ?? []) as readonly Check[];
  return [check, ...steps.flatMap((step) => (step.kind === "schema" && step.pipe ? messagesIn(step) : [step]))];
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

/** Allows a name without a value. */
function orNull({ description, examples, default: byDefault, ...form }: JsonSchema): JsonSchema {
  const words = {
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
    ...(byDefault !== undefined && { default: byDefault }),
  };
  if (form.enum) return { anyOf: [form, { type: "null" }], ...words };
  return { ...form, type: [form.type, "null"].flat(), ...words };
}

/** Whether an editor offers a default. It does not offer an empty list or an empty text. */
function isWorthOffering(byDefault: unknown): boolean {
  return byDefault !== undefined && byDefault !== "" && !Array.isArray(byDefault);
}

function hintsOf(schema: v.GenericSchema): EditorHints {
  // The casts hold: only `field` and `withRule` add metadata to a check.
  return v.getMetadata(schema as Parameters<typeof v.getMetadata>[0]) as EditorHints;
}
