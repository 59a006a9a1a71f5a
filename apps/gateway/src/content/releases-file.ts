import { albumSlug } from "@porchlight/protocol/music.ts";
import * as v from "valibot";
import { isOnCalendar, type Mistake, text } from "./yaml-file.ts";

/** Endings of audio files that browsers play. */
export const AUDIO_ENDING = /\.(mp3|m4a|ogg|opus|flac|wav)$/i;

/** A file of the owner's folder, by its path in it: `lake-effect/01-lake-effect.mp3`. */
const fileInFolder = v.pipe(
  text,
  v.transform((path) => path.replaceAll("\\", "/")),
  v.check(staysInFolder, "must be a file in content/music, such as lake-effect.jpg"),
);

const TrackSchema = v.strictObject({
  title: text,
  file: v.exactOptional(
    v.pipe(fileInFolder, v.regex(AUDIO_ENDING, "must end with .mp3, .m4a, .ogg, .opus, .flac or .wav")),
  ),
});

const ReleaseSchema = v.strictObject({
  name: text,
  type: v.pipe(text, v.toLowerCase(), v.picklist(["album", "single"], "must be album or single")),
  released: v.pipe(
    text,
    v.regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, "must be a day, a month or a year: 2026-09-04, 2026-09 or 2026"),
    v.check(isReleaseDate, "is not on the calendar"),
  ),
  cover: v.exactOptional(fileInFolder),
  spotify: v.exactOptional(v.pipe(text, v.check(isSecureAddress, "must be an address that begins with https://"))),
  tracks: v.optional(v.array(TrackSchema, "must be a list"), []),
});

/** The form of `albums.yaml`. What one entry has to do with another is checked by {@link checkReleases}. */
export const ReleasesFileSchema = v.strictObject({
  albums: v.optional(v.array(ReleaseSchema, "must be a list"), []),
});

type ReleaseEntry = v.InferOutput<typeof ReleaseSchema>;

/** What is wrong with entries that each have the right form: two of one name or address, a file that is there twice. */
export function checkReleases(albums: readonly ReleaseEntry[]): Mistake[] {
  const names = new Map<string, number>();
  const addresses = new Map<string, string>();
  return albums.flatMap(({ name, tracks }, at) => {
    const mistakes = checkTracks(tracks, at);
    const path = ["albums", at, "name"];
    const before = names.get(name);
    if (before !== undefined) {
      return [{ path, sentence: `"${name}" is already the name of album ${before + 1}` }, ...mistakes];
    }
    names.set(name, at);
    const address = albumSlug({ id: name, name });
    const other = addresses.get(address);
    addresses.set(address, name);
    if (other === undefined) return mistakes;
    const sentence = `"${name}" and "${other}" have the same address, /music/${address}; change one of the names a little`;
    return [{ path, sentence }, ...mistakes];
  });
}

function checkTracks(tracks: ReleaseEntry["tracks"], album: number): Mistake[] {
  const seen = new Set<string>();
  return tracks.flatMap(({ file }, at) => {
    if (file === undefined) return [];
    if (!seen.has(file)) {
      seen.add(file);
      return [];
    }
    return [{ path: ["albums", album, "tracks", at, "file"], sentence: `${file} is there twice` }];
  });
}

function staysInFolder(path: string): boolean {
  return !path.includes("\0") && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

function isReleaseDate(written: string): boolean {
  const [year = "", month = "01", day = "01"] = written.split("-");
  return isOnCalendar(`${year}-${month}-${day}`);
}

function isSecureAddress(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === "https:";
}
