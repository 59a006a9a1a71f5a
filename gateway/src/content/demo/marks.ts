import { createHash } from "node:crypto";
import * as v from "valibot";
import { readText } from "../../lib/read-text.ts";
import { readJsonFile } from "../json-file.ts";
import { parseText } from "../markdown.ts";
import type { Mistake } from "../owners-file.ts";
import { readYamlFile } from "../yaml-file.ts";

/** A value or a paragraph of the content folder by which the demo is known. */
export type Mark = {
  /** Checksum of its place and its words. */
  id: string;
  /** Line in its file, from 1. */
  line: number;
  /** What the owner calls it: `contacts, privacy`; for a paragraph, its first words in quotes. */
  label: string;
  /** Whether it may be right for another artist as well: a style of music, a law, a tax. */
  isShared: boolean;
};

type Path = Mistake["path"];
/** Places of a file by their keys; `*` is each item of a list. */
type Places = { own: readonly string[]; shared: readonly string[] };

const NO_PLACES: Places = { own: [], shared: [] };

/** Values by which the demo is known. What is not here, such as a size or a weight, says nothing about an artist. */
const PLACES: Readonly<Record<string, Places>> = {
  "artist.json": {
    own: [
      "name",
      "tagline",
      "description",
      "social.*.url",
      "watchUrl",
      "contactUrl",
      "contacts.privacy",
      "contacts.legal",
      "contacts.accessibility.email",
      "contacts.accessibility.phone",
      "images.hero.*.alt",
      "images.portrait.alt",
      "images.share.alt",
    ],
    shared: ["subtitle", "keywords", "governingLaw"],
  },
  "music/albums.yaml": { own: ["albums.*.name", "albums.*.spotify", "albums.*.tracks.*.title"], shared: [] },
  "store/products.yaml": {
    own: ["products.*.title", "products.*.description", "products.*.images.*.alt"],
    shared: [],
  },
  "store/store.yaml": {
    own: ["description", "payments.*.instructions"],
    shared: ["pickup.*.instructions", "country", "province", "timeZone", "taxes", "shipping"],
  },
};

/** Texts that tell of the artist: each paragraph counts. */
const STORIES = ["about.md", "music/music.md", "store/shop.md"];
/** Texts that hold for many artists, once they have read them. */
const POLICIES = ["accessibility.md", "privacy.md", "terms.md", "store/refunds.md"];

/** Files of words that are looked through for marks of the demo. */
export const MARKED_FILES = [...Object.keys(PLACES), ...STORIES, ...POLICIES].toSorted();

/** Longer than any file of words that can be used, in bytes. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Words of a paragraph that tell it from the others. */
const WORDS_SHOWN = 6;

/**
 * Everything in a file by which the demo would be known; nothing where the file is missing or cannot be read.
 *
 * @param file one of {@link MARKED_FILES}
 */
export function marksOf(contentDir: string, file: string): Mark[] {
  try {
    const source = readText(contentDir, file, MOST_BYTES);
    if (source === undefined) return [];
    if (STORIES.includes(file)) return paragraphMarks(file, source);
    if (POLICIES.includes(file)) return [policyMark(source)];
    return valueMarks(file, source);
  } catch {
    // The other checks of content say why the file cannot be read.
    return [];
  }
}

function valueMarks(file: string, source: string): Mark[] {
  const read = file.endsWith(".json") ? readJsonFile : readYamlFile;
  const { value, lineOf } = read(file, source, v.unknown());
  const { own, shared } = PLACES[file] ?? NO_PLACES;
  const find = (places: readonly string[], isShared: boolean): Mark[] =>
    places.flatMap((place) =>
      valuesAt(value, place.split("."), []).map(({ path, found }) => ({
        id: checksumOf(place, typeof found === "string" ? asCompared(found) : JSON.stringify(found)),
        line: lineOf(path),
        label: labelOf(path),
        isShared,
      })),
    );
  return [...find(own, false), ...find(shared, true)].toSorted((one, other) => one.line - other.line);
}

/** A text's description, and its paragraphs. */
function paragraphMarks(file: string, source: string): Mark[] {
  const { front, body } = parseText(file, source);
  const firstLine = source.slice(0, source.length - body.length).split("\n").length;
  const marks: Mark[] = [];
  if (front.description !== "") {
    const line = source.slice(0, source.indexOf("description:")).split("\n").length;
    marks.push({ id: checksumOf("", asCompared(front.description)), line, label: "description", isShared: false });
  }
  for (const { 0: paragraph, index } of body.matchAll(/\S[^\n]*(?:\n[^\n]*\S[^\n]*)*/g)) {
    const words = asCompared(paragraph).split(" ");
    marks.push({
      id: checksumOf("", words.join(" ")),
      line: firstLine + body.slice(0, index).split("\n").length - 1,
      label: `“${words.slice(0, WORDS_SHOWN).join(" ")}${words.length > WORDS_SHOWN ? " …" : ""}”`,
      isShared: false,
    });
  }
  return marks;
}

function policyMark(source: string): Mark {
  return { id: checksumOf("", asCompared(source)), line: 1, label: "the whole text", isShared: true };
}

function valuesAt(value: unknown, [key, ...rest]: readonly string[], path: Path): { path: Path; found: unknown }[] {
  if (key === undefined) return isWritten(value) ? [{ path, found: value }] : [];
  if (key === "*") {
    return Array.isArray(value) ? value.flatMap((item, at) => valuesAt(item, rest, [...path, at])) : [];
  }
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return [];
  // An object that has a key of this name.
  return valuesAt((value as Record<string, unknown>)[key], rest, [...path, key]);
}

function isWritten(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== "";
}

/** `contacts, privacy`, or `products 3, title`: places in lists are counted from 1. */
function labelOf(path: Path): string {
  return path
    .flatMap((key, at) => {
      if (typeof key === "number") return [];
      const next = path[at + 1];
      return typeof next === "number" ? `${key} ${next + 1}` : key;
    })
    .join(", ");
}

/** Blanks and line breaks do not make a text another one. */
function asCompared(words: string): string {
  return words.split(/\s+/).filter(Boolean).join(" ");
}

/** Long enough that two texts never share one by chance. */
const CHECKSUM_LENGTH = 16;

function checksumOf(place: string, words: string): string {
  return createHash("sha256").update(`${place}\n${words}`).digest("hex").slice(0, CHECKSUM_LENGTH);
}
