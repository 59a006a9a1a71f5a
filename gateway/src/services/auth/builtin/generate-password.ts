import { randomInt } from "node:crypto";

/** Letters and digits that nobody takes for one another, on paper or read aloud; no vowels, so no words either. */
const CHARACTERS = "bcdfghjkmnpqrstvwxz23456789";
const GROUPS = 5;
const GROUP_LENGTH = 5;

/** A strong password that is easy to type: "hq4tk-…", 25 characters of 27, 118 bits. */
export function generatePassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}
