import type { MusicContent } from "@porchlight/protocol/content.ts";
import { type Album, slugAskedFor } from "@porchlight/protocol/music.ts";
import { albumsAvailable, MUSIC_MESSAGES } from "@porchlight/protocol/music-messages.ts";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Html } from "../../ui/html.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useAlbumRoute } from "./album-route.ts";
import { AlbumShelf } from "./album-shelf.tsx";
import type { AlbumSource } from "./album-source.ts";
import { AlbumStage } from "./album-stage.tsx";
import { AlbumsFailed } from "./albums-failed.tsx";
import { playAlbum, useCurrentAlbum, usePlayerFollows } from "./current-song.ts";
import { activeAlbum, type ShelfAlbum, shelfOf } from "./songs.ts";
import { type Failure, useAlbums } from "./use-albums.ts";
import "./music.css";
import "./vinyl.css";

/**
 * The Music screen: the active album with its player, and a carousel of all albums.
 *
 * @param content with finished albums of the page: those of the artist, or the one of its own page
 * @param origin of the site's public address
 * @param onShow called with the album that the address names now, and with all that are there, for the head of the page;
 *   what it answers with is called once that is over
 * @param onSlideChange called with the first album in view and its place, once a visitor has moved the carousel
 */
export function Music(props: {
  content: MusicContent;
  artist: string;
  origin: string;
  source: AlbumSource;
  onShow: (album: Album | undefined, all: readonly Album[]) => () => void;
  onSlideChange: (album: Album, index: number) => void;
}) {
  const { content, artist, origin, source, onShow, onSlideChange } = props;
  const { title, introductionHtml, artistId, followUrl, recordings, album: ownPageOf } = content;
  const heading = useRef<HTMLHeadingElement>(null);
  const stage = useRef<HTMLElement>(null);
  const bringToStage = useCallback(() => {
    if (!stage.current) return;
    if (stage.current.getBoundingClientRect().top < 0) stage.current.scrollIntoView();
    stage.current.focus({ preventScroll: true });
  }, []);

  const route = useAlbumRoute(ownPageOf, bringToStage);
  const { albums, isFresh, failure, tryAgain } = useAlbums(source, artistId, ownPageOf ? undefined : content.albums);
  const known = albums ?? content.albums;
  const shelf = useMemo(() => shelfOf(known ?? [], recordings, artist), [known, recordings, artist]);
  const part = route.slug;
  const asked = part === undefined ? undefined : slugAskedFor(part);
  const chosen = shelf.find(({ slug }) => slug === part || slug === asked);
  const active = activeAlbum(shelf, chosen?.slug, useCurrentAlbum());
  usePlayerFollows(shelf, chosen?.slug);

  const named = chosen?.album;
  const [isMissing, setMissing] = useState(false);
  useEffect(() => onShow(named, known ?? []), [onShow, named, known]);
  useEffect(() => {
    if (named) setMissing(false);
  }, [named]);

  const { choose, discard } = route;
  const namesNone = isFresh && route.slug !== undefined && !named;
  useEffect(() => {
    if (!namesNone) return;
    setMissing(true);
    discard();
  }, [namesNone, discard]);

  const play = useCallback(
    (shown: ShelfAlbum) => {
      playAlbum(shown);
      choose(shown.slug);
    },
    [choose],
  );
  const load = async () => {
    // The button that had the focus has gone.
    if (await tryAgain()) heading.current?.focus({ preventScroll: true });
  };

  return (
    <div className="music">
      <header className="music-head">
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {introductionHtml && <Html className="prose" html={introductionHtml} />}
      </header>
      <p className="music-missing" role="status">
        {isMissing && route.slug === undefined && MUSIC_MESSAGES.unknownAlbum}
      </p>
      {active ? (
        <>
          <AlbumStage active={active} origin={origin} ref={stage} />
          <AlbumShelf
            shelf={albums && shelf}
            failure={failure}
            active={active}
            onPlay={play}
            onTryAgain={load}
            onSlideChange={onSlideChange}
          />
        </>
      ) : (
        <NoAlbums isEmpty={albums !== undefined} failure={failure} onTryAgain={load} />
      )}
      <footer className="music-foot">
        {albums && albums.length > 0 && <p>{albumsAvailable(albums.length)}</p>}
        {followUrl && (
          <a className="arrow-link" href={followUrl} target="_blank" rel="noopener">
            {MUSIC_MESSAGES.follow}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        )}
      </footer>
    </div>
  );
}

/** What stands in the place of the albums: why there are none, or that they are on their way. */
function NoAlbums(props: { isEmpty: boolean; failure: Failure | undefined; onTryAgain: () => void }) {
  const { isEmpty, failure, onTryAgain } = props;
  if (failure) return <AlbumsFailed failure={failure} onTryAgain={onTryAgain} />;
  if (isEmpty) {
    return (
      <section className="music-panel">
        <h2>{MUSIC_MESSAGES.emptyTitle}</h2>
        <p>{MUSIC_MESSAGES.empty}</p>
      </section>
    );
  }
  return (
    <>
      <div className="music-waiting">
        <Spinner>{MUSIC_MESSAGES.loading}</Spinner>
      </div>
      {/* The page was finished without albums, and without script nothing more will come. */}
      <noscript>
        <section className="music-panel">
          <h2>{MUSIC_MESSAGES.failedTitle}</h2>
          <p>{MUSIC_MESSAGES.notFetched}</p>
        </section>
      </noscript>
    </>
  );
}
