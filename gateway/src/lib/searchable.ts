/** Normalises a text for searches: lower case, without accents. "Zoë" becomes `zoe`. */
export function searchable(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}

/** The words of a text as searches compare them: "Café-Röck" is `cafe`, `rock`. */
export function searchableWords(text: string): string[] {
  return searchable(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
