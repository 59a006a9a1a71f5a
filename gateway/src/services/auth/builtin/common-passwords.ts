import { domainToUnicode } from "node:url";
import { searchable } from "../../../lib/searchable.ts";

/**
 * Beginnings of the most common passwords of 12 characters, without spaces, digits and signs. The list is short on
 * purpose: guesses are limited, so an attacker can only try the most common passwords.
 */
const OBVIOUS = [
  "password",
  "passwort",
  "motdepasse",
  "contrasena",
  "qwerty",
  "qwertyuiop",
  "qwertz",
  "azerty",
  "asdfghjkl",
  "letmein",
  "welcome",
  "iloveyou",
  "administrator",
  "admin",
  "changeme",
  "secret",
  "default",
  "porchlight",
  "musician",
  "correcthorsebatterystaple",
];

/** Public words about a site, which attackers try first: the "context-specific words" of NIST SP 800-63B. */
export type KnownOfSite = { email: string; artistName: string; publicUrl: string };

/** Shortest part of a name that counts. Shorter parts, such as "of" or "me", are ignored. */
const SHORTEST_PART = 3;

/** Whether a password is one that attackers try first. */
export function isObvious(password: string, known: KnownOfSite): boolean {
  const plain = searchable(password);
  if (new Set(plain).size < 5 || isRow(plain)) return true;
  const letters = withoutDecoration(plain);
  return letters === ""
    ? isRow(plain.replace(/\D/g, ""))
    : isMadeOf(letters, new Set([...OBVIOUS, ...wordsOfSite(known)]));
}

/** The artist's name and the site's host, whole and in parts, and the owner's address before the "@". */
function wordsOfSite({ email, artistName, publicUrl }: KnownOfSite): string[] {
  const host = domainToUnicode(new URL(publicUrl).hostname);
  const names = [artistName, host, host.replace(/^www\./, "")];
  const parts = names.flatMap((name) => name.split(/[^\p{L}\p{M}\p{N}]+/u)).map(wordOf);
  const wholes = [email.split("@")[0] ?? "", ...names].map(wordOf);
  return [...wholes.filter((word) => word !== ""), ...parts.filter((word) => word.length >= SHORTEST_PART)];
}

function wordOf(text: string): string {
  return withoutDecoration(searchable(text));
}

/**
 * Removes leetspeak, and what people add to satisfy a form: "P@ssw0rd!2026" is "password". A 0 within a number stays.
 */
function withoutDecoration(text: string): string {
  return text
    .replace(/[^\p{L}]+$/u, "")
    .replace(/(?<![1-9]0*)0(?!0*[1-9])/g, "o")
    .replaceAll("@", "a")
    .replaceAll("$", "s")
    .replace(/[^\p{L}]/gu, "");
}

/** Whether the letters consist only of these words, in any order; each word may repeat. */
function isMadeOf(letters: string, words: ReadonlySet<string>): boolean {
  // Positions where a word ends. Each is visited once, even if one word is the start of another.
  const ends = new Set([0]);
  for (let at = 0; at < letters.length; at += 1) {
    if (!ends.has(at)) continue;
    for (const word of words) if (letters.startsWith(word, at)) ends.add(at + word.length);
  }
  return ends.has(letters.length);
}

/** Characters that follow one another: "123456789012", "abcdefghijkl". */
function isRow(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  const isOrdinary = (step: number) => Math.abs(step) === 1 || Math.abs(step) === 9;
  return steps.length > 0 && steps.every(isOrdinary);
}
