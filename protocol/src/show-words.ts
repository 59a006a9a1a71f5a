/** How a show is put into words: on pages, in calendars and in the feed alike. */
import { formatDate, formatInstant } from "./format-date.ts";
import { cachePerKey } from "./language.ts";
import type { Show, Tickets } from "./shows.ts";

/** The states of a show in words, the most important first. The first is the show's badge. */
export function statesOf(show: Show, language: string, isPast = false): string[] {
  const { status, movedFrom, isSoldOut } = show;
  return [
    ...(status === "cancelled" ? ["Cancelled"] : []),
    ...(status === "postponed" ? ["Postponed, new date to follow"] : []),
    ...(status === "rescheduled" ? [`Rescheduled from ${formatDate(movedFrom ?? "", language)}`] : []),
    ...(status === "moved" ? [`Moved from ${movedFrom ?? ""}`] : []),
    ...(isSoldOut && status !== "cancelled" ? ["Sold out"] : []),
    ...(isPast && status !== "cancelled" ? ["Past"] : []),
  ];
}

/** "The Tall Ship, 12 Water Street, Kingston, Ontario, Canada", as far as it is known. */
export function placeOf({ venue, address, town, region, country }: Show, language: string): string {
  return [venue, address, town, region, countryOf(country, language)].filter(Boolean).join(", ");
}

/** "Kingston, Ontario", or abroad "Utrecht, Netherlands". */
export function townOf({ town, region, country }: Show, language: string): string {
  return `${town}, ${region ?? countryOf(country, language)}`;
}

/** "Harbour Nights at The Tall Ship, Kingston", or with the artist's name where the evening has none. */
export function showTitle({ name, venue, town }: Show, artistName: string): string {
  return `${name ?? artistName} at ${venue}, ${town}`;
}

/** The time on the venue's clock: "8:00 p.m.". @param instant ISO 8601 */
export function timeOf(instant: string, timeZone: string, language: string): string {
  return formatInstant(instant, language, { timeStyle: "short", timeZone });
}

/** The weekday of a show, "Saturday". */
export function weekdayOf({ date }: Pick<Show, "date">, language: string): string {
  return formatInstant(`${date}T12:00:00Z`, language, { weekday: "long", timeZone: "UTC" });
}

/** "Doors 7:00 p.m. · Music 8:00 p.m."; empty while no time is known. */
export function timesOf(show: Show, language: string): string {
  return listTimes(show, language).join(" · ");
}

/** "Doors 7:00 p.m.", "Music 8:00 p.m.": the known times, none of which should break at the end of a line. */
export function listTimes({ doors, starts, ends, timeZone }: Show, language: string): string[] {
  const time = (instant: string) => timeOf(instant, timeZone, language);
  return [
    ...(doors === undefined ? [] : [`Doors ${time(doors)}`]),
    ...(starts === undefined ? [] : [`Music ${time(starts)}`]),
    ...(ends === undefined ? [] : [`Ends ${time(ends)}`]),
  ];
}

/** Words of the link to where tickets are sold. */
export const ticketsLink = "Tickets";
export const freeEntry = "Free entry";
/** "From $18.00" */
export const ticketsFrom = (price: string) => `From ${price}`;
/** "On sale from October 1, 2026" */
export const onSaleFrom = (date: string) => `On sale from ${date}`;

/** Whether anything is said about tickets of a show that is not over. */
export function hasTickets(show: Show): show is Show & { tickets: Tickets } {
  return show.tickets !== undefined && !show.isSoldOut && show.status !== "cancelled";
}

/** A show in lines of plain text, for calendars and the feed. */
export function describeShow(show: Show, language: string): string[] {
  const { lineup, age, access, note, tickets } = show;
  return [
    ...statesOf(show, language),
    timesOf(show, language),
    lineup.join(", "),
    ...(tickets?.isFree ? [freeEntry] : []),
    ...(hasTickets(show) && show.tickets.url !== undefined ? [`Tickets: ${show.tickets.url}`] : []),
    age ?? "",
    access ?? "",
    note ?? "",
  ].filter((line) => line !== "");
}

function countryOf(code: string, language: string): string {
  return findNames(language).of(code) ?? code;
}

const findNames = cachePerKey((language: string) => new Intl.DisplayNames(language, { type: "region" }));
