import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import { MUSIC_MESSAGES } from "@porchlight/protocol/music-messages.ts";
import { Carousel } from "../../ui/carousel.tsx";
import { AlbumCard } from "./album-card.tsx";
import { RestFailed } from "./albums-failed.tsx";
import { useIsPlaying } from "./current-song.ts";
import type { ShelfAlbum } from "./songs.ts";
import type { Failure } from "./use-albums.ts";

/**
 * All albums in a carousel. Until they are had, below an album that came alone, the way to them.
 *
 * @param shelf undefined until they are had
 */
export function AlbumShelf(props: {
  shelf: ShelfAlbum[] | undefined;
  failure: Failure | undefined;
  active: ShelfAlbum;
  onPlay: (shown: ShelfAlbum) => void;
  onTryAgain: () => void;
  onSlideChange: (album: Album, index: number) => void;
}) {
  const { shelf, failure, active, onPlay, onTryAgain, onSlideChange } = props;
  const isPlaying = useIsPlaying();
  if (shelf) {
    return (
      <div className="album-shelf">
        <Carousel
          title={MUSIC_MESSAGES.allAlbums}
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
        <RestFailed failure={failure} onTryAgain={onTryAgain} />
      ) : (
        <a className="arrow-link" href={SCREEN_PATHS.music}>
          {MUSIC_MESSAGES.allAlbums}
        </a>
      )}
    </div>
  );
}
