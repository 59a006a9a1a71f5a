import { formatDate, formatInstant } from "@porchlight/protocol/format-date.ts";
import { formatPrice } from "@porchlight/protocol/format-price.ts";
import {
  freeEntry,
  hasTickets,
  listTimes,
  onSaleFrom,
  statesOf,
  ticketsFrom,
  ticketsLink,
} from "@porchlight/protocol/show-words.ts";
import type { Show } from "@porchlight/protocol/shows.ts";
import { Fragment } from "react";
import { newTab } from "../../ui/words.ts";

type FactProps = { show: Show; language: string };

/** The day as on a poster: "5", "Dec 2026", "Saturday". */
export function ShowDay({ show: { date }, language }: FactProps) {
  const part = (options: Intl.DateTimeFormatOptions) =>
    formatInstant(`${date}T12:00:00Z`, language, { ...options, timeZone: "UTC" });
  return (
    <time className="show-day" dateTime={date}>
      <span className="show-day-number">{part({ day: "numeric" })}</span>
      <span className="show-day-month">{part({ month: "short", year: "numeric" })}</span>
      <span className="show-day-week">{part({ weekday: "long" })}</span>
    </time>
  );
}

/** The times of a show. A line ends between two of them. */
export function ShowTimes({ show, language }: FactProps) {
  const times = listTimes(show, language);
  if (times.length === 0) return null;
  return (
    <p className="show-times">
      {times.map((time, place) => (
        <Fragment key={time}>
          {place > 0 && " · "}
          <span>{time}</span>
        </Fragment>
      ))}
    </p>
  );
}

/** What differs from a confirmed show, in words: "Sold out", "Cancelled". */
export function ShowStates({ show, language }: FactProps) {
  const states = statesOf(show, language);
  if (states.length === 0) return null;
  return (
    <p className="show-states">
      {states.map((state) => (
        <span key={state} className="show-state" data-status={show.status}>
          {state}
        </span>
      ))}
    </p>
  );
}

/** The link to tickets and their price, or when the sale begins. Only for a show that is not over. */
export function ShowTickets({ show, language }: FactProps) {
  if (!hasTickets(show)) return null;
  const { venue, town } = show;
  const { url, from, price, currency, isFree, isLater } = show.tickets;
  return (
    <div className="show-tickets">
      {url !== undefined && !isLater && (
        <a className="button" href={url} target="_blank" rel="noopener">
          {ticketsLink}
          <span className="visually-hidden">{` ${venue}, ${town}${newTab}`}</span>
        </a>
      )}
      {isFree && <p className="show-price">{freeEntry}</p>}
      {isLater && from !== undefined && (
        <p className="show-sale">{onSaleFrom(formatDate(from.slice(0, 10), language))}</p>
      )}
      {price !== undefined && currency !== undefined && (
        <p className="show-price">{ticketsFrom(formatPrice({ amount: price, currencyCode: currency }, language))}</p>
      )}
    </div>
  );
}
