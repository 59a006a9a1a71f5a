import { albumSlug } from "@porchlight/protocol/music.ts";
import * as v from "valibot";
import { isOnCalendar } from "../lib/calendar.ts";
import { about, fileName, inAnyCase, ruled, text } from "./fields.ts";
import type { Mistake } from "./owners-file.ts";

/** Endings of audio files that browsers play. */
const AUDIO_ENDING = /\.(mp3|m4a|ogg|opus|flac|wav)$/i;

/** What {@link staysInFolder} says, as a pattern: no part of the path is empty, one dot or two. */
const NOT_OUTSIDE = "(?!(.*[\\\\/])?\\.{0,2}([\\\\/]|$))";

/** A file of the owner's folder, by its path in it: `lake-effect/01-lake-effect.mp3`. */
const fileInFolder = ruled(
  v.pipe(
    fileName,
    v.transform((path) => path.replaceAll("\\", "/")),
    v.check(staysInFolder, "must be a file in content/music, such as lake-effect.jpg"),
  ),
  { pattern: `^${NOT_OUTSIDE}` },
);

const recording = ruled(
  v.pipe(fileInFolder, v.regex(AUDIO_ENDING, "must end with .mp3, .m4a, .ogg, .opus, .flac or .wav")),
  { type: "string", pattern: `^${NOT_OUTSIDE}.*${inAnyCase(AUDIO_ENDING)}` },
);

const TrackSchema = v.strictObject({
  title: about(text, "As fans read it."),
  file: about(
    v.exactOptional(recording),
    "The recording that fans may play on your own site, a file in content/music. Left out, the song does not play here.",
    "lake-effect/01-lake-effect.mp3",
  ),
});

const releaseType = ruled(v.pipe(text, v.toLowerCase(), v.picklist(["album", "single"], "must be album or single")), {
  enum: ["album", "single"],
});

const RELEASE_DATE = /^\d{4}(-\d{2}(-\d{2})?)?$/;

const releaseDate = ruled(
  v.pipe(
    text,
    v.regex(RELEASE_DATE, "must be a day, a month or a year: 2026-09-04, 2026-09 or 2026"),
    // What has another form is checked as well, and has been refused above.
    v.check((written) => !RELEASE_DATE.test(written) || isReleaseDate(written), "is not on the calendar"),
  ),
  {
    type: ["string", "integer"],
    pattern: "^\\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01]))?)?$",
    minimum: 1000,
    maximum: 9999,
  },
);

const secureAddress = ruled(
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
  name: about(text, "As fans read it. It also makes the address, so never change it once somebody may have a link."),
  type: about(releaseType, "album or single; an EP is a single too."),
  released: about(releaseDate, "The day it came out, or the month or the year.", "2026-09-04", "2026-09", "2026"),
  cover: about(v.exactOptional(fileInFolder), "Its picture, square, a file in content/music.", "lake-effect.jpg"),
  spotify: about(
    v.exactOptional(secureAddress),
    "Its address at Spotify, where it is there.",
    "https://spotify.example/album/lake-effect",
  ),
  tracks: about(v.optional(v.array(TrackSchema, "must be a list"), []), "The songs in their order."),
});

/** The form of `albums.yaml`. What one entry has to do with another is checked by {@link checkReleases}. */
export const ReleasesFileSchema = v.strictObject({
  albums: about(v.optional(v.array(ReleaseSchema, "must be a list"), []), "Everything you have released."),
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
