import type { SilentSong } from "@porchlight/protocol/music.ts";
import { formatTime, type Song } from "./song.ts";
import * as words from "./words.ts";
import "./track-list.css";

/** The album's songs, those that play and those that do not. */
export function TrackList(props: {
  songs: readonly Song[];
  silent: readonly SilentSong[];
  /** Index of the current song among those that can play, and whether it plays now. */
  index: number;
  isOn: boolean;
  onPlay: (index: number) => void;
  onPause: () => void;
}) {
  const { songs, silent, index, isOn, onPlay, onPause } = props;
  return (
    <ol className="track-list" aria-label={words.tracks}>
      {mergeTracks(songs, silent).map((track) => {
        if (track.song === undefined) return <SilentTrack key={`silent ${track.place}`} title={track.title} />;
        const { place } = track;
        const { url, title, seconds } = track.song;
        const isCurrent = place === index;
        const isSounding = isCurrent && isOn;
        return (
          <li key={url}>
            <button
              type="button"
              className="track"
              aria-current={isCurrent ? "true" : undefined}
              data-on={isSounding}
              onClick={() => (isSounding ? onPause() : onPlay(place))}
            >
              <span className="visually-hidden">{isSounding ? words.pause : words.play} </span>
              <span>{title}</span>
              <span className="track-time">
                <span className="visually-hidden">, </span>
                {formatTime(seconds)}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** A song that does not play here. */
export function SilentTrack({ title }: { title: string }) {
  return (
    <li>
      <p className="track track-silent">
        <span>{title}</span>
        <span className="visually-hidden">, {words.notPlayable}</span>
      </p>
    </li>
  );
}

type Track = { song: Song; place: number } | { song?: undefined; title: string; place: number };

/** Merges the songs in the order of the album. For a song that plays here, `place` is its index in `songs`. */
function mergeTracks(songs: readonly Song[], silent: readonly SilentSong[]): Track[] {
  const tracks: Track[] = songs.map((song, place) => ({ song, place }));
  // The insertions are in ascending order, so that each song gets its place.
  for (const track of silent) tracks.splice(track.place, 0, track);
  return tracks;
}
