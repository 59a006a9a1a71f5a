import type { SilentSong } from "@porchlight/protocol/music.ts";
import { PLAYER_MESSAGES } from "@porchlight/protocol/player-messages.ts";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { KeyboardHelp } from "./keyboard-help.tsx";
import { PlayButton } from "./play-button.tsx";
import { PlayerIcon } from "./player-icon.tsx";
import { isOn } from "./player-state.ts";
import { shortcutOf } from "./shortcuts.ts";
import { sitePlayer } from "./site-player.ts";
import { Sleeve } from "./sleeve.tsx";
import type { Song } from "./song.ts";
import { SongSlider } from "./song-slider.tsx";
import { standInFor, standInState } from "./stand-in.ts";
import { TrackList } from "./track-list.tsx";
import { usePlayer } from "./use-player.ts";
import { VolumeControl } from "./volume-control.tsx";
import "./player-area.css";
import "./player-buttons.css";
import "./slider.css";
import "./track-list.css";

/**
 * The player of the Music screen: the sleeve of the current song, and beside it what stands on its back: names, controls,
 * and the songs of its album.
 *
 * @param queue songs of the album that the screen is about; they stand here, none of them begun, while the player has
 *   nothing of that album on, as in finished pages
 * @param silent songs of that album that cannot be played here
 * @param children the small print, at the foot of it all
 */
export function PlayerArea(props: { queue?: readonly Song[]; silent?: readonly SilentSong[]; children?: ReactNode }) {
  const { queue, silent = [], children } = props;
  const player = usePlayer();
  const playButton = useRef<HTMLButtonElement>(null);
  const isStandIn = queue !== undefined && player.song?.albumSlug !== queue[0]?.albumSlug;
  const shown = isStandIn ? standInState(player, queue) : player;
  const controls = isStandIn ? standInFor(sitePlayer, shown) : sitePlayer;
  const { song, step, index } = shown;

  if (!song) {
    return (
      <section className="player" aria-label="Player">
        <p className="player-empty">{PLAYER_MESSAGES.nothingChosen}</p>
      </section>
    );
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const act = shortcutOf(event.nativeEvent);
    if (!act) return;
    event.preventDefault();
    act(controls);
  };

  return (
    // The keys belong to every control in here; a click beside them brings the focus in as well.
    <section className="player" aria-label="Player" tabIndex={-1} onKeyDown={onKeyDown}>
      <div className="player-inside" data-on={isOn(shown)}>
        <Sleeve song={song} />
        <div className="player-names">
          <p className="eyebrow">{shown.queue.length > 1 && song.album !== song.title ? song.album : song.artist}</p>
          <h2 className="player-title">{song.title}</h2>
        </div>
        <div className="player-notes">
          <div className="player-panel">
            <SongSlider {...shown} onSeek={controls.seek} />
            <div className="player-buttons">
              <button
                type="button"
                className="player-button"
                aria-label={PLAYER_MESSAGES.previous}
                onClick={controls.previous}
              >
                <PlayerIcon shape="previous" />
              </button>
              <PlayButton step={step} onToggle={controls.toggle} ref={playButton} />
              <button
                type="button"
                className="player-button"
                aria-label={PLAYER_MESSAGES.next}
                // Disabled, it would drop the focus when the last song begins.
                aria-disabled={index + 1 >= shown.queue.length}
                onClick={controls.next}
              >
                <PlayerIcon shape="next" />
              </button>
            </div>
            <VolumeControl {...shown} onVolume={controls.setVolume} onMute={controls.setMuted} />
            {step === "error" && (
              <Failure
                onRetry={() => {
                  // The button that was pressed goes away.
                  playButton.current?.focus();
                  controls.toggle();
                }}
              />
            )}
          </div>
          {shown.queue.length + silent.length > 1 && (
            <TrackList
              songs={shown.queue}
              silent={silent}
              index={index}
              isOn={isOn(shown)}
              onPlay={(place) => controls.play(shown.queue, place)}
              onPause={controls.pause}
            />
          )}
          <Recordings songs={shown.queue} />
          <KeyboardHelp />
          {children}
        </div>
      </div>
    </section>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="player-failure" role="alert">
      <p>{PLAYER_MESSAGES.failed}</p>
      <button type="button" className="button button-quiet" onClick={onRetry}>
        {PLAYER_MESSAGES.tryAgain}
      </button>
    </div>
  );
}

/** Without script the browser plays the files itself. */
function Recordings({ songs }: { songs: readonly Song[] }) {
  return (
    <noscript>
      <ol className="player-recordings">
        {songs.map(({ url, title }) => (
          <li key={url}>
            <a href={url}>{title}</a>
          </li>
        ))}
      </ol>
    </noscript>
  );
}
