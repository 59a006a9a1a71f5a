/** A name as one word of the shell. */
export function asWord(name: string): string {
  return /^[\w./\\:@+-]+$/.test(name) ? name : `"${name}"`;
}

/** Without signs that would steer the terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "?");
}
