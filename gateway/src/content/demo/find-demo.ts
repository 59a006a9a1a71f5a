import { statSync } from "node:fs";
import { join } from "node:path";
import { type DemoParts, FIRST_PARTS, type FirstPart } from "@porchlight/protocol/demo.ts";
import { FRAME_EMAIL, FRAME_TEXTS } from "@porchlight/protocol/empty-frame.ts";
import * as v from "valibot";
import { isLoopback } from "../../lib/loopback.ts";
import { readRegularFile, readText } from "../../lib/read-text.ts";
import { ARTIST_FILE, DEFAULT_ICON } from "../artist.ts";
import { listFolder } from "../file-names.ts";
import { readJsonFile } from "../json-file.ts";
import { splitText } from "../markdown.ts";
import { FRAME_STORY } from "../own/empty-frame.ts";
import { PRESS_FILE } from "../press.ts";
import { readYamlFile } from "../yaml-file.ts";
import { type DemoManifest, gitBlobHash, normaliseLineEndings, readManifest } from "./manifest.ts";
import { findMarks, MARKED_FILES, markId, paragraphId } from "./marks.ts";

/** Where to search. If a provider serves the shop or the music, the owner's files about it are not searched. */
export type DemoSearch = { contentDir: string; hasOwnShop: boolean; hasOwnMusic: boolean };

/** Whether other people can reach a site at its public address. */
export function isPublicSite(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" && !isLoopback(hostname);
}

/** Folders with pictures or recordings. The files of each folder name the ones that the site shows. */
const MEDIA = {
  images: ["artist.json", "shows.yaml", PRESS_FILE],
  press: [PRESS_FILE],
  music: ["music/albums.yaml"],
  store: ["store/products.yaml"],
} as const;

/**
 * The places of the parts that a new owner should replace first. Pictures are found by their files. What `mayStay` may be
 * right for another artist too, if something else of the part is the owner's.
 */
const FIRST_PLACES: Readonly<
  Record<
    Exclude<FirstPart, "pictures">,
    { file: string; places: readonly [string, ...string[]]; mayStay?: readonly string[] }
  >
> = {
  name: { file: "artist.json", places: ["name"] },
  colour: { file: "artist.json", places: ["accent"] },
  links: { file: "artist.json", places: ["social.*.url"] },
  story: { file: "about.md", places: ["body"] },
  releases: { file: MEDIA.music[0], places: ["albums.*.name"] },
  shows: { file: "shows.yaml", places: ["shows.*.venue"] },
  products: { file: MEDIA.store[0], places: ["products.*.title"] },
  shop: {
    file: "store/store.yaml",
    places: [
      "country",
      "province",
      "timeZone",
      "taxes",
      "shipping",
      "pickup.*.instructions",
      "payments.*.instructions",
    ],
    mayStay: ["country", "province", "timeZone"],
  },
};
/** Marks of the words in an empty frame. They belong to nobody. */
const FRAME_MARKS = [
  markId(FIRST_PLACES.name.places[0], FRAME_TEXTS.name),
  paragraphId(FRAME_STORY),
  markId("contactUrl", `mailto:${FRAME_EMAIL}`),
  ...["privacy", "legal", "accessibility.email"].map((contact) => markId(`contacts.${contact}`, FRAME_EMAIL)),
];

/** The site shows this picture although no file names it, unless `artist.json` names another. */
const ICON = `images/${DEFAULT_ICON}`;

/**
 * Finds the content that still comes from the demo or the empty frame: values, paragraphs, and the pictures and
 * recordings that the site shows. If nothing in the demo was changed, `isWhole` is true and the lists are empty.
 */
export function findDemo(search: DemoSearch, manifest: DemoManifest = readManifest()): DemoParts {
  const { contentDir } = search;
  const isShown = (file: string) =>
    (search.hasOwnShop || !file.startsWith("store/")) && (search.hasOwnMusic || file !== MEDIA.music[0]);
  const first = FIRST_PARTS.filter((part) => part === "pictures" || isShown(FIRST_PLACES[part].file));
  const toOwn = (isOwn: (part: FirstPart) => boolean) => Object.fromEntries(first.map((part) => [part, isOwn(part)]));
  if (isUntouched(contentDir, manifest)) return { isWhole: true, files: [], shared: [], own: toOwn(() => false) };
  const all = MARKED_FILES.filter(isShown).map((file) => {
    const known = new Set([...(manifest.marks[file]?.split(" ") ?? []), ...FRAME_MARKS]);
    return { file, found: findMarks(contentDir, file).map((mark) => ({ ...mark, isDemo: known.has(mark.id) })) };
  });
  const marked = all
    .map(({ file, found }) => ({ file, found: found.filter(({ isDemo }) => isDemo) }))
    .filter(({ found }) => found.length > 0);
  const toParts = (isShared: boolean) =>
    marked.flatMap(({ file, found }) => {
      const parts = found.filter((mark) => mark.isShared === isShared);
      const shown = parts.map(({ id, part }) => ({
        ...part,
        ...(FRAME_MARKS.includes(id) && { isFrame: true as const }),
      }));
      return parts.length > 0 ? [{ file, parts: shown }] : [];
    });
  const media = Object.entries(MEDIA)
    .filter(([, namedIn]) => namedIn.every(isShown))
    .flatMap(([folder, namedIn]) => findMedia(contentDir, folder, namedIn, manifest));
  const isOwn = (part: FirstPart) => {
    if (part === "pictures")
      return hasOwnPictures(contentDir, media.find(({ file }) => file === "images")?.parts ?? []);
    const { file, places, mayStay = [] } = FIRST_PLACES[part];
    const found = all.find((one) => one.file === file)?.found.filter((mark) => places.includes(mark.place)) ?? [];
    return (
      found.some(({ isDemo }) => !isDemo) && found.every(({ place, isDemo }) => !isDemo || mayStay.includes(place))
    );
  };
  return { isWhole: false, files: [...toParts(false), ...media], shared: toParts(true), own: toOwn(isOwn) };
}

