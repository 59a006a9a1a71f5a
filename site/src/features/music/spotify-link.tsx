import type { Album } from "@porchlight/protocol/music.ts";
import { parsedUrl } from "../../lib/parsed-url.ts";

/** A link to an album at the streaming service, in a new tab; nothing for an album that is not there. */
export function SpotifyLink({ album, children }: { album: Album; children: string }) {
  const { spotify } = album.external_urls;
  if (!spotify) return null;
  return (
    <a href={spotify} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden">: {album.name} (opens in a new tab)</span>
    </a>
  );
}

/** Id of an album at Spotify. Source: developer.spotify.com, "Spotify URIs and IDs". */
const ALBUM_PATH = /^\/(?:intl-[a-z-]+\/)?album\/([0-9A-Za-z]{22})$/;

/** Address of Spotify's own player for an album; undefined for a link that leads elsewhere. */
export function embedAddress(album: Album): string | undefined {
  const address = parsedUrl(album.external_urls.spotify ?? "");
  const id = address?.origin === "https://open.spotify.com" && ALBUM_PATH.exec(address.pathname)?.[1];
  return id ? `https://open.spotify.com/embed/album/${id}` : undefined;
}
