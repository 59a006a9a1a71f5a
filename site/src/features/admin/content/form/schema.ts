import type { FileValue } from "@porchlight/protocol/content-editing.ts";

/** The part of JSON Schema that the gateway's schemas use. */
export type JsonSchema = {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  enum?: readonly FileValue[];
  anyOf?: readonly JsonSchema[];
  description?: string;
  examples?: readonly unknown[];
  default?: FileValue;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  pattern?: string;
};

/** What a value is, for its field. */
type Shape = "object" | "objects" | "words" | "yes-no" | "choice" | "text";

/** The choices of a value that has to be one of several; undefined if it may be any. */
export function choicesOf(schema: JsonSchema): readonly string[] | undefined {
  const list = schema.enum ?? schema.anyOf?.find((one) => one.enum)?.enum;
  return list?.filter((value) => typeof value === "string");
}

function hasType({ type }: JsonSchema, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}

/** Finds out what a value is. */
export function shapeOf(schema: JsonSchema): Shape {
  if (hasType(schema, "object")) return "object";
  if (hasType(schema, "array")) return schema.items && hasType(schema.items, "object") ? "objects" : "words";
  const choices = choicesOf(schema);
  if (choices?.includes("yes")) return "yes-no";
  return choices ? "choice" : "text";
}

/** Finds the schema of a value. List indexes lead to the schema of the items. */
export function schemaAt(schema: JsonSchema, path: readonly (string | number)[]): JsonSchema | undefined {
  return path.reduce<JsonSchema | undefined>(
    (inner, part) => (typeof part === "number" ? inner?.items : inner?.properties?.[part]),
    schema,
  );
}

/** The names of a path without its list indexes: `products.variants.price`, the key of a field's words. */
export function nameOfPath(path: readonly (string | number)[]): string {
  return path.filter((part, at) => typeof part === "string" && !(at === 0 && part === "front")).join(".");
}
