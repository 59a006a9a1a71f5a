import { albumSlug } from "@porchlight/protocol/music.ts";
import * as v from "valibot";
import { isOnCalendar } from "../lib/calendar.ts";
import type { Issue } from "./content-file.ts";
import { field, fileName, ignoreCase, list, optionalField, text, withRule } from "./fields.ts";

/** Endings of audio files that browsers play. */
const AUDIO_ENDING = /\.(mp3|m4a|ogg|opus|flac|wav)$/i;

/** Whether a file has the ending of a recording. */
export function isRecording(name: string): boolean {
  return AUDIO_ENDING.test(name);
}

/** {@link isInFolder} as a pattern: no part of the path is empty, `.` or `..`. */
const NOT_OUTSIDE = "(?!(.*[\\\\/])?\\.{0,2}([\\\\/]|$))";

/** Path of a file below `content/music`: `lake-effect/01-lake-effect.mp3`. */
const fileInFolder = withRule(
  v.pipe(
    fileName,
    v.transform((path) => path.replaceAll("\\", "/")),
    v.check(isInFolder, "must be a file in content/music, such as lake-effect.jpg"),
  ),
  { pattern: `^${NOT_OUTSIDE}` },
);

const recording = withRule(
  v.pipe(fileInFolder, v.regex(AUDIO_ENDING, "must end with .mp3, .m4a, .ogg, .opus, .flac or .wav")),
  { type: "string", pattern: `^${NOT_OUTSIDE}.*${ignoreCase(AUDIO_ENDING)}` },
);

const TrackSchema = v.strictObject({
  title: field(text, "As fans read it."),
  file: optionalField(
    recording,
    "The recording that fans may play on your own site, a file in content/music. Without it the song does not play.",
    "lake-effect/01-lake-effect.mp3",
  ),
});

const releaseType = withRule(
  v.pipe(text, v.toLowerCase(), v.picklist(["album", "single"], "must be album or single")),
  {
    enum: ["album", "single"],
  },
);

const RELEASE_DATE = /^\d{4}(-\d{2}(-\d{2})?)?$/;

const releaseDate = withRule(
  v.pipe(
    text,
    v.regex(RELEASE_DATE, "must be a day, a month or a year: 2026-09-04, 2026-09 or 2026"),
    // This check also runs on text that the pattern above has rejected. It accepts such text, since one issue is
    // enough.
    v.check((written) => !RELEASE_DATE.test(written) || isReleaseDate(written), "is not on the calendar"),
  ),
  {
    type: ["string", "integer"],
    pattern: "^\\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01]))?)?$",
    minimum: 1000,
    maximum: 9999,
  },
);

const secureAddress = withRule(
  v.pipe(
    text,
    v.check(
      isSecureAddress,
      "must be an address that begins with https://, such as https://open.spotify.com/album/2noRn2",
    ),
  ),
  {
    type: "string",
    pattern: "^https://[^\\s/]",
  },
);

const ReleaseSchema = v.strictObject({
  name: field(
    text,
    "As fans read it. The page's address is made from it, so never change it once people may have a link.",
  ),
  type: field(releaseType, "album or single; an EP is a single too."),
  released: field(releaseDate, "The day it came out, or the month or the year.", "2026-09-04", "2026-09", "2026"),
  cover: optionalField(fileInFolder, "The square picture of the cover, a file in content/music.", "lake-effect.jpg"),
  spotify: optionalField(
    secureAddress,
    "The address of its page at Spotify, if it has one.",
    "https://spotify.example/album/lake-effect",
  ),
  tracks: field(list(TrackSchema), "The songs in their order."),
});

/** Schema of `albums.yaml`. {@link checkReleases} compares entries with each other. */
export const ReleasesFileSchema = v.strictObject({
  albums: field(list(ReleaseSchema), "Everything you have released."),
});

/** A song. `file` is its recording, a path below `content/music`; absent if the song has none. */
export type Track = v.InferOutput<typeof TrackSchema>;

/** An album or a single. `released` is `2022`, `2022-06` or `2022-06-03`; `cover` a picture below `content/music`. */
export type Release = v.InferOutput<typeof ReleaseSchema>;

/** Finds releases with the same name or address, and files that one release lists twice. */
export function checkReleases(albums: readonly Release[]): Issue[] {
  const names = new Map<string, number>();
  const addresses = new Map<string, string>();
  return albums.flatMap(({ name, tracks }, at) => {
    const issues = checkTracks(tracks, at);
    const path = ["albums", at, "name"];
    const before = names.get(name);
    if (before !== undefined) {
      return [{ path, message: `"${name}" is already the name of album ${before + 1}` }, ...issues];
    }
    names.set(name, at);
    const address = albumSlug({ id: name, name });
    const other = addresses.get(address);
    addresses.set(address, name);
    if (other === undefined) return issues;
    const message = `"${name}" and "${other}" have the same address, /music/${address}; change one of the names a little`;
    return [{ path, message }, ...issues];
  });
}

function checkTracks(tracks: readonly Track[], album: number): Issue[] {
  const seen = new Set<string>();
  return tracks.flatMap(({ file }, at) => {
    if (file === undefined) return [];
    if (!seen.has(file)) {
      seen.add(file);
      return [];
    }
    return [{ path: ["albums", album, "tracks", at, "file"], message: `${file} is there twice` }];
  });
}

function isInFolder(path: string): boolean {
  return !path.includes("\0") && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

function isReleaseDate(written: string): boolean {
  const [year = "", month = "01", day = "01"] = written.split("-");
  return isOnCalendar(`${year}-${month}-${day}`);
}

function isSecureAddress(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === "https:";
}
