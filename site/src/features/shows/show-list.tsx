import { formatInstant } from "@porchlight/protocol/format-date.ts";
import { townOf } from "@porchlight/protocol/show-words.ts";
import { type Show, showPath } from "@porchlight/protocol/shows.ts";
import { ShowDay, ShowStates, ShowTickets, ShowTimes } from "./show-facts.tsx";
import * as words from "./words.ts";

type ListProps = { shows: readonly Show[]; language: string };

/** The shows ahead, like the dates on a tour poster. */
export function ShowsAhead({ shows, language }: ListProps) {
  return (
    <ol className="show-board">
      {shows.map((show) => (
        <li key={show.id} className="show-row" data-status={show.status}>
          <ShowDay show={show} language={language} />
          <div className="show-place">
            <ShowStates show={show} language={language} />
            <h3 className="show-venue">
              <a href={showPath(show.id)}>{show.name ?? show.venue}</a>
            </h3>
            <p className="show-town">
              {show.name === undefined ? townOf(show, language) : `${show.venue}, ${townOf(show, language)}`}
            </p>
            <ShowTimes show={show} language={language} />
          </div>
          <ShowTickets show={show} language={language} />
        </li>
      ))}
    </ol>
  );
}

/** The shows that are over, by year. */
export function PastShows({ shows, language }: ListProps) {
  return byYear(shows).map(([year, ofYear]) => (
    <section key={year} className="show-year" aria-labelledby={`year-${year}`}>
      <h3 id={`year-${year}`}>{year}</h3>
      <ol className="show-log">
        {ofYear.map((show) => (
          <li key={show.id}>
            <PastDay show={show} language={language} />
            <a href={showPath(show.id)}>{show.name ?? show.venue}</a>
            <span className="show-town">{townOf(show, language)}</span>
            {show.setlist.length > 0 && <span className="show-has-setlist">{words.setlist}</span>}
            <ShowStates show={show} language={language} />
          </li>
        ))}
      </ol>
    </section>
  ));
}

/** Groups shows, the last first, by year. */
function byYear(shows: readonly Show[]): [year: string, shows: Show[]][] {
  const years = new Map<string, Show[]>();
  for (const show of shows) {
    const year = show.date.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), show]);
  }
  return [...years];
}

function PastDay({ show: { date }, language }: { show: Show; language: string }) {
  const text = formatInstant(`${date}T12:00:00Z`, language, { month: "short", day: "numeric", timeZone: "UTC" });
  return <time dateTime={date}>{text}</time>;
}
