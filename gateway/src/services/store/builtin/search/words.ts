import { searchable } from "../../../../lib/searchable.ts";

/** The words of a text as they are compared: without capitals and accents. "Café-Röck" is `cafe`, `rock`. */
export function wordsOf(text: string): string[] {
  return searchable(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
