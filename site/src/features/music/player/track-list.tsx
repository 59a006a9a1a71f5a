import type { SilentSong } from "@porchlight/protocol/music.ts";
import { PLAYER_MESSAGES } from "@porchlight/protocol/player-messages.ts";
import { SilentTrack } from "./silent-track.tsx";
import { type Song, shownTime } from "./song.ts";

/** The album's songs, as the inside of a sleeve lists them. */
export function TrackList(props: {
  songs: readonly Song[];
  /** Songs between them that cannot be played here. */
  silent: readonly SilentSong[];
  /** Place of the current song, and whether it is on. */
  index: number;
  isOn: boolean;
  onPlay: (index: number) => void;
  onPause: () => void;
}) {
  const { songs, silent, index, isOn, onPlay, onPause } = props;
  return (
    <ol className="track-list" aria-label={PLAYER_MESSAGES.tracks}>
      {inOrder(songs, silent).map((track) => {
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
              <span className="visually-hidden">{isSounding ? PLAYER_MESSAGES.pause : PLAYER_MESSAGES.play} </span>
              <span>{title}</span>
              <span className="track-time">
                <span className="visually-hidden">, </span>
                {shownTime(seconds)}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

type Track = { song: Song; place: number } | { song?: undefined; title: string; place: number };

/** All songs of the album in its order. The place of one that plays is its place among those that do. */
function inOrder(songs: readonly Song[], silent: readonly SilentSong[]): Track[] {
  const tracks: Track[] = songs.map((song, place) => ({ song, place }));
  // From the front, so that each finds as many before it as the album has.
  for (const track of silent) tracks.splice(track.place, 0, track);
  return tracks;
}
