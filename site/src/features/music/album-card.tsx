import { albumPath } from "@porchlight/protocol/content.ts";
import { MUSIC_MESSAGES } from "@porchlight/protocol/music-messages.ts";
import { memo } from "react";
import { ofPhone } from "../../ui/picture.tsx";
import { AlbumCover } from "./album-cover.tsx";
import type { ShelfAlbum } from "./songs.ts";
import { SpotifyLink } from "./spotify-link.tsx";
import "./album-card.css";

/** How wide a cover is shown in the carousel. */
const CARD_SIZES = `(min-width: 1400px) 22vw, (min-width: 1024px) 30vw, (min-width: 640px) 44vw, ${ofPhone(86)}`;

/**
 * An album of the carousel. Its name leads to it; the control on its cover plays it, where it can be heard here. There may
 * be fifty, and the player's state changes above them all the time: only those whose own part in it changes are drawn.
 *
 * @param isActive whether it is the one that the player area shows
 * @param isPlaying whether it is heard now
 */
export const AlbumCard = memo(function AlbumCard(props: {
  shown: ShelfAlbum;
  isActive: boolean;
  isPlaying: boolean;
  onPlay: (shown: ShelfAlbum) => void;
}) {
  const { shown, isActive, isPlaying, onPlay } = props;
  const { album, slug, songs } = shown;
  return (
    <article className="album-card" data-active={isActive}>
      <div className="album-card-cover">
        <AlbumCover images={album.images} name={album.name} alt="" sizes={CARD_SIZES} />
        {songs.length > 0 && (
          <button type="button" className="album-card-play" onClick={() => onPlay(shown)}>
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
              <path d={isPlaying ? "M7 5h3.5v14H7zm6.5 0H17v14h-3.5z" : "M8 4.5v15L20 12z"} fill="currentColor" />
            </svg>
            <span className="visually-hidden">
              {isPlaying ? "Pause" : "Play"} {album.name}
            </span>
          </button>
        )}
      </div>
      <h3>
        <a href={albumPath(slug)} aria-current={isActive ? "true" : undefined}>
          <span className="album-card-name">{album.name}</span>
        </a>
      </h3>
      <p className="album-card-facts">
        <span>{album.release_date.slice(0, 4)}</span>
        <SpotifyLink album={album}>{MUSIC_MESSAGES.listen}</SpotifyLink>
      </p>
    </article>
  );
});
