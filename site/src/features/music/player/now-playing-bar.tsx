import { albumPath } from "@porchlight/protocol/content.ts";
import { useRef } from "react";
import { AlbumCover } from "../album-cover.tsx";
import { PlayButton, PlayerButton } from "./player-buttons.tsx";
import { sitePlayer, usePlayer } from "./site-player.ts";
import { useFill } from "./use-fill.ts";
import * as words from "./words.ts";
import "./now-playing-bar.css";

/** The short player at the foot of all screens except Music, once a song was started. */
export function NowPlayingBar() {
  const { song, step, index, queue, seconds, duration } = usePlayer();
  const line = useRef<HTMLSpanElement>(null);
  useFill(line, duration > 0 ? seconds / duration : 0);
  if (!song || step === "idle") return null;

  return (
    <section className="now-playing" aria-label={words.nowPlaying}>
      <span className="now-playing-line" ref={line} aria-hidden="true" />
      <div className="now-playing-cover">
        <AlbumCover images={song.images} name="" alt="" sizes="3rem" />
      </div>
      <div className="now-playing-words">
        <p className="now-playing-title">{song.title}</p>
        {step === "error" ? <p role="alert">{words.failed}</p> : <a href={albumPath(song.albumSlug)}>{song.album}</a>}
      </div>
      <PlayButton step={step} onToggle={sitePlayer.toggle} />
      <PlayerButton label={words.next} shape="next" isDisabled={index + 1 >= queue.length} onClick={sitePlayer.next} />
      <PlayerButton
        label={words.close}
        shape="close"
        onClick={() => {
          sitePlayer.close();
          // The bar disappears while the focus is in it.
          document.getElementById("main")?.focus({ preventScroll: true });
        }}
      />
    </section>
  );
}
