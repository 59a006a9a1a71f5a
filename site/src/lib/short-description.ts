/** Search engines show about this many characters of a description. */
const DESCRIPTION_LENGTH = 160;

/** A description as the head of a page has it: the beginning of a text, cut between two words. */
export function shortDescription(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= DESCRIPTION_LENGTH) return line;
  return `${line.slice(0, DESCRIPTION_LENGTH - 1).replace(/\s\S*$/, "")}…`;
}
