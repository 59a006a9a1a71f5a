/**
 * The beginnings of what people choose when 12 characters are asked for, without spaces, digits and signs. A short
 * list on purpose: guesses are limited, so only the very commonest could ever be hit.
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

/** Whether a password is one of those that anybody would try first. */
export function isObvious(password: string, email: string): boolean {
  const plain = password.toLowerCase().normalize("NFKC");
  if (new Set(plain).size < 5 || isRow(plain)) return true;
  const letters = withoutDecoration(plain);
  const name = withoutDecoration(email.split("@")[0] ?? "");
  return letters === ""
    ? isRow(plain.replace(/\D/g, ""))
    : [...OBVIOUS, name].some((word) => isRepeated(letters, word));
}

/** Leetspeak and what is put around a word to please a form: "P@ssw0rd!2026" is "password". */
function withoutDecoration(text: string): string {
  return text
    .replace(/[^\p{L}]+$/u, "")
    .replaceAll("0", "o")
    .replaceAll("@", "a")
    .replaceAll("$", "s")
    .replace(/[^\p{L}]/gu, "");
}

function isRepeated(letters: string, word: string): boolean {
  return word !== "" && letters.replaceAll(word, "") === "";
}

/** Characters that follow one another: "123456789012", "abcdefghijkl". */
function isRow(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  const isOrdinary = (step: number) => Math.abs(step) === 1 || Math.abs(step) === 9;
  return steps.length > 0 && steps.every(isOrdinary);
}
