/** What the demo artist has released, and where each recording goes. */

import type { RecordingTags } from "./mp3/id3.ts";
import { breakwaterLamp } from "./score/breakwater-lamp.ts";
import { closingSun } from "./score/closing-sun.ts";
import { fishDockRoad } from "./score/fish-dock-road.ts";
import { grandstandNight } from "./score/grandstand-night.ts";
import { icePlant } from "./score/ice-plant.ts";
import { lakeEffect, lakeEffectUpstairs } from "./score/lake-effect.ts";
import { longPoint } from "./score/long-point.ts";
import { theSlowOne } from "./score/the-slow-one.ts";
import { toledoLate } from "./score/toledo-late.ts";
import { whitefishRunning } from "./score/whitefish-running.ts";
import type { Song } from "./song.ts";

const ARTIST = "Harbour Line";

const RELEASES: readonly { album: string; year: number; songs: readonly Song[] }[] = [
  { album: "Long Point", year: 2022, songs: [fishDockRoad, longPoint, icePlant, theSlowOne] },
  { album: "Grandstand Night", year: 2022, songs: [grandstandNight] },
  { album: "Eleven Nights", year: 2023, songs: [toledoLate, closingSun] },
  { album: "Breakwater Lamp", year: 2024, songs: [breakwaterLamp] },
  { album: "Whitefish Running", year: 2025, songs: [whitefishRunning] },
  { album: "Lake Effect", year: 2026, songs: [lakeEffect, lakeEffectUpstairs] },
];

/** One recording to render: the song, what its tag says, and its file under content/music. */
export interface Recording {
  song: Song;
  tags: RecordingTags;
  file: string;
}

/** All recordings, by release and track. */
export const recordings: readonly Recording[] = RELEASES.flatMap(({ album, year, songs }) =>
  songs.map((song, i) => {
    const track = i + 1;
    return {
      song,
      tags: { title: song.title, artist: ARTIST, album, year, track, tracks: songs.length },
      file: `${slugOf(album)}/${String(track).padStart(2, "0")}-${slugOf(song.title)}.mp3`,
    };
  }),
);

/** A name as it is written in addresses and files: lower case, words joined by dashes, other signs dropped. */
export function slugOf(name: string): string {
  const words = name.toLowerCase().replace(/[^a-z0-9\s-]/g, "");
  return words.trim().replace(/[\s-]+/g, "-");
}
