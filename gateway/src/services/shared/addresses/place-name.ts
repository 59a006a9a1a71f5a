import { searchableWords } from "../../../lib/searchable.ts";

/** Longest name that is looked for, in characters. */
const NAME_MAX_LENGTH = 255;

/** What two names of a place are compared by: case, accents, dots and "&" say nothing. */
function placeKey(name: string): string {
  return searchableWords(name.replaceAll("&", " and ")).join(" ");
}

/** A country or a province: its code and its English name. */
export type Place = { code: string; name: string };

/** Finds places by code or by any name, given the further names that people use. */
export function createPlaceFinder(
  places: readonly Place[],
  furtherNames: Readonly<Record<string, string>>,
): (text: string) => Place | undefined {
  const byCode = new Map(places.map((place) => [place.code, place]));
  const byName = new Map(places.map((place) => [placeKey(place.name), place]));
  for (const [name, code] of Object.entries(furtherNames)) {
    const place = byCode.get(code);
    if (place) byName.set(placeKey(name), place);
  }
  return (text) => {
    // Comparing a text of any length would take any time.
    if (text.length > NAME_MAX_LENGTH) return undefined;
    return byCode.get(text.trim().toUpperCase()) ?? byName.get(placeKey(text));
  };
}
