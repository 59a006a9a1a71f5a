/** The words of a text as they are compared: without capitals and accents. "Café-Röck" is `cafe`, `rock`. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}+/gu, "");
  return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
