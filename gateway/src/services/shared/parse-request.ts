/** Reads bodies by a schema. Stands outside the services, since several do. */
import * as v from "valibot";

/** What was read, or what is wrong with it in words. */
export type Parsed<Schema extends v.GenericSchema> =
  | { ok: true; value: v.InferOutput<Schema> }
  | { ok: false; message: string };

/** Reads what a client sent. */
export function parse<Schema extends v.GenericSchema>(schema: Schema, input: unknown): Parsed<Schema> {
  const result = v.safeParse(schema, input);
  if (result.success) return { ok: true, value: result.output };
  const [issue] = result.issues;
  const path = v.getDotPath(issue);
  return { ok: false, message: path === null ? issue.message : `${path}: ${issue.message}` };
}

/** What a body holds; undefined when it is no JSON. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
