import type { SilentSong } from "@porchlight/protocol/music.ts";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { PlayButton, PlayerButton } from "./player-buttons.tsx";
import { isOn } from "./player-state.ts";
import { findShortcut } from "./shortcuts.ts";
import { sitePlayer, usePlayer } from "./site-player.ts";
import { Sleeve } from "./sleeve.tsx";
import type { Song } from "./song.ts";
import { SongSlider } from "./song-slider.tsx";
import { standInFor, standInState } from "./stand-in.ts";
import { TrackList } from "./track-list.tsx";
import { VolumeControl } from "./volume-control.tsx";
import * as words from "./words.ts";
import "./player-area.css";
import "./slider.css";

/**
 * The player of the Music screen: the sleeve of the current song, its name, the controls and the album's songs.
 *
 * @param queue songs of the active album; while the player has another album, they show here as not started
 * @param silent songs of that album that do not play here
 * @param children the small print at the foot
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
      <section className="player" aria-label={words.player}>
        <p className="player-empty">{words.nothingChosen}</p>
      </section>
    );
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const act = findShortcut(event.nativeEvent);
    if (!act) return;
    event.preventDefault();
    act(controls);
  };

  return (
    // The keys work in every control. A click beside the controls focuses the section.
    <section className="player" aria-label={words.player} tabIndex={-1} onKeyDown={onKeyDown}>
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
              <PlayerButton label={words.previous} shape="previous" onClick={controls.previous} />
              <PlayButton step={step} onToggle={controls.toggle} ref={playButton} />
              <PlayerButton
                label={words.next}
                shape="next"
                isDisabled={index + 1 >= shown.queue.length}
                onClick={controls.next}
              />
            </div>
            <VolumeControl {...shown} onVolume={controls.setVolume} onMute={controls.setMuted} />
            {step === "error" && (
              <Failure
                onRetry={() => {
                  // The pressed button disappears with its message.
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
      <p>{words.failed}</p>
      <button type="button" className="button button-quiet" onClick={onRetry}>
        {words.tryAgain}
      </button>
    </div>
  );
}

/** Without script, the browser's own player plays the files. */
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

/** The list of the keys is not in the finished page, where it is folded and of no use without script. */
function KeyboardHelp() {
  const [isListed, setListed] = useState(false);
  useEffect(() => setListed(true), []);
  return (
    <details className="player-keys">
      <summary>{words.keyboard}</summary>
      {isListed && (
        <div className="player-key-list">
          <dl>
            {words.keys.map(([keys, effect]) => (
              <div key={effect}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{effect}</dd>
              </div>
            ))}
          </dl>
          <p>{words.keyboardNote}</p>
        </div>
      )}
    </details>
  );
}
