import { hkdfSync, randomBytes } from "node:crypto";
import type { DataFile } from "./data-file.ts";
import type { Reader, Writer } from "./statements.ts";

const SECRET_BYTES = 32;

/** The secret of this site's list in base64url; undefined while nothing has needed it. */
export function readListSecret(reader: Reader): string | undefined {
  return reader.get<{ secret: string }>("SELECT secret FROM list_secret")?.secret;
}

/** The secret of this site's list in base64url, made now when there is none. */
export function listSecret(writer: Writer): string {
  const stored = readListSecret(writer);
  if (stored !== undefined) return stored;
  const secret = newListSecret();
  writer.run("INSERT INTO list_secret (id, secret) VALUES (1, ?)", secret);
  return secret;
}

/** A secret that no list has, in base64url. */
export function newListSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** Puts the secret of another list in the place of this one's. What was keyed with the old one is lost. */
export function replaceListSecret(writer: Writer, secret: string): void {
  writer.run(
    "INSERT INTO list_secret (id, secret) VALUES (1, ?) ON CONFLICT DO UPDATE SET secret = excluded.secret",
    secret,
  );
}

/** Whether a text is a secret of a list: 32 bytes in base64url, in their only spelling. */
export function isListSecret(text: string): boolean {
  const bytes = Buffer.from(text, "base64url");
  return bytes.length === SECRET_BYTES && bytes.toString("base64url") === text;
}

/**
 * Opens the secret of this site's list, making it when there is none.
 *
 * @returns what reads it, in base64url, as it is now: a restored backup of another site brings its own
 * @throws {DataFileError} when it could not be stored
 */
export async function openListSecret(data: DataFile): Promise<() => string> {
  await data.write(listSecret);
  return () => {
    const secret = readListSecret(data.read);
    if (secret === undefined) throw new Error("the list's secret is gone from the data file");
    return secret;
  };
}

/**
 * A key of its own for one use of the secret, so that what one use gives away says nothing about another.
 *
 * @param use what it is for, in words that no other use has. Source: RFC 5869
 */
export function keyFor(use: string, secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", Buffer.from(secret, "base64url"), "", use, SECRET_BYTES));
}
