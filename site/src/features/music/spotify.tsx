import type { Album } from "@porchlight/protocol/music.ts";
import { useEffect, useId, useRef, useState } from "react";
import { parsedUrl } from "../../lib/parsed-url.ts";
import { newTab } from "../../ui/words.ts";
import { sitePlayer } from "./player/site-player.ts";
import * as words from "./words.ts";

/** A link to an album at Spotify; empty if the album has no link. */
export function SpotifyLink({ album }: { album: Album }) {
  const { spotify } = album.external_urls;
  if (!spotify) return null;
  return (
    <a href={spotify} target="_blank" rel="noopener">
      {words.listen}
      <span className="visually-hidden">
        : {album.name}
        {newTab}
      </span>
    </a>
  );
}

/** Path of an album with its id. Source: developer.spotify.com, "Spotify URIs and IDs". */
const ALBUM_PATH = /^\/(?:intl-[a-z-]+\/)?album\/([0-9A-Za-z]{22})$/;

/** @returns the address of Spotify's own player for an album; undefined if the album's link leads elsewhere */
export function embedAddress(album: Album): string | undefined {
  const address = parsedUrl(album.external_urls.spotify ?? "");
  const id = address?.origin === "https://open.spotify.com" && ALBUM_PATH.exec(address.pathname)?.[1];
  return id ? `https://open.spotify.com/embed/album/${id}` : undefined;
}

/**
 * Spotify's own player for an album. It loads only after a click.
 *
 * @param address from {@link embedAddress}
 */
export function SpotifyEmbed({ address, albumName }: { address: string; albumName: string }) {
  const [isOpen, setOpen] = useState(false);
  const noteId = useId();
  const frame = useRef<HTMLIFrameElement>(null);

  // The button that had the focus is no longer in the page.
  useEffect(() => {
    if (isOpen) frame.current?.focus();
  }, [isOpen]);

  if (isOpen) {
    return (
      <iframe
        ref={frame}
        className="spotify-embed"
        src={address}
        title={words.embedTitle(albumName)}
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
        {words.playHere}
      </button>
      <p id={noteId}>{words.playHereNote}</p>
    </div>
  );
}
