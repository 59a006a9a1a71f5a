import type { Reader, Writer } from "../../../data/statements.ts";
import { hashOf, newSecret } from "../../shared/secrets.ts";
import { DEVICE_DAYS, readDeviceCookie } from "../device-cookie.ts";

/** Maximum number of known browsers of a user. */
const MAX_DEVICES = 50;

/** The cookies that a browser sent to the site, and when. */
type Sent = { cookies: string | undefined; publicUrl: string; now: Date };

/** The name under which the guesses of a known browser count; undefined without a valid cookie. */
export function findDevice(reader: Reader, { cookies, publicUrl, now }: Sent): string | undefined {
  const secret = readDeviceCookie(cookies, publicUrl);
  if (secret === undefined) return undefined;
  const hash = hashOf(secret);
  const sql = "SELECT 1 FROM known_devices WHERE cookie_hash = ? AND expires_at > ?";
  return reader.get(sql, hash, now.toISOString()) === undefined ? undefined : hash;
}

/** Records that a user signed in on a browser, with the second step if there is one. @returns the value of its cookie */
export function rememberDevice(writer: Writer, { userId, ...sent }: { userId: string } & Sent): string {
  const { now } = sent;
  const before = readDeviceCookie(sent.cookies, sent.publicUrl);
  // The server accepts only values that it created itself.
  const secret = before !== undefined && findDevice(writer, sent) !== undefined ? before : newSecret();
  writer.run("DELETE FROM known_devices WHERE expires_at <= ?", now.toISOString());
  writer.run(
    "INSERT OR REPLACE INTO known_devices VALUES (?, ?, ?)",
    hashOf(secret),
    userId,
    new Date(now.getTime() + DEVICE_DAYS * 24 * 60 * 60 * 1000).toISOString(),
  );
  writer.run(
    `DELETE FROM known_devices WHERE user_id = ? AND cookie_hash NOT IN
       (SELECT cookie_hash FROM known_devices WHERE user_id = ? ORDER BY expires_at DESC LIMIT ${MAX_DEVICES})`,
    userId,
    userId,
  );
  return secret;
}

/** Makes all browsers of a user unknown. */
export function forgetDevices(writer: Writer, userId: string): void {
  writer.run("DELETE FROM known_devices WHERE user_id = ?", userId);
}
