import { randomInt } from "node:crypto";
import type { Writer } from "../../../data/statements.ts";
import { hashOf, isSame, newSecret } from "../../shared/secrets.ts";
import { findUserByEmail } from "./users.ts";

/** How long the codes in an email work, in minutes. */
export const EMAIL_CODE_MINUTES = 60;
/** Guesses at the short code of one email. The chance of a hit is five in a million. */
const GUESSES = 5;
/** Maximum number of emails to one user whose links are valid at the same time. */
const MAX_EMAILS = 5;

/** The codes of one email. */
type EmailCodes = {
  /** For the link in the email. */
  token: string;
  /** Six digits, to be typed on another machine. */
  code: string;
};

/** A code from an email. */
export type Proof = { token: string } | { email: string; code: string };

type Row = {
  id: number;
  user_id: string;
  token_hash: string;
  code_hash: string;
  guesses_left: number;
  expires_at: string;
};

/** Creates the codes of a new email. The links of a few earlier emails still work; only the newest short code does. */
export function addEmailCodes(writer: Writer, userId: string, now: Date): EmailCodes {
  const token = newSecret();
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  writer.run("DELETE FROM letter_codes WHERE expires_at <= ?", now.toISOString());
  writer.run(
    "INSERT INTO letter_codes (user_id, token_hash, code_hash, guesses_left, expires_at) VALUES (?, ?, ?, ?, ?)",
    userId,
    hashOf(token),
    shortCodeHash(userId, code),
    GUESSES,
    new Date(now.getTime() + EMAIL_CODE_MINUTES * 60_000).toISOString(),
  );
  writer.run(
    `DELETE FROM letter_codes WHERE user_id = ? AND id <=
       (SELECT id FROM letter_codes WHERE user_id = ? ORDER BY id DESC LIMIT 1 OFFSET ${MAX_EMAILS})`,
    userId,
    userId,
  );
  return { token, code };
}

/** Uses up the codes of a user. @returns the user's id; undefined when the code is wrong, used or expired */
export function takeEmailCodes(writer: Writer, proof: Proof, now: Date): string | undefined {
  const row = "token" in proof ? byToken(writer, proof.token) : newestFor(writer, proof.email);
  if (row === undefined || row.expires_at <= now.toISOString()) return undefined;
  if (!("token" in proof)) {
    if (row.guesses_left === 0) return undefined;
    if (!isSame(row.code_hash, shortCodeHash(row.user_id, proof.code))) {
      // Guessing uses up only the short code; the owner's link still works.
      writer.run("UPDATE letter_codes SET guesses_left = guesses_left - 1 WHERE id = ?", row.id);
      return undefined;
    }
  }
  endEmailCodes(writer, row.user_id);
  return row.user_id;
}

/** Ends all email codes of a user. */
export function endEmailCodes(writer: Writer, userId: string): void {
  writer.run("DELETE FROM letter_codes WHERE user_id = ?", userId);
}

function byToken(writer: Writer, token: string): Row | undefined {
  return writer.get<Row>("SELECT * FROM letter_codes WHERE token_hash = ?", hashOf(token));
}

function newestFor(writer: Writer, email: string): Row | undefined {
  const user = findUserByEmail(writer, email);
  return user && writer.get<Row>("SELECT * FROM letter_codes WHERE user_id = ? ORDER BY id DESC LIMIT 1", user.id);
}

/** Somebody who has the data file can find the code by trying all million codes. But it expires in an hour. */
function shortCodeHash(userId: string, code: string): string {
  return hashOf(`${userId} ${code}`);
}
