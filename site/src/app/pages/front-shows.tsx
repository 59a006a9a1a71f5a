import type { FrontShow } from "@porchlight/protocol/content.ts";
import { SHOWS_PATH, showPath } from "@porchlight/protocol/shows.ts";
import * as words from "./words.ts";

/** The next shows. */
export function FrontShows({ shows }: { shows: readonly FrontShow[] }) {
  return (
    <section className="front front-shows" aria-labelledby="front-shows">
      <div className="front-words">
        <h2 id="front-shows">{words.nextShows}</h2>
        <ol>
          {shows.map(({ id, date, day, title, place, state }) => (
            <li key={id}>
              <time dateTime={date}>{day}</time>
              <h3>
                <a href={showPath(id)}>{title}</a>
              </h3>
              <p>
                {state && <strong>{state}. </strong>}
                {place}
              </p>
            </li>
          ))}
        </ol>
        <a className="arrow-link" href={SHOWS_PATH}>
          {words.allShows}
        </a>
      </div>
    </section>
  );
}
