import type { Artist } from "./artist.ts";
import { escapeMarkdown, type FrontMatter, fillIn, type Text } from "./markdown.ts";

/** Values of the placeholders in texts; undefined if `artist.json` has no value. */
function toValues(artist: Artist, origin: string) {
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

/** The Markdown of a text with its placeholders filled in, such as `{name}` and `{legalEmail}`. */
export function fillText(text: Text, artist: Artist, origin: string): string {
  const { name, governingLaw, ...contacts } = toValues(artist, origin);
  return fillIn(text.body, {
    ...contacts,
    name: escapeMarkdown(name),
    governingLaw: escapeMarkdown(governingLaw),
  });
}

/** The front matter of a text with its placeholders filled in. Front matter is not Markdown, so nothing is escaped. */
export function fillFrontMatter({ front }: Text, artist: Artist, origin: string): FrontMatter {
  const values = toValues(artist, origin);
  const fill = (text: string) => fillIn(text, values);
  return {
    ...front,
    title: fill(front.title),
    description: fill(front.description),
    // Filled in as one text, so that together they grow no more than one.
    keywords: front.keywords.length === 0 ? [] : fill(front.keywords.join("\n")).split("\n"),
  };
}

/**
 * Finds placeholders without a value, which pages show unchanged.
 *
 * @param texts texts by their paths as the owner knows them, `about.md`
 * @returns a sentence for each placeholder
 */
export function findUnfilled(texts: Readonly<Record<string, Text | undefined>>, artist: Artist): string[] {
  // The origin does not matter here: `{site}` always has a value.
  const values = toValues(artist, "https://example.com");
  return Object.entries(texts).flatMap(([file, text]) => {
    const names = text ? [...allText(text).matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name) : [];
    return [...new Set(names)].flatMap((name) => {
      if (!Object.hasOwn(values, name)) return `${file}: nothing is called {${name}}; there are ${listNames(values)}`;
      if (name !== "accessibilityPhone" || values.accessibilityPhone !== undefined) return [];
      const lacking = "artist.json names no phone under contacts, accessibility";
      return `${file}: {${name}} stands in it, and ${lacking}; write one there, or take the word out`;
    });
  });
}

function allText({ front, body }: Text): string {
  return [front.title, front.description, ...front.keywords, body].join("\n");
}

function listNames(values: object): string {
  const names = Object.keys(values).map((name) => `{${name}}`);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
