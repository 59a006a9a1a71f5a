/** Normalises a text for searches: without capitals and accents. "Zoë" becomes `zoe`. */
export function searchable(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}
