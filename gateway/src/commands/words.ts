/** Quotes a name, so that the shell reads it as one word. */
export function quoteForShell(name: string): string {
  return /^[\w./\\:@+-]+$/.test(name) ? name : `"${name}"`;
}

/** Replaces control characters, which a terminal would obey. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "?");
}
