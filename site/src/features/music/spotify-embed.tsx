import { MUSIC_MESSAGES } from "@porchlight/protocol/music-messages.ts";
import { useEffect, useId, useRef, useState } from "react";
import { sitePlayer } from "./player/site-player.ts";

/**
 * Spotify's own player for an album. Nothing of it is asked for before a visitor wants it.
 *
 * @param address as `embedAddress` makes it
 */
export function SpotifyEmbed({ address, albumName }: { address: string; albumName: string }) {
  const [isOpen, setOpen] = useState(false);
  const noteId = useId();
  const frame = useRef<HTMLIFrameElement>(null);

  // The button that had the focus has gone.
  useEffect(() => {
    if (isOpen) frame.current?.focus();
  }, [isOpen]);

  if (isOpen) {
    return (
      <iframe
        ref={frame}
        className="spotify-embed"
        src={address}
        title={`${albumName} at Spotify`}
        allow="encrypted-media"
        loading="lazy"
        referrerPolicy="no-referrer"
      />
    );
  }

  const open = () => {
    sitePlayer.pause();
    setOpen(true);
  };
  return (
    <div className="spotify-offer">
      <button type="button" className="button" aria-describedby={noteId} onClick={open}>
        {MUSIC_MESSAGES.playHere}
      </button>
      <p id={noteId}>{MUSIC_MESSAGES.playHereNote}</p>
    </div>
  );
}
