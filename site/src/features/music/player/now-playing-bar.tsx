import { albumPath } from "@porchlight/protocol/content.ts";
import { PLAYER_MESSAGES } from "@porchlight/protocol/player-messages.ts";
import { useRef } from "react";
import { AlbumCover } from "../album-cover.tsx";
import { PlayButton } from "./play-button.tsx";
import { PlayerIcon } from "./player-icon.tsx";
import { sitePlayer } from "./site-player.ts";
import { useFill } from "./use-fill.ts";
import { usePlayer } from "./use-player.ts";
import "./player-buttons.css";
import "./now-playing-bar.css";

/** The player in short, at the foot of every screen but its own, while a song is on or paused. */
export function NowPlayingBar() {
  const { song, step, index, queue, seconds, duration } = usePlayer();
  const line = useRef<HTMLSpanElement>(null);
  useFill(line, duration > 0 ? seconds / duration : 0);
  if (!song || step === "idle") return null;

  return (
    <section className="now-playing" aria-label="Now playing">
      <span className="now-playing-line" ref={line} aria-hidden="true" />
      <div className="now-playing-cover">
        <AlbumCover images={song.images} name="" alt="" sizes="3rem" />
      </div>
      <div className="now-playing-words">
        <p className="now-playing-title">{song.title}</p>
        {step === "error" ? (
          <p role="alert">{PLAYER_MESSAGES.failed}</p>
        ) : (
          <a href={albumPath(song.albumSlug)}>{song.album}</a>
        )}
      </div>
      <PlayButton step={step} onToggle={sitePlayer.toggle} />
      <button
        type="button"
        className="player-button"
        aria-label={PLAYER_MESSAGES.next}
        aria-disabled={index + 1 >= queue.length}
        onClick={sitePlayer.next}
      >
        <PlayerIcon shape="next" />
      </button>
      <button
        type="button"
        className="player-button"
        aria-label={PLAYER_MESSAGES.close}
        onClick={() => {
          sitePlayer.close();
          // This bar goes away with the focus in it.
          document.getElementById("main")?.focus({ preventScroll: true });
        }}
      >
        <PlayerIcon shape="close" />
      </button>
    </section>
  );
}
