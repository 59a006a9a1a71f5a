import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DemoParts } from "@porchlight/protocol/demo.ts";
import * as v from "valibot";
import { isLoopback } from "../../lib/loopback.ts";
import { readText } from "../../lib/read-text.ts";
import { readJsonFile } from "../json-file.ts";
import { readYamlFile } from "../yaml-file.ts";
import { blobOf, contentAsStored, type DemoManifest, readManifest } from "./manifest.ts";
import { MARKED_FILES, marksOf } from "./marks.ts";

/** What is looked through: the shop's files and the releases' only where the site shows them. */
export type DemoQuestion = { contentDir: string; hasOwnShop: boolean; hasOwnMusic: boolean };

/** Whether everybody can reach a site: its public address is one that other people use. */
export function isPublicSite(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" && !isLoopback(hostname);
}

/** Folders that hold pictures and recordings, with the file that names those which are shown. */
const MEDIA = { images: "artist.json", music: "music/albums.yaml", store: "store/products.yaml" } as const;
/** Shown without being named anywhere. */
const ICON = "images/icon.svg";

/**
 * Finds what in the content folder is still the demo's: values, paragraphs, and the pictures and recordings that are
 * shown. A demo in which no file was changed is told as a whole.
 */
export function findDemo(question: DemoQuestion, manifest: DemoManifest = readManifest()): DemoParts {
  const { contentDir } = question;
  if (isUntouched(contentDir, manifest)) return { isWhole: true, files: [], shared: [] };
  const isShown = (file: string) =>
    (question.hasOwnShop || !file.startsWith("store/")) && (question.hasOwnMusic || file !== MEDIA.music);
  const marked = MARKED_FILES.filter(isShown).flatMap((file) => {
    const known = new Set(manifest.marks[file]?.split(" "));
    const found = marksOf(contentDir, file).filter(({ id }) => known.has(id));
    return found.length > 0 ? [{ file, found }] : [];
  });
  const partsOf = (isShared: boolean) =>
    marked.flatMap(({ file, found }) => {
      const parts = found.filter((mark) => mark.isShared === isShared);
      return parts.length > 0 ? [{ file, parts: parts.map(({ label, line }) => ({ label, line })) }] : [];
    });
  const media = Object.entries(MEDIA)
    .filter(([folder, namedIn]) => folder === "images" || isShown(namedIn))
    .flatMap(([folder, namedIn]) => mediaOf(contentDir, folder, namedIn, manifest));
  return { isWhole: false, files: [...partsOf(false), ...media], shared: partsOf(true) };
}

function isUntouched(contentDir: string, { files }: DemoManifest): boolean {
  return Object.entries(files).every(([file, { blob }]) => blobAt(contentDir, file) === blob);
}

/** Pictures and recordings of the demo that a folder holds, whatever they are called now, and that are shown. */
function mediaOf(contentDir: string, folder: string, namedIn: string, { files }: DemoManifest): DemoParts["files"] {
  const demo = Object.entries(files).filter(([file]) => !MARKED_FILES.includes(file));
  const sizes = new Set(demo.map(([, { bytes }]) => bytes));
  const blobs = new Set(demo.map(([, { blob }]) => blob));
  const named = wordsIn(contentDir, namedIn);
  const parts = filesBelow(join(contentDir, folder))
    .filter((file) => `${folder}/${file}` === ICON || named.has(file) || named.has(file.replace(/\.\w+$/, "")))
    // Only what is as large as a file of the demo is read: an artist's own recordings may be many and large.
    .filter((file) => {
      const path = `${folder}/${file}`;
      const size = statSync(join(contentDir, path), { throwIfNoEntry: false })?.size ?? 0;
      if (!(sizes.has(size) || path === ICON)) return false;
      const blob = blobAt(contentDir, path);
      return blob !== undefined && blobs.has(blob);
    })
    .map((label) => ({ label }));
  return parts.length > 0 ? [{ file: folder, parts }] : [];
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/"));
  } catch {
    // The folder is missing, or may not be read, which other checks tell.
    return [];
  }
}

/** Every value of a file, by which it names pictures and recordings. */
function wordsIn(contentDir: string, file: string): ReadonlySet<string> {
  const words = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === "string") words.add(value.trim());
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  try {
    const source = readText(contentDir, file, Number.POSITIVE_INFINITY);
    const read = file.endsWith(".json") ? readJsonFile : readYamlFile;
    if (source !== undefined) collect(read(file, source, v.unknown()).value);
  } catch {
    // Told by the other checks of content.
  }
  return words;
}

function blobAt(contentDir: string, file: string): string | undefined {
  try {
    return blobOf(contentAsStored(file, readFileSync(join(contentDir, file))));
  } catch {
    // It has been taken away, or may not be read.
    return undefined;
  }
}
