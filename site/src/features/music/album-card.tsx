import { albumPath } from "@porchlight/protocol/content.ts";
import { memo } from "react";
import { phoneSizes } from "../../ui/picture.tsx";
import { AlbumCover } from "./album-cover.tsx";
import type { ShelfAlbum } from "./songs.ts";
import { SpotifyLink } from "./spotify.tsx";
import * as words from "./words.ts";
import "./album-card.css";

/** The `sizes` of a cover in the carousel. */
const CARD_SIZES = `(min-width: 1400px) 22vw, (min-width: 1024px) 30vw, (min-width: 640px) 44vw, ${phoneSizes(86)}`;

/**
 * An album of the carousel. Its name links to it; an album with recordings has a play button on its cover. Memoised,
 * because there may be fifty cards, and the player's state changes often.
 *
 * @param isActive whether the player area shows this album
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
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path d={isPlaying ? "M7 5h3.5v14H7zm6.5 0H17v14h-3.5z" : "M8 4.5v15L20 12z"} fill="currentColor" />
            </svg>
            <span className="visually-hidden">
              {isPlaying ? words.pause : words.play} {album.name}
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
        <SpotifyLink album={album} />
      </p>
    </article>
  );
});