/** Whether the front page, the story and the background of the pages have pictures, and none of the demo's. */
function hasOwnPictures(contentDir: string, ofDemo: DemoParts["files"][number]["parts"]): boolean {
  const names = new Set(ofDemo.map(({ label }) => label.replace(/\.\w+$/, "")));
  const { hero = [], portrait, background } = readArtistPictures(contentDir).images ?? {};
  const pictures = [...hero, portrait, background];
  return hero.length > 0 && pictures.every((picture) => picture !== undefined && !names.has(picture.name));
}

const ArtistPictures = v.object({
  icon: v.optional(v.string()),
  images: v.optional(
    v.object({
      hero: v.optional(v.array(v.object({ name: v.string() }))),
      portrait: v.optional(v.object({ name: v.string() })),
      background: v.optional(v.object({ name: v.string() })),
    }),
  ),
});

function readArtistPictures(contentDir: string): v.InferOutput<typeof ArtistPictures> {
  try {
    const source = readText(contentDir, ARTIST_FILE, Number.POSITIVE_INFINITY) ?? "{}";
    return readJsonFile(ARTIST_FILE, source, ArtistPictures).value;
  } catch {
    // Other checks report that the file cannot be used.
    return {};
  }
}

function isUntouched(contentDir: string, { files }: DemoManifest): boolean {
  return Object.entries(files).every(([file, { blob }]) => readBlobHash(contentDir, file) === blob);
}

/** Finds pictures and recordings of the demo that the site shows, under any name. */
function findMedia(
  contentDir: string,
  folder: string,
  namedIn: readonly string[],
  { files }: DemoManifest,
): DemoParts["files"] {
  const demo = Object.entries(files).filter(([file]) => !MARKED_FILES.includes(file));
  const sizes = new Set(demo.map(([, { bytes }]) => bytes));
  const blobs = new Set(demo.map(([, { blob }]) => blob));
  const shownIcon = readArtistPictures(contentDir).icon === undefined ? ICON : undefined;
  const named = new Set(namedIn.flatMap((file) => [...readValues(contentDir, file)]));
  const parts = listFolder(join(contentDir, folder), { recursive: true })
    .filter((file) => `${folder}/${file}` === shownIcon || named.has(file) || named.has(file.replace(/\.\w+$/, "")))
    // Reads only files of exactly the size of a demo file. An artist's own recordings may be many and large.
    .filter((file) => {
      const path = `${folder}/${file}`;
      const size = statSync(join(contentDir, path), { throwIfNoEntry: false })?.size ?? 0;
      if (!(sizes.has(size) || path === ICON)) return false;
      const blob = readBlobHash(contentDir, path);
      return blob !== undefined && blobs.has(blob);
    })
    .map((label) => ({ label }));
  return parts.length > 0 ? [{ file: folder, parts }] : [];
}

/** All texts in a file, among them the names of pictures and recordings. */
function readValues(contentDir: string, file: string): ReadonlySet<string> {
  const values = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === "string") values.add(value.trim());
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  try {
    const whole = readText(contentDir, file, Number.POSITIVE_INFINITY);
    if (whole === undefined) return values;
    const source = file === PRESS_FILE ? splitText(file, whole).head : whole;
    const read = file.endsWith(".json") ? readJsonFile : readYamlFile;
    collect(read(file, source, v.unknown()).value);
  } catch {
    // Other checks report that the file cannot be read.
  }
  return values;
}

function readBlobHash(contentDir: string, file: string): string | undefined {
  try {
    return gitBlobHash(normaliseLineEndings(file, readRegularFile(join(contentDir, file))));
  } catch {
    // The file was deleted or cannot be read.
    return undefined;
  }
}
