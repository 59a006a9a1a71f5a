import { existsSync } from "node:fs";
import { extname, join } from "node:path";
import * as v from "valibot";
import { readText } from "../lib/read-text.ts";
import type { ContentFile, Issue } from "./content-file.ts";
import { address, email, field, fileName, list, optionalField, text, withRule } from "./fields.ts";
import { findFileInside, findRealPath, suggestOtherCase } from "./file-names.ts";
import { FRONT_FIELDS, splitText } from "./markdown.ts";
import { describeMissing, findMissing, joinMissing, type MissingPictures } from "./missing-pictures.ts";
import { listOriginals } from "./originals.ts";
import { readYamlFile } from "./yaml-file.ts";

/** The file's path as the owner knows it. Without the file there is no press kit. */
export const PRESS_FILE = "press.md";
/** Folder of the files to download. */
const PRESS_FOLDER = "press";

/** Kinds of files that can be downloaded, and their content types. */
const FILE_TYPES: Readonly<Record<string, string>> = {
  ".pdf": "application/pdf",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".tif": "image/tiff",
  ".tiff": "image/tiff",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".txt": "text/plain; charset=utf-8",
  ".zip": "application/zip",
  ".mp3": "audio/mpeg",
  ".wav": "audio/wav",
};
const FILE_TYPE = new RegExp(`\\.(${Object.keys(FILE_TYPES).join("|").replaceAll(".", "")})$`, "i");

/** Whether the press kit may have a file with this ending. */
export function isPressFile(name: string): boolean {
  return FILE_TYPE.test(name);
}

const pressFile = withRule(
  v.pipe(fileName, v.regex(FILE_TYPE, "must be a PDF, a picture, a text, a recording (MP3, WAV) or a ZIP")),
  { type: "string", pattern: "\\.[A-Za-z0-9]+$" },
);

const PhotoSchema = v.strictObject({
  name: field(fileName, "The picture's name in content/images, without its ending.", "press-portrait"),
  alt: field(text, "What it shows, for people who cannot see it.", "The band on the breakwater at dusk"),
  credit: field(text, "Who took it, as it has to be printed.", "Photo: Ida Brandt"),
});

const ContactSchema = v.strictObject({
  role: field(text, "What they are asked for.", "Booking"),
  name: optionalField(text, "Their name."),
  email: optionalField(email, "Their address."),
  phone: optionalField(text, "Their number."),
});

const FileSchema = v.strictObject({
  file: field(pressFile, "The file's name in content/press.", "stage-plot.pdf"),
  title: field(text, "What it is.", "Stage plot"),
});

const QuoteSchema = v.strictObject({
  words: field(text, "What was written."),
  source: field(text, "Who wrote it, and where.", "Lakeshore Weekly"),
  url: optionalField(address, "Where it can be read."),
});

/** Schema of the front matter of `content/press.md`. */
export const PressSchema = v.strictObject({
  ...FRONT_FIELDS,
  photos: field(list(PhotoSchema), "Photographs to download, in the size in which they were saved."),
  quotes: field(list(QuoteSchema), "What has been written about you."),
  files: field(list(FileSchema), "Other files to download, such as stage plot and rider."),
  contacts: field(list(ContactSchema), "Whom to ask."),
});

/**
 * The owner's press kit: the front matter, and the text with a biography below each heading, or one without a heading.
 */
export type Press = { front: v.InferOutput<typeof PressSchema>; body: string };

/** A press kit, and a sentence about the pictures and files that it names but that do not exist. */
type ReadPress = { press: Press; missing?: MissingPictures };

/**
 * Reads the press kit.
 *
 * @returns undefined without the file
 * @throws {Error} with a message that names the file, the lines and the issues
 */
export function readPress(contentDir: string): ReadPress | undefined {
  const source = readText(contentDir, PRESS_FILE);
  return source === undefined ? undefined : parsePress(source, contentDir);
}

