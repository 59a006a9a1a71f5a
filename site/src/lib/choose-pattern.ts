/** Patterns that stand in for a missing picture. */
const PATTERNS = ["middle", "left", "right", "wide"] as const;

/** Chooses a pattern by the name of what has no picture, so that neighbours differ and each keeps its own. */
export function choosePattern(name: string): (typeof PATTERNS)[number] {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return PATTERNS[sum % PATTERNS.length] ?? PATTERNS[0];
}
