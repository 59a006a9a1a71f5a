/** The artist's shows, on the gateway and in the browser. */
import type { Picture } from "./content.ts";

/** The state of a show. "moved" is another venue, "rescheduled" another date, "postponed" no date yet. */
export const SHOW_STATUSES = ["confirmed", "postponed", "rescheduled", "moved", "cancelled"] as const;
export type ShowStatus = (typeof SHOW_STATUSES)[number];

/** Tickets of a show. */
export type Tickets = {
  /** Where they are sold. */
  url?: string;
  /** When the sale begins or began, ISO 8601. */
  from?: string;
  /** Whether the sale has not begun. */
  isLater?: true;
  /** The lowest price, as a decimal in `currency` (ISO 4217). */
  price?: string;
  currency?: string;
  isFree: boolean;
};

/** A show. Times are ISO 8601 with the offset of the venue's clocks. */
export type Show = {
  /** The last part of its address, `/shows/{id}`. Never changes. */
  id: string;
  status: ShowStatus;
  /** The day at the venue, `YYYY-MM-DD`. */
  date: string;
  doors?: string;
  starts?: string;
  ends?: string;
  /** When the show is over: after its end, or after its day. ISO 8601. */
  overAt: string;
  /** IANA time zone of the venue. */
  timeZone: string;
  venue: string;
  address?: string;
  town: string;
  /** State or province. */
  region?: string;
  /** ISO 3166-1, "CA". */
  country: string;
  /** Degrees of the town; absent for a town that is not on the list of towns. */
  position?: { latitude: number; longitude: number };
  /** Name of the evening or the festival. */
  name?: string;
  /** Everyone who plays, in the order of the poster. */
  lineup: readonly string[];
  tickets?: Tickets;
  isSoldOut: boolean;
  /** The date before a rescheduling, or the venue before a move. */
  movedFrom?: string;
  picture?: Picture;
  age?: string;
  access?: string;
  note?: string;
  /** Titles of the songs that were played. */
  setlist: readonly string[];
  /** How often the show has changed. Calendars replace an entry by one with a higher number (RFC 5545, SEQUENCE). */
  sequence: number;
  /** When it last changed, ISO 8601. */
  changedAt: string;
};

/** Path of the list of shows. */
export const SHOWS_PATH = "/shows";

/** Path of a show's own page. */
export function showPath(id: string): string {
  return `${SHOWS_PATH}/${encodeURIComponent(id)}`;
}

/** Whether a show is over at an instant, in milliseconds since 1970. */
export function isOver({ overAt }: Pick<Show, "overAt">, now: number): boolean {
  return Date.parse(overAt) <= now;
}

/** Shows that are not over, the next first; and those that are, the last first. */
export function splitShows<One extends Pick<Show, "overAt" | "date" | "starts">>(
  shows: readonly One[],
  now: number,
): { ahead: One[]; past: One[] } {
  const sorted = shows.toSorted((a, b) => Date.parse(a.overAt) - Date.parse(b.overAt));
  const ahead = sorted.filter((show) => !isOver(show, now));
  return { ahead, past: sorted.filter((show) => isOver(show, now)).toReversed() };
}
