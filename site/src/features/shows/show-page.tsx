import { formatDate } from "@porchlight/protocol/format-date.ts";
import { placeOf, timesOf, townOf, weekdayOf } from "@porchlight/protocol/show-words.ts";
import { SHOWS_PATH, type Show, showPath } from "@porchlight/protocol/shows.ts";
import type { ReactNode, Ref } from "react";
import { Picture, phoneSizes } from "../../ui/picture.tsx";
import { useShare } from "../../ui/use-share.ts";
import { newTab } from "../../ui/words.ts";
import { RemindMe } from "./remind-me.tsx";
import { ShowStates, ShowTickets, ShowTimes } from "./show-facts.tsx";
import * as words from "./words.ts";
import { YourTime } from "./your-time.tsx";

/** The `sizes` of a show's picture. In wide windows it is beside the facts. */
const POSTER_SIZES = `(min-width: 64rem) 38vw, ${phoneSizes(100)}`;

type ShowPageProps = {
  show: Show;
  artist: string;
  origin: string;
  language: string;
  isPast: boolean;
  /** Whether visitors can ask for emails about it. */
  hasReminders: boolean;
  heading: Ref<HTMLHeadingElement>;
  /** A song of a setlist, which may play. */
  renderSong: (title: string, setlist: readonly string[]) => ReactNode;
};

/** One show: when, where, tickets, who plays, how to get in, and afterwards what was played. */
export function ShowPage(props: ShowPageProps) {
  const { show, artist, origin, language, isPast, hasReminders, heading, renderSong } = props;
  const { venue, name, lineup, age, access, note, setlist, picture } = show;
  const isOff = show.status === "cancelled" || show.status === "postponed";
  const canGo = !isPast && !isOff;
  const canAskForNews = !isPast && show.status !== "cancelled";
  const hasTime = timesOf(show, language) !== "";
  const day = `${weekdayOf(show, language)}, ${formatDate(show.date, language)}`;
  return (
    <article className="show-page">
      <header className="show-head">
        <ShowStates show={show} language={language} />
        <p className="eyebrow">{isOff ? <s>{day}</s> : day}</p>
        <h1 tabIndex={-1} ref={heading}>
          {name ?? venue}
        </h1>
        <p className="show-where">
          {name === undefined ? townOf(show, language) : `${venue}, ${townOf(show, language)}`}
        </p>
        {!isPast && <ShowTickets show={show} language={language} />}
      </header>
      {isOff && note !== undefined && <p className="show-note">{note}</p>}
      {picture && (
        <figure className="show-poster">
          <Picture picture={picture} sizes={POSTER_SIZES} priority="high" />
        </figure>
      )}
      <dl className="show-facts">
        {(canGo || hasTime) && (
          <Fact name={words.when}>
            <ShowTimes show={show} language={language} />
            <YourTime show={show} language={language} />
            {canGo && <a href={`${showPath(show.id)}.ics`}>{words.addToCalendar}</a>}
          </Fact>
        )}
        <Fact name={words.where}>
          <address>{placeOf(show, language)}</address>
          <a href={mapAddress(show, language)} target="_blank" rel="noopener">
            {words.map}
            <span className="visually-hidden">{newTab}</span>
          </a>
        </Fact>
        {lineup.length > 0 && (
          <Fact name={words.lineup}>
            <ul>
              {lineup.map((act) => (
                <li key={act}>{act}</li>
              ))}
            </ul>
          </Fact>
        )}
        {(age ?? access) !== undefined && (
          <Fact name={words.getIn}>
            {age !== undefined && <p>{age}</p>}
            {access !== undefined && <p>{access}</p>}
          </Fact>
        )}
      </dl>
      {!isOff && note !== undefined && <p className="show-note">{note}</p>}
      {setlist.length > 0 && (
        <section className="show-setlist" aria-labelledby="setlist">
          <h2 id="setlist">{words.setlist}</h2>
          <ol>
            {setlist.map((title, place) => (
              // A song may be played twice, and the list does not change.
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells two of them apart
              <li key={place}>{renderSong(title, setlist)}</li>
            ))}
          </ol>
        </section>
      )}
      {hasReminders && canAskForNews && <RemindMe id={show.id} />}
      <footer className="show-links">
        <a className="arrow-link" href={SHOWS_PATH}>
          {words.allShows}
        </a>
        <ShareShow title={`${artist}, ${name ?? venue}`} address={`${origin}${showPath(show.id)}`} />
      </footer>
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="show-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The button that shares a show's address. */
function ShareShow({ title, address }: { title: string; address: string }) {
  const { share, shared } = useShare(title, address);
  return (
    <>
      <button type="button" className="button button-quiet" onClick={share}>
        {words.share}
      </button>
      <span role="status">
        {shared === "copied" && words.copied}
        {shared === "by-hand" && `${words.copyByHand} ${address}`}
      </span>
    </>
  );
}

/** A map by the address, which any map program can find. Source: wiki.openstreetmap.org, "Nominatim", search. */
function mapAddress(show: Show, language: string): string {
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(placeOf(show, language))}`;
}
