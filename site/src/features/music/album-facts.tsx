import { formatDate } from "@porchlight/protocol/format-date.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import { MUSIC_MESSAGES } from "@porchlight/protocol/music-messages.ts";
import { useLanguage } from "../../ui/language.ts";
import { ShareAlbum } from "./share-album.tsx";
import { SpotifyLink } from "./spotify-link.tsx";
import "./album-facts.css";

const KINDS = { album: "Album", single: "Single", compilation: "Compilation" } as const satisfies Record<
  Album["album_type"],
  string
>;

/**
 * The small print of a sleeve: what it is, when it came out, where else it can be heard, and its address to hand on.
 *
 * @param address absolute
 */
export function AlbumFacts({ album, address }: { album: Album; address: string }) {
  const { album_type, release_date, name } = album;
  const language = useLanguage();
  return (
    <div className="album-facts">
      <p>
        {KINDS[album_type]}
        {release_date && (
          <>
            , {/* A browser that lacks the artist's language leaves what the gateway wrote. */}
            <time dateTime={release_date} suppressHydrationWarning>
              {formatDate(release_date, language)}
            </time>
          </>
        )}
      </p>
      <SpotifyLink album={album}>{MUSIC_MESSAGES.listen}</SpotifyLink>
      <ShareAlbum key={address} name={name} address={address} />
    </div>
  );
}
