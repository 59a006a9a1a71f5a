import { searchableWords } from "../../../lib/searchable.ts";

/** Maximum length of a name, in characters. */
const NAME_MAX_LENGTH = 255;

/** Names with the same key mean the same place: case, accents and dots are ignored, and "&" means "and". */
function placeKey(name: string): string {
  return searchableWords(name.replaceAll("&", " and ")).join(" ");
}

/** A country or a province: its code and its English name. */
export type Place = { code: string; name: string };

/** Makes a function that finds places by code or name. @param furtherNames codes by other names in common use */
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
    // A stranger chooses the text, and a longer text takes longer.
    if (text.length > NAME_MAX_LENGTH) return undefined;
    return byCode.get(text.trim().toUpperCase()) ?? byName.get(placeKey(text));
  };
}
