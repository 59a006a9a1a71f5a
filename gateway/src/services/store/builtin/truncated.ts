/** Shortens text to at most `at` characters, including the ellipsis, without splitting a character. */
export function truncated(text: string, at: number | null | undefined): string {
  if (typeof at !== "number" || text.length <= at) return text;
  const characters = [...text];
  if (characters.length <= at) return text;
  return `${characters
    .slice(0, Math.max(at - 1, 0))
    .join("")
    .trimEnd()}…`;
}
