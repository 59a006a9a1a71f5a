import type { ShowsContent } from "@porchlight/protocol/content.ts";
import { SHOWS_PATH, type Show } from "@porchlight/protocol/shows.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { NearMe, type Order, sortByDistance } from "./near-me.tsx";
import { TellMe } from "./remind-me.tsx";
import { PastShows, ShowsAhead } from "./show-list.tsx";
import { ShowPage } from "./show-page.tsx";
import { useShowRoute } from "./show-route.ts";
import * as words from "./words.ts";
import "./shows.css";

type ShowsProps = {
  content: ShowsContent;
  artist: string;
  origin: string;
  language: string;
  /** Fetches the shows that the finished page does not have. */
  onShowAll: () => void;
  /** Called with the show that is open, for the head of the page; returns its cleanup. */
  onShow: (show: Show | undefined) => () => void;
  renderSong: (title: string, setlist: readonly string[]) => ReactNode;
};

/** The Shows screen: the dates ahead, the past ones by year, and the page of one show. */
export function Shows(props: ShowsProps) {
  const { content, artist, origin, language, onShowAll, onShow, renderSong } = props;
  const { title, ahead, past, aheadCount, pastCount, hasReminders = false } = content;
  const { id, discard } = useShowRoute(content.show?.id);
  const known = [...ahead, ...past];
  const open = id === undefined ? undefined : known.find((show) => show.id === id);
  const hasAll = known.length >= aheadCount + pastCount;
  const [order, setOrder] = useState<Order>();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(id);

  useEffect(() => {
    if (id === undefined || open) return;
    // The page has only a part of the list, or the show is no longer on it.
    if (hasAll) discard();
    else onShowAll();
  }, [id, open, hasAll, discard, onShowAll]);

  useEffect(() => onShow(open), [onShow, open]);

  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    heading.current?.focus({ preventScroll: true });
  }, [id]);

  if (open) {
    return (
      <ShowPage
        show={open}
        artist={artist}
        origin={origin}
        language={language}
        isPast={past.includes(open)}
        hasReminders={hasReminders}
        heading={heading}
        renderSong={renderSong}
      />
    );
  }
  return (
    <div className="shows">
      <header className="shows-head">
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {aheadCount === 0 && <p className="shows-none">{words.noneAhead}</p>}
        {aheadCount > 0 && (
          <a className="shows-subscribe" href={`${SHOWS_PATH}.ics`}>
            {words.subscribe}
          </a>
        )}
      </header>
      {ahead.length > 0 && (
        <section aria-labelledby="shows-ahead">
          <h2 id="shows-ahead" className="visually-hidden">
            {words.ahead}
          </h2>
          <NearMe shows={ahead} language={language} onOrder={setOrder} />
          <ShowsAhead shows={sortByDistance(ahead, order)} language={language} />
        </section>
      )}
      {hasReminders && <TellMe />}
      {past.length > 0 && (
        <section className="shows-past" aria-labelledby="shows-past">
          <h2 id="shows-past">{words.past}</h2>
          <PastShows shows={past} language={language} />
        </section>
      )}
      {!hasAll && (
        <p className="shows-more">
          <button type="button" className="button button-quiet" onClick={onShowAll}>
            {`${words.showAll} (${words.countOf(aheadCount + pastCount, language)})`}
          </button>
        </p>
      )}
    </div>
  );
}
