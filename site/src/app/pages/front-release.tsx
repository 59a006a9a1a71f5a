import { albumPath, type FrontRelease as Content, SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { kinds } from "../../features/music/kinds.ts";
import { readStored, session } from "../../lib/storage.ts";
import { wordSize } from "../../lib/word-size.ts";
import { phoneSizes } from "../../ui/picture.tsx";
import { FrontPicture } from "./front-picture.tsx";
import * as words from "./words.ts";

const loadPlayer = () => import("../../features/music/play-release.ts");

/** The newest release, with a button that plays it here. */
export function FrontRelease({ release, artist }: { release: Content; artist: string }) {
  const { album, slug, year, cover, recordings } = release;
  const kind = kinds[album.album_type];
  return (
    <section className="front front-release" aria-labelledby="front-release">
      {cover && <FrontPicture picture={cover} sizes={`(min-width: 48rem) min(60vw, 88vh), ${phoneSizes(95)}`} />}
      <div className="front-words">
        <p className="front-facts">{year ? `${kind}, ${year}` : kind}</p>
        <h2 id="front-release" data-word={wordSize(album.name)}>
          <a href={albumPath(slug)}>{album.name}</a>
        </h2>
        {recordings && <Play {...{ album, slug, recordings, artist }} />}
        <a className="arrow-link" href={SCREEN_PATHS.music}>
          {words.allMusic}
        </a>
      </div>
    </section>
  );
}

/**
 * Plays or pauses the release. The player's code loads when the pointer is on the button, or if music plays already.
 */
function Play(props: Required<Pick<Content, "album" | "slug" | "recordings">> & { artist: string }) {
  const { album, slug, recordings, artist } = props;
  const [player, setPlayer] = useState<Awaited<ReturnType<typeof loadPlayer>>>();
  const isPlaying = useSyncExternalStore(
    player?.subscribe ?? neverChanges,
    () => player?.isPlaying(slug) ?? false,
    () => false,
  );
  // A failure shows when the visitor presses the button.
  const fetchPlayer = useCallback(() => {
    loadPlayer().then(setPlayer, () => {});
  }, []);
  useEffect(() => {
    if (readStored(session, "player")) fetchPlayer();
  }, [fetchPlayer]);

  const toggle = async () => {
    try {
      // A loaded player starts within the click, as browsers require.
      (player ?? (await loadPlayer())).togglePlay(album, recordings, artist);
      fetchPlayer();
    } catch {
      // The Music screen says what is wrong, and can try again.
      location.hash = albumPath(slug);
    }
  };

  return (
    <button type="button" className="button" onPointerEnter={fetchPlayer} onFocus={fetchPlayer} onClick={toggle}>
      <svg viewBox="0 0 24 24" width="24" aria-hidden="true">
        <path d={isPlaying ? "M7 5h3v14H7zm7 0h3v14h-3z" : "M8 5v14l11-7z"} fill="currentColor" />
      </svg>
      {isPlaying ? words.pause : words.play}
      <span className="visually-hidden">{` ${album.name}`}</span>
    </button>
  );
}

const neverChanges = () => () => {};
