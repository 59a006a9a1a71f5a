import { createHash } from "node:crypto";
import type { DemoPart } from "@porchlight/protocol/demo.ts";
import * as v from "valibot";
import { readText } from "../../lib/read-text.ts";
import { describePath, type Issue } from "../content-file.ts";
import { readJsonFile } from "../json-file.ts";
import { parseText, splitText } from "../markdown.ts";
import { PRESS_FILE } from "../press.ts";
import { readYamlFile } from "../yaml-file.ts";

/** A value or a paragraph that shows that content comes from the demo. */
type Mark = {
  /** Checksum of the mark's place and text. */
  id: string;
  /** Place in the file, as in {@link PLACES}; `body` for a paragraph. */
  place: string;
  /**
   * The part of the demo that it shows. Its label names the place, such as `contacts, privacy`, or quotes the first
   * words of a paragraph.
   */
  part: DemoPart & { line: number };
  /** Whether another artist may well have the same: a style of music, a law, a tax. */
  isShared: boolean;
};

type Path = Issue["path"];
/** Paths in a file; `*` stands for each item of a list. */
type Places = { own: readonly string[]; shared: readonly string[] };

const NO_PLACES: Places = { own: [], shared: [] };

/** Places of the marks. Other values, such as a size or a weight, say nothing about an artist. */
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
    shared: ["subtitle", "keywords", "accent", "governingLaw"],
  },
  "music/albums.yaml": { own: ["albums.*.name", "albums.*.spotify", "albums.*.tracks.*.title"], shared: [] },
  "shows.yaml": {
    own: ["shows.*.venue", "shows.*.name", "shows.*.tickets.url", "shows.*.note", "shows.*.picture.alt"],
    shared: [],
  },
  "press.md": {
    own: ["photos.*.credit", "quotes.*.words", "contacts.*.name", "contacts.*.email", "contacts.*.phone"],
    shared: [],
  },
  "store/products.yaml": {
    own: ["products.*.title", "products.*.description", "products.*.images.*.alt"],
    shared: [],
  },
  "store/store.yaml": {
    own: ["description", "contactEmail", "payments.*.instructions"],
    shared: ["pickup.*.instructions", "country", "province", "timeZone", "taxes", "shipping"],
  },
};

/** Texts about the artist: each paragraph is a mark. */
const STORIES = ["about.md", "music/music.md", "store/shop.md"];
/** Texts that many artists can use unchanged: the whole text is one mark. */
const POLICIES = ["accessibility.md", "privacy.md", "terms.md", "store/refunds.md"];

/** Files that are searched for marks of the demo. */
export const MARKED_FILES = [...Object.keys(PLACES), ...STORIES, ...POLICIES].toSorted();

/** More bytes than any usable text file has. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Number of words that a label quotes. */
const WORDS_SHOWN = 6;

/**
 * Finds the marks in a file; none if it is missing or cannot be read.
 *
 * @param file one of {@link MARKED_FILES}
 */
export function findMarks(contentDir: string, file: string): Mark[] {
  try {
    const source = readText(contentDir, file, MAX_BYTES);
    if (source === undefined) return [];
    if (STORIES.includes(file)) return storyMarks(file, source);
    if (file === PRESS_FILE) return pressMarks(source);
    if (POLICIES.includes(file)) return [policyMark(source)];
    return valueMarks(file, source);
  } catch {
    // The other checks of content say why the file cannot be read.
    return [];
  }
}

/** The press kit has values before its text. */
function pressMarks(source: string): Mark[] {
  const { head, body } = splitText(PRESS_FILE, source);
  return [...valueMarks(PRESS_FILE, head, 2), ...paragraphMarks(body, firstLineOf(body, source))];
}

function valueMarks(file: string, source: string, firstLine?: number): Mark[] {
  const { value, findLine } = file.endsWith(".json")
    ? readJsonFile(file, source, v.unknown())
    : readYamlFile(file, source, v.unknown(), firstLine);
  const { own, shared } = PLACES[file] ?? NO_PLACES;
  const find = (places: readonly string[], isShared: boolean): Mark[] =>
    places.flatMap((place) =>
      valuesAt(value, place.split("."), []).map(({ path, found }) => ({
        id: markId(place, typeof found === "string" ? normaliseSpace(found) : JSON.stringify(found)),
        place,
        part: {
          label: describePath(path),
          line: findLine(path),
          path,
          ...(typeof found === "string" && { words: quoteWords(found) }),
        },
        isShared,
      })),
    );
  return [...find(own, false), ...find(shared, true)].toSorted((one, other) => one.part.line - other.part.line);
}

function storyMarks(file: string, source: string): Mark[] {
  const { front, body } = parseText(file, source);
  const marks = paragraphMarks(body, firstLineOf(body, source));
  if (front.description === "") return marks;
  const line = source.slice(0, source.indexOf("description:")).split("\n").length;
  const id = markId("", normaliseSpace(front.description));
  const part = { label: "description", line, path: ["description"], words: quoteWords(front.description) };
  return [{ id, place: "description", part, isShared: false }, ...marks];
}

function firstLineOf(body: string, source: string): number {
  return source.slice(0, source.length - body.length).split("\n").length;
}

function paragraphMarks(body: string, firstLine: number): Mark[] {
  const marks: Mark[] = [];
  for (const { 0: paragraph, index } of body.matchAll(/\S[^\n]*(?:\n[^\n]*\S[^\n]*)*/g)) {
    // Any artist may have the same heading.
    if (paragraph.startsWith("#")) continue;
    marks.push({
      id: paragraphId(normaliseSpace(paragraph)),
      place: "body",
      part: {
        label: quoteWords(paragraph),
        line: firstLine + body.slice(0, index).split("\n").length - 1,
      },
      isShared: false,
    });
  }
  return marks;
}

function policyMark(source: string): Mark {
  return {
    id: markId("", normaliseSpace(source)),
    place: "",
    part: { label: "the whole text", line: 1 },
    isShared: true,
  };
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

/** The first words of a text in quotes. */
function quoteWords(text: string): string {
  const words = normaliseSpace(text).split(" ");
  return `“${words.slice(0, WORDS_SHOWN).join(" ")}${words.length > WORDS_SHOWN ? " …" : ""}”`;
}

/** A change of spaces and line breaks does not count. */
function normaliseSpace(text: string): string {
  return text.split(/\s+/).filter(Boolean).join(" ");
}

/** Long enough that two texts never share a checksum by chance. */
const CHECKSUM_LENGTH = 16;

/** The id of a paragraph's mark. */
export function paragraphId(text: string): string {
  return markId("", text);
}

/** The id of a value's mark. */
export function markId(place: string, text: string): string {
  return createHash("sha256").update(`${place}\n${text}`).digest("hex").slice(0, CHECKSUM_LENGTH);
}
