/** Patterns that stand in for a missing picture. The stylesheets of covers, products, cart and checkout draw them. */
const PATTERNS = ["middle", "left", "right", "wide"] as const;

/** Chooses a pattern by the name of what has no picture. The same name always has the same one. */
export function choosePattern(name: string): (typeof PATTERNS)[number] {
  let sum = 0;
  for (const letter of name) sum = (sum * 37 + (letter.codePointAt(0) ?? 0)) % 9973;
  return PATTERNS[sum % PATTERNS.length] ?? PATTERNS[0];
}
