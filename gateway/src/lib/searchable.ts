/** A text as searches compare it: without capitals and accents, however they were typed. "Zoë" is `zoe`. */
export function searchable(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}
