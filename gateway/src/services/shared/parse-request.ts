/** Parses request bodies with a schema, for several services. */
import * as v from "valibot";
import { parseJson } from "../../lib/parse-json.ts";

/** The parsed value, or a message that says what is wrong. */
export type Parsed<Schema extends v.GenericSchema> =
  | { ok: true; value: v.InferOutput<Schema> }
  | { ok: false; message: string };

export function parse<Schema extends v.GenericSchema>(schema: Schema, input: unknown): Parsed<Schema> {
  const result = v.safeParse(schema, input);
  if (result.success) return { ok: true, value: result.output };
  const [issue] = result.issues;
  const path = v.getDotPath(issue);
  return { ok: false, message: path === null ? issue.message : `${path}: ${issue.message}` };
}

/** Parses a body; undefined when it is not JSON. */
export function jsonOf(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}
