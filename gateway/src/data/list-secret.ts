import { hkdfSync, randomBytes } from "node:crypto";
import type { DataFile } from "./data-file.ts";
import type { Reader, Writer } from "./statements.ts";

const SECRET_BYTES = 32;

/** The secret of this site's list in base64url; undefined until something first needs it. */
export function readListSecret(reader: Reader): string | undefined {
  return reader.get<{ secret: string }>("SELECT secret FROM list_secret")?.secret;
}

/** The secret of this site's list in base64url. Creates one when there is none. */
export function listSecret(writer: Writer): string {
  const stored = readListSecret(writer);
  if (stored !== undefined) return stored;
  const secret = newListSecret();
  writer.run("INSERT INTO list_secret (id, secret) VALUES (1, ?)", secret);
  return secret;
}

/** A new random secret, in base64url. */
export function newListSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** Replaces this list's secret with another list's. Hashes and links made with the old one no longer work. */
export function replaceListSecret(writer: Writer, secret: string): void {
  writer.run(
    "INSERT INTO list_secret (id, secret) VALUES (1, ?) ON CONFLICT DO UPDATE SET secret = excluded.secret",
    secret,
  );
}

/** Whether a text is a secret of a list: 32 bytes in canonical base64url. */
export function isListSecret(text: string): boolean {
  const bytes = Buffer.from(text, "base64url");
  return bytes.length === SECRET_BYTES && bytes.toString("base64url") === text;
}

/**
 * Opens the secret of this site's list. Creates one when there is none.
 *
 * @returns a function that reads the current secret, in base64url: it changes when another site's backup is restored
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
 * Derives a separate key for one use of the secret, so that a leaked key reveals nothing about the others.
 *
 * @param use a unique name for this use of the secret. Source: RFC 5869
 */
export function deriveKey(use: string, secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", Buffer.from(secret, "base64url"), "", use, SECRET_BYTES));
}
