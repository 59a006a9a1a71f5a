import type { Context } from "hono";
import { SEALED_MAX_LENGTH } from "./seal.ts";

const FORM_TYPES = new Set(["application/x-www-form-urlencoded", "multipart/form-data"]);

/** Maximum size of a form, in bytes. A token and its name have a few hundred. */
export const FORM_MAX_BYTES = 8 * 1024;

/** The token, if exactly one was sent and it is not too long. */
export function onlyToken(tokens: readonly string[]): string | undefined {
  const [token] = tokens;
  return token === undefined || tokens.length > 1 || token.length > SEALED_MAX_LENGTH ? undefined : token;
}

/** Parses the body if it is a form. Mail programs use either encoding. Source: RFC 8058 §3.2. */
export async function readForm(c: Context): Promise<FormData | undefined> {
  const type = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!FORM_TYPES.has(type)) return undefined;
  try {
    return await c.req.raw.formData();
  } catch {
    return undefined;
  }
}

/** All text values of a field. */
export function valuesOf(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === "string");
}
