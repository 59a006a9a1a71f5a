import type { Artist } from "./artist.ts";
import { escapeMarkdown, type FrontMatter, fillIn, type Text } from "./markdown.ts";

/** Words that a text may name in braces. A word that the artist has no value for is undefined. */
function valuesOf(artist: Artist, origin: string) {
  const { privacy, legal, accessibility } = artist.contacts;
  return {
    name: artist.name,
    site: new URL(origin).host,
    privacyEmail: privacy,
    legalEmail: legal,
    accessibilityEmail: accessibility.email,
    accessibilityPhone: accessibility.phone,
    governingLaw: artist.governingLaw,
  };
}

/** The Markdown of a text with the artist's name and contacts in the place of `{name}`, `{legalEmail}` and the like. */
export function filled(text: Text, artist: Artist, origin: string): string {
  const { name, governingLaw, ...contacts } = valuesOf(artist, origin);
  return fillIn(text.body, {
    ...contacts,
    name: escapeMarkdown(name),
    governingLaw: escapeMarkdown(governingLaw),
  });
}

/** The front matter of a text with the same values in it. It is no Markdown: they stand there as they are. */
export function filledFront({ front }: Text, artist: Artist, origin: string): FrontMatter {
  const values = valuesOf(artist, origin);
  const fill = (words: string) => fillIn(words, values);
  return {
    ...front,
    title: fill(front.title),
    description: fill(front.description),
    keywords: front.keywords.map(fill),
  };
}

/**
 * A sentence for each word in braces that has no value and is shown as it was written.
 *
 * @param texts by their files as the owner knows them, `about.md`
 */
export function unfilledWords(texts: Readonly<Record<string, Text | undefined>>, artist: Artist): string[] {
  // Whatever the public address is, it has a value.
  const values = valuesOf(artist, "https://example.com");
  return Object.entries(texts).flatMap(([file, text]) => {
    const named = text ? [...wordsOf(text).matchAll(/\{(\w+)\}/g)].map(([, word = ""]) => word) : [];
    return [...new Set(named)].flatMap((word) => {
      if (!Object.hasOwn(values, word)) return `${file}: nothing is called {${word}}; there are ${inBraces(values)}`;
      if (word !== "accessibilityPhone" || values.accessibilityPhone !== undefined) return [];
      const lacking = "artist.json names no phone under contacts, accessibility";
      return `${file}: {${word}} stands in it, and ${lacking}; write one there, or take the word out`;
    });
  });
}

function wordsOf({ front, body }: Text): string {
  return [front.title, front.description, ...front.keywords, body].join("\n");
}

function inBraces(values: object): string {
  const words = Object.keys(values).map((word) => `{${word}}`);
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
