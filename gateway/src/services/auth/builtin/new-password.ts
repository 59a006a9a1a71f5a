import { randomInt } from "node:crypto";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "@porchlight/protocol/limits.ts";
import { AuthError } from "../auth-error.ts";
import { isObvious, type KnownOfSite } from "./common-passwords.ts";

/** Why a password is rejected, in the terms of Supabase Auth where it has such an error. */
type PasswordProblem = { reason: "length" | "pwned" | "characters"; sentence: string };

/** Finds the problem of a chosen password; undefined when there is none. */
export function findPasswordProblem(password: string, known: KnownOfSite): PasswordProblem | undefined {
  const length = [...password].length;
  if (length < PASSWORD_MIN_LENGTH) {
    return { reason: "length", sentence: `Password should be at least ${PASSWORD_MIN_LENGTH} characters.` };
  }
  if (password.length > PASSWORD_MAX_LENGTH) {
    return { reason: "length", sentence: `Password should be at most ${PASSWORD_MAX_LENGTH} characters.` };
  }
  // Nobody can type a line break or a tab into a password field.
  if (/\p{Cc}/u.test(password)) {
    return { reason: "characters", sentence: "Password should have no line breaks or control characters." };
  }
  if (isObvious(password, known)) {
    return {
      reason: "pwned",
      sentence: "Password is known to be weak and easy to guess, please choose a different one.",
    };
  }
  return undefined;
}

/** @throws {AuthError} 422 `weak_password` with its reasons */
export function requireGoodPassword(password: string, known: KnownOfSite): void {
  const problem = findPasswordProblem(password, known);
  if (problem === undefined) return;
  throw new AuthError(422, "weak_password", problem.sentence, {
    fields: { weak_password: { reasons: [problem.reason] } },
  });
}

/** Letters and digits that people do not confuse, on paper or read aloud. Without vowels, they form no words. */
const CHARACTERS = "bcdfghjkmnpqrstvwxz23456789";
const GROUPS = 5;
const GROUP_LENGTH = 5;

/** A strong password that is easy to type: "hq4tk-…", 25 characters of 27, 118 bits. */
export function generatePassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}
