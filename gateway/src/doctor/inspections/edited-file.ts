import { join } from "node:path";
import type { EditableFile, FieldProblem, FileValue, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { FRAME_EMAIL } from "@porchlight/protocol/empty-frame.ts";
import { parseArtist } from "../../content/artist.ts";
import { ContentFileError, type Issue } from "../../content/content-file.ts";
import { findFile } from "../../content/file-names.ts";
import { parseText } from "../../content/markdown.ts";
import { findMissingPictures } from "../../content/missing-pictures.ts";
import { parsePress } from "../../content/press.ts";
import { MUSIC_FOLDER, parseReleases } from "../../content/releases.ts";
import { MAX_BYTES, requireReadable } from "../../lib/read-text.ts";
import { placeShows } from "../../services/shows/placed-shows.ts";
import {
  MAX_PRODUCTS_BYTES,
  PRODUCTS_FILE,
  parseCurrency,
  parseProducts,
  parseStore,
} from "../../services/store/builtin/catalogue/shop-files.ts";

/** Files that a start needs. */
const REQUIRED: readonly EditableFile[] = ["artist.json", "about.md", "privacy.md", "terms.md", "accessibility.md"];
const MISSING = "is missing";
const EMPTY = "must not be empty";
const NOT_YOURS = "must be your own address instead of this example";
/** Names of items that the forms make from other values, as soon as those are there. */
const MADE: Readonly<Partial<Record<EditableFile, string>>> = { "shows.yaml": "id", [PRODUCTS_FILE]: "handle" };
/** A picture has a description for people who cannot see it, or an empty one if it is decorative. */
const UNDESCRIBED = "describe what the picture shows, or mark it as decorative";

/**
 * Finds what is wrong with a file that the owner edits, by the same rules as a start. Also finds pictures and
 * recordings that it names but that are missing, and pictures without a description.
 *
 * @param text undefined if the file does not exist
 * @param read reads the other files, as they will be
 * @param value the plain value of the text
 */
export function inspectEditedFile(
  contentDir: string,
  file: EditableFile,
  text: string | undefined,
  read: (file: EditableFile) => string | undefined,
  value: FileValue,
): FieldProblem[] {
  if (text === undefined) return REQUIRED.includes(file) ? [{ path: [], message: MISSING }] : [];
  // The parsers expect the text without its byte order mark.
  const source = text.replace(/^\uFEFF/, "");
  try {
    // A text that is fine in memory may be unreadable as a file. Then the next start would fail.
    requireReadable(file, text, file === PRODUCTS_FILE ? MAX_PRODUCTS_BYTES : MAX_BYTES);
    return [...parse(contentDir, file, source, read), ...findUndescribed(file, value), ...findFrameEmails(file, value)];
  } catch (error) {
    if (error instanceof ContentFileError) return toProblems(file, error.issues);
    return [{ path: [], message: error instanceof Error ? error.message : String(error) }];
  }
}

/** Parses a file as a start does. @returns the files that it names but that are missing */
function parse(
  contentDir: string,
  file: EditableFile,
  source: string,
  read: (file: EditableFile) => string | undefined,
): FieldProblem[] {
  switch (file) {
    case "artist.json":
      return (findMissingPictures(contentDir, parseArtist(source))?.issues ?? []).map(toProblem);
    case "press.md": {
      const { missing } = parsePress(source, contentDir);
      return toProblems(file, missing?.issues ?? []);
    }
    case "shows.yaml":
      return (placeShows(source, contentDir).findMissingPictures()?.issues ?? []).map(toProblem);
    case "music/albums.yaml":
      return parseReleases(source, join(contentDir, MUSIC_FOLDER)).missing.map(toProblem);
    case "store/store.yaml":
      parseStore(source);
      return [];
    case "store/products.yaml": {
      const store = read("store/store.yaml");
      const currency = store === undefined ? undefined : readCurrency(store);
      if (currency === undefined) return [{ path: [], message: "needs the currency of the shop rules first" }];
      const { products } = parseProducts(source, currency).file;
      return findMissingShopPictures(join(contentDir, "store"), products);
    }
    default:
      parseText(file, source);
      return [];
  }
}

/** What else is wrong with the shop rules stands at their own fields. */
function readCurrency(store: string): string | undefined {
  try {
    return parseCurrency(store);
  } catch {
    return undefined;
  }
}

function findMissingShopPictures(
  folder: string,
  products: readonly { images: readonly { file: string }[] }[],
): FieldProblem[] {
  return products.flatMap(({ images }, product) =>
    images.flatMap(({ file }, at) =>
      findFile(folder, file) === undefined
        ? [{ path: ["products", product, "images", at, "file"], message: `${file} is not in content/store` }]
        : [],
    ),
  );
}

/** Where files name pictures that are shown as content. `*` stands for every item of a list. */
const PICTURES: Readonly<Partial<Record<EditableFile, readonly string[]>>> = {
  "artist.json": ["images.hero.*", "images.portrait", "images.share"],
  "shows.yaml": ["shows.*.picture"],
  "store/products.yaml": ["products.*.images.*", "collections.*.image"],
};

function findUndescribed(file: EditableFile, value: FileValue): FieldProblem[] {
  return (PICTURES[file] ?? [])
    .flatMap((place) => findAt(value, place.split("."), []))
    .filter(({ found }) => typeof found === "object" && found !== null && !("alt" in found))
    .map(({ path }) => ({ path: [...path, "alt"], message: UNDESCRIBED }));
}

/** An address that belongs to nobody must not stand in the legal pages. */
function findFrameEmails(file: EditableFile, value: FileValue): FieldProblem[] {
  if (file !== "artist.json") return [];
  return ["contactUrl", "contacts.privacy", "contacts.legal", "contacts.accessibility.email"]
    .flatMap((place) => findAt(value, place.split("."), []))
    .filter(({ found }) => typeof found === "string" && found.replace("mailto:", "") === FRAME_EMAIL)
    .map(({ path }) => ({ path, message: NOT_YOURS, isFrame: true }));
}

function findAt(
  value: FileValue | undefined,
  [part, ...rest]: readonly string[],
  path: ValuePath,
): { path: ValuePath; found: FileValue }[] {
  if (value === undefined || value === null) return [];
  if (part === undefined) return [{ path, found: value }];
  if (part === "*") {
    return Array.isArray(value) ? value.flatMap((item, at) => findAt(item, rest, [...path, at])) : [];
  }
  if (typeof value !== "object" || Array.isArray(value)) return [];
  // Lists were handled above.
  return findAt((value as { readonly [key: string]: FileValue })[part], rest, [...path, part]);
}

/** Puts the issues of a file at the fields of its form. */
function toProblems(file: EditableFile, issues: readonly Issue[]): FieldProblem[] {
  // A file may have thousands of issues, so they are not compared with each other.
  const lacking = Map.groupBy(
    issues.filter(({ missing }) => missing !== undefined),
    ({ path }) => String(path),
  );
  const hasMissingBeside = (one: Issue) => lacking.get(String(one.path))?.some((other) => other !== one) ?? false;
  return issues
    .filter((one) => one.missing !== MADE[file] || !hasMissingBeside(one))
    .map((one) => {
      const { path, message } = toProblem(one);
      // For a Markdown file, the body is beside the front matter.
      return { path: file.endsWith(".md") && path[0] !== "body" ? ["front", ...path] : path, message };
    });
}

function toProblem({ path, message, missing }: Issue): FieldProblem {
  return missing === undefined ? { path, message } : { path: [...path, missing], message: EMPTY };
}
