import type { MusicContent } from "@porchlight/protocol/content.ts";
import { type Album, normaliseSlug } from "@porchlight/protocol/music.ts";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Failure, type Source, useFetched } from "../../lib/use-fetched.ts";
import { wordSize } from "../../lib/word-size.ts";
import { Html } from "../../ui/html.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { newTab } from "../../ui/words.ts";
import { useAlbumRoute } from "./album-route.ts";
import { AlbumShelf } from "./album-shelf.tsx";
import { AlbumStage } from "./album-stage.tsx";
import { AlbumsFailed } from "./albums-failed.tsx";
import { toggleAlbum, useCurrentAlbum, usePlayerFollowsAlbum } from "./current-song.ts";
import { createShelf, findActiveAlbum, type ShelfAlbum } from "./songs.ts";
import * as words from "./words.ts";
import "./music.css";
import "./vinyl.css";

/**
 * The Music screen: the active album with its player, and a carousel of all albums.
 *
 * @param content all albums in a finished page, or one album on that album's own page
 * @param origin origin of the site's public address
 * @param onShow called with the album in the address and all albums, for the head of the page; returns its cleanup
 * @param onSlideChange called after the visitor moved the carousel, with the first album in view and its place
 */
export function Music(props: {
  content: MusicContent;
  artist: string;
  origin: string;
  source: Source<[artistId: string], readonly Album[]>;
  onShow: (album: Album | undefined, all: readonly Album[]) => () => void;
  onSlideChange: (album: Album, index: number) => void;
}) {
  const { content, artist, origin, source, onShow, onSlideChange } = props;
  const { title, introductionHtml, artistId, followUrl, recordings, goods = [], album: ownPageOf } = content;
  const heading = useRef<HTMLHeadingElement>(null);
  const stage = useRef<HTMLElement>(null);
  const bringToStage = useCallback(() => {
    if (!stage.current) return;
    if (stage.current.getBoundingClientRect().top < 0) stage.current.scrollIntoView();
    stage.current.focus({ preventScroll: true });
  }, []);

  const route = useAlbumRoute(ownPageOf, bringToStage);
  const fetchAlbums = useCallback(() => source.fetch(artistId), [source, artistId]);
  const {
    value: albums,
    isFresh,
    isFetching,
    failure,
    fetchAgain,
  } = useFetched<readonly Album[] | undefined>(fetchAlbums, source.cached ?? (ownPageOf ? undefined : content.albums));
  const known = albums ?? content.albums;
  const shelf = useMemo(() => createShelf(known ?? [], recordings, artist), [known, recordings, artist]);
  const part = route.slug;
  const typed = part === undefined ? undefined : normaliseSlug(part);
  const chosen = shelf.find(({ slug }) => slug === part || slug === typed);
  const active = findActiveAlbum(shelf, chosen?.slug, useCurrentAlbum());
  usePlayerFollowsAlbum(shelf, chosen?.slug);

  const named = chosen?.album;
  const [isMissing, setMissing] = useState(false);
  useEffect(() => onShow(named, known ?? []), [onShow, named, known]);
  useEffect(() => {
    if (named) setMissing(false);
  }, [named]);

  const { choose, discard } = route;
  const isUnknown = isFresh && route.slug !== undefined && !named;
  useEffect(() => {
    if (!isUnknown) return;
    setMissing(true);
    discard();
  }, [isUnknown, discard]);

  const play = useCallback(
    (shown: ShelfAlbum) => {
      toggleAlbum(shown);
      choose(shown.slug);
    },
    [choose],
  );
  const load = async () => {
    // The button that had the focus is no longer in the page.
    if (await fetchAgain()) heading.current?.focus({ preventScroll: true });
  };

  return (
    <div className="music">
      <header className="music-head">
        <h1 tabIndex={-1} ref={heading} data-word={wordSize(title)}>
          {title}
        </h1>
        {introductionHtml && <Html className="prose" html={introductionHtml} />}
      </header>
      <p className="music-missing" role="status">
        {isMissing && route.slug === undefined && words.unknownAlbum}
      </p>
      {active ? (
        <>
          <AlbumStage active={active} goods={goods} origin={origin} ref={stage} />
          <AlbumShelf
            shelf={albums && shelf}
            failure={failure}
            isRetrying={isFetching}
            active={active}
            onPlay={play}
            onTryAgain={load}
            onSlideChange={onSlideChange}
          />
        </>
      ) : (
        <NoAlbums isEmpty={albums !== undefined} failure={failure} isRetrying={isFetching} onTryAgain={load} />
      )}
      <footer className="music-foot">
        {albums && albums.length > 0 && <p>{words.albumsAvailable(albums.length)}</p>}
        {followUrl && (
          <a className="arrow-link" href={followUrl} target="_blank" rel="noopener">
            {words.follow}
            <span className="visually-hidden">{newTab}</span>
          </a>
        )}
      </footer>
    </div>
  );
}

/** Replaces the albums: a spinner, or the reason why there are no albums. */
function NoAlbums(props: {
  isEmpty: boolean;
  failure: Failure | undefined;
  isRetrying: boolean;
  onTryAgain: () => void;
}) {
  const { isEmpty, failure, ...retry } = props;
  if (failure) return <AlbumsFailed failure={failure} {...retry} />;
  if (isEmpty) {
    return (
      <section className="music-panel">
        <h2>{words.emptyTitle}</h2>
        <p>{words.empty}</p>
      </section>
    );
  }
  return (
    <>
      <div className="music-waiting">
        <Spinner>{words.loading}</Spinner>
      </div>
      {/* Without script, the albums never load. */}
      <noscript>
        <section className="music-panel">
          <h2>{words.failedTitle}</h2>
          <p>{words.notFetched}</p>
        </section>
      </noscript>
    </>
  );
}
