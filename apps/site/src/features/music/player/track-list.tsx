import { PLAYER_MESSAGES } from "@porchlight/protocol/player-messages.ts";
import { type Song, shownTime } from "./song.ts";

/** The album's songs, as the inside of a sleeve lists them. */
export function TrackList(props: {
  songs: readonly Song[];
  /** Place of the current song, and whether it is on. */
  index: number;
  isOn: boolean;
  onPlay: (index: number) => void;
  onPause: () => void;
}) {
  const { songs, index, isOn, onPlay, onPause } = props;
  return (
    <ol className="track-list" aria-label={PLAYER_MESSAGES.tracks}>
      {songs.map(({ url, title, seconds }, place) => {
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
