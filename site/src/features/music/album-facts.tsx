import { formatDate } from "@porchlight/protocol/format-date.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import { useLanguage } from "../../ui/language.ts";
import { ShareAlbum } from "./share-album.tsx";
import { SpotifyLink } from "./spotify.tsx";
import * as words from "./words.ts";
import "./album-facts.css";

/**
 * The small print of a sleeve: kind, release date, a link to Spotify and a share button.
 *
 * @param address absolute address of the album
 */
export function AlbumFacts({ album, address }: { album: Album; address: string }) {
  const { album_type, release_date, name } = album;
  const language = useLanguage();
  return (
    <div className="album-facts">
      <p>
        {words.kinds[album_type]}
        {release_date && (
          <>
            , {/* A browser without the artist's language leaves the gateway's text. */}
            <time dateTime={release_date} suppressHydrationWarning>
              {formatDate(release_date, language)}
            </time>
          </>
        )}
      </p>
      <SpotifyLink album={album} />
      <ShareAlbum key={address} name={name} address={address} />
    </div>
  );
}
