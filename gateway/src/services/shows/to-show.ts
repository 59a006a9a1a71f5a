import type { Picture } from "@porchlight/protocol/content.ts";
import type { Show, Tickets } from "@porchlight/protocol/shows.ts";
import { startOfDay, toZonedInstant } from "../../lib/time-zone.ts";
import type { WrittenShow } from "./shows-file.ts";
import type { Town } from "./towns.ts";

/** Times before this are in the night after a show's day, if something else of the show is in the evening. */
const MORNING = "06:00";
const EVENING = "18:00";

/** What a show's entry in the file does not say itself. */
type ShowContext = {
  town: Town & { timeZone: string };
  /** Currency of tickets without one. */
  currency: string | undefined;
  findPicture: (name: string, alt: string) => Picture | undefined;
  version: Pick<Show, "sequence" | "changedAt">;
  /** Milliseconds since 1970. */
  now: number;
};

/** Makes a show from its entry in the file: times of the venue's clock become instants. */
export function toShow(written: WrittenShow, { town, currency, findPicture, version, now }: ShowContext): Show {
  const { timeZone, position } = town;
  const { date, venue, address, region, country, name, lineup, status, movedFrom, age, access, note, setlist } =
    written;
  const times = toTimes(written, timeZone);
  const tickets = written.tickets && toTickets(written.tickets, { timeZone, currency, now });
  const picture = written.picture && findPicture(written.picture.name, written.picture.alt);
  const dayEnds = startOfDay(dayAfter(date), timeZone);
  return {
    id: written.id,
    status,
    date,
    ...times,
    overAt: times.ends && Date.parse(times.ends) > Date.parse(dayEnds) ? times.ends : dayEnds,
    timeZone,
    venue,
    town: written.town,
    country,
    lineup,
    isSoldOut: written.soldOut,
    setlist,
    ...version,
    ...(address !== undefined && { address }),
    ...(region !== undefined && { region }),
    ...(position && { position }),
    ...(name !== undefined && { name }),
    ...(tickets && { tickets }),
    ...(movedFrom !== undefined && { movedFrom }),
    ...(picture && { picture }),
    ...(age !== undefined && { age }),
    ...(access !== undefined && { access }),
    ...(note !== undefined && { note }),
  };
}

/** The instant at which a show is announced, in milliseconds since 1970; undefined for one that is announced already. */
export function announcedAt({ announce }: WrittenShow, timeZone: string): number | undefined {
  return announce && Date.parse(toZonedInstant(announce, timeZone));
}

function toTimes(
  { date, doors, starts, ends }: WrittenShow,
  timeZone: string,
): { doors?: string; starts?: string; ends?: string } {
  const next = dayAfter(date);
  // Doors at 23:30 and music at 00:30 are one night.
  const startDay = doors !== undefined && starts !== undefined && doors >= EVENING && starts < MORNING ? next : date;
  const begins = starts ?? doors;
  const endDay = begins !== undefined && ends !== undefined && ends <= begins ? dayAfter(startDay) : startDay;
  return {
    ...(doors !== undefined && { doors: toZonedInstant({ day: date, time: doors }, timeZone) }),
    ...(starts !== undefined && { starts: toZonedInstant({ day: startDay, time: starts }, timeZone) }),
    ...(ends !== undefined && { ends: toZonedInstant({ day: endDay, time: ends }, timeZone) }),
  };
}

function toTickets(
  { url, from, price, currency, free }: NonNullable<WrittenShow["tickets"]>,
  context: { timeZone: string; currency: string | undefined; now: number },
): Tickets {
  const priceCurrency = currency ?? context.currency;
  const begins = from && toZonedInstant(from, context.timeZone);
  return {
    isFree: free,
    ...(url !== undefined && { url }),
    ...(begins && { from: begins }),
    ...(begins && Date.parse(begins) > context.now && { isLater: true as const }),
    ...(price !== undefined && priceCurrency !== undefined && { price, currency: priceCurrency }),
  };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
}
