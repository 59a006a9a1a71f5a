import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import type { Failure } from "../../lib/use-fetched.ts";
import { Carousel } from "../../ui/carousel.tsx";
import { AlbumCard } from "./album-card.tsx";
import { RestFailed } from "./albums-failed.tsx";
import { useIsPlaying } from "./current-song.ts";
import type { ShelfAlbum } from "./songs.ts";
import * as words from "./words.ts";

/**
 * All albums in a carousel, if there are several. Until they have loaded on an album's own page, it shows a link to
 * them.
 *
 * @param shelf undefined until the albums have loaded
 */
export function AlbumShelf(props: {
  shelf: ShelfAlbum[] | undefined;
  failure: Failure | undefined;
  isRetrying: boolean;
  active: ShelfAlbum;
  onPlay: (shown: ShelfAlbum) => void;
  onTryAgain: () => void;
  onSlideChange: (album: Album, index: number) => void;
}) {
  const { shelf, failure, isRetrying, active, onPlay, onTryAgain, onSlideChange } = props;
  const isPlaying = useIsPlaying();
  // The stage already shows a single album.
  if (shelf?.length === 1) return null;
  if (shelf) {
    return (
      <div className="album-shelf">
        <Carousel
          title={words.allAlbums}
          slides={shelf.map((shown) => ({
            key: shown.album.name,
            content: (
              <AlbumCard
                shown={shown}
                isActive={shown === active}
                isPlaying={isPlaying && shown === active && shown.songs.length > 0}
                onPlay={onPlay}
              />
            ),
          }))}
          shown={shelf.indexOf(active)}
          onSlideChange={(index) => {
            const first = shelf[index];
            if (first) onSlideChange(first.album, index);
          }}
        />
      </div>
    );
  }
  return (
    <div className="album-shelf album-shelf-waiting">
      {failure ? (
        <RestFailed failure={failure} isRetrying={isRetrying} onTryAgain={onTryAgain} />
      ) : (
        <a className="arrow-link" href={SCREEN_PATHS.music}>
          {words.allAlbums}
        </a>
      )}
    </div>
  );
}