/** Parses the text of the press kit, as {@link readPress} does. */
export function parsePress(source: string, contentDir: string): ReadPress {
  const { head, body } = splitText(PRESS_FILE, source);
  const file = readYamlFile(PRESS_FILE, head, PressSchema, 2);
  file.throwIssues([...checkNames(file.value), ...checkBody(body)]);
  const missing = findMissingParts(contentDir, file);
  return { press: { front: file.value, body }, ...(missing && { missing }) };
}

/** A part of the press kit that can be downloaded. */
export type PressFile = {
  /** Last part of its address, and its name in the ZIP file. */
  name: string;
  title: string;
  /** The name of a photograph's picture, and its credit line; absent for other files. */
  photo?: { picture: string; credit: string };
  /** Real path on disk, without symbolic links. */
  path: string;
  contentType: string;
};

/** The photographs and files of a press kit that exist, in their order. */
export function findPressFiles(contentDir: string, { front }: Press): { photos: PressFile[]; files: PressFile[] } {
  const originals = new Map(
    listOriginals({ prefix: "", folder: join(contentDir, "images") }).originals.map(({ name, path }) => [name, path]),
  );
  const photos = front.photos.flatMap(({ name, alt, credit }): PressFile[] => {
    const named = originals.get(name);
    const path = named === undefined ? undefined : findRealPath(named);
    if (named === undefined || path === undefined) return [];
    const last = `${lastPart(name)}${extname(named).toLowerCase()}`;
    return [{ name: last, title: alt, photo: { picture: name, credit }, path, contentType: typeOf(named) }];
  });
  const files = front.files.flatMap(({ file, title }): PressFile[] => {
    const path = findPressFile(contentDir, file);
    return path === undefined ? [] : [{ name: lastPart(file), title, path, contentType: typeOf(path) }];
  });
  return { photos, files };
}

/** Two downloads must not have the same address. */
function checkNames({ photos, files }: Press["front"]): Issue[] {
  const named = [
    ...photos.map(({ name }, at) => ({ name: lastPart(name), path: ["photos", at, "name"] })),
    ...files.map(({ file }, at) => ({ name: lastPart(file).replace(/\.\w+$/, ""), path: ["files", at, "file"] })),
  ];
  const seen = new Set<string>();
  return named.flatMap(({ name, path }) => {
    const key = name.toLowerCase();
    if (seen.has(key)) return [{ path, message: `another photo or file is called "${name}" already` }];
    seen.add(key);
    return [];
  });
}

function checkBody(body: string): Issue[] {
  if (body.trim() !== "") return [];
  return [{ path: ["body"], message: "needs a biography" }];
}

function findMissingParts(
  contentDir: string,
  { value, formatIssues }: ContentFile<Press["front"]>,
): MissingPictures | undefined {
  const named = value.photos.map(({ name }, at) => ({ name, path: ["photos", at, "name"] }));
  const photos = describeMissing(findMissing(contentDir, named), formatIssues);
  const folder = join(contentDir, PRESS_FOLDER);
  const files = value.files.flatMap(({ file }, at) => {
    if (findPressFile(contentDir, file) !== undefined) return [];
    const hint = existsSync(folder) ? suggestOtherCase(folder, file) : "";
    const message = `there is no file "${file}" in content/press${hint}`;
    return { name: file, path: ["files", at, "file"], message };
  });
  const names = files.map(({ name }) => name);
  if (files.length === 0) return photos;
  return joinMissing(photos, {
    names,
    files: names.map((name) => `${PRESS_FOLDER}/${name}`),
    message: formatIssues(files),
    issues: files,
  });
}

function findPressFile(contentDir: string, file: string): string | undefined {
  const folder = findRealPath(join(contentDir, PRESS_FOLDER));
  return folder === undefined ? undefined : findFileInside(folder, file);
}

function typeOf(path: string): string {
  return FILE_TYPES[extname(path).toLowerCase()] ?? "application/octet-stream";
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
