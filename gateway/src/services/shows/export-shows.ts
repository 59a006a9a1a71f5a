import { showTitle } from "@porchlight/protocol/show-words.ts";
import type { Show } from "@porchlight/protocol/shows.ts";
import { stringify } from "csv-stringify/sync";
import { harmlessCell } from "../../lib/formulas.ts";
import { countryName } from "../shared/addresses/countries.ts";
import { findProvince } from "../shared/addresses/provinces.ts";

/** Maximum number of rows in a file that Bandsintown accepts. Source: manager.bandsintown.com, "Bulk upload". */
const BANDSINTOWN_ROWS = 50;

/** A service that imports shows as CSV. */
type ShowsFormat = "bandsintown" | "songkick";
export const SHOWS_FORMATS: readonly ShowsFormat[] = ["bandsintown", "songkick"];

/** A cell by its column, in the order of the service's template. */
type Row = Readonly<Record<string, string>>;

/**
 * Writes the upcoming shows for another service, without cancelled and postponed ones. Sources:
 * artists.bandsintown.com/event-upload; support.songkick.com, "Bulk Upload Tool Instructions".
 *
 * @returns the texts of the files, of at most 50 rows each for Bandsintown
 */
export function exportShows(shows: readonly Show[], format: ShowsFormat, artistName: string): string[] {
  const planned = shows.filter(({ status }) => status !== "cancelled" && status !== "postponed");
  const rows = planned.map((show) =>
    format === "bandsintown" ? toBandsintown(show, artistName) : toSongkick(show, artistName),
  );
  const size = format === "bandsintown" ? BANDSINTOWN_ROWS : Math.max(rows.length, 1);
  const files: string[] = [];
  for (let from = 0; from < rows.length; from += size) files.push(toCsv(rows.slice(from, from + size)));
  return files;
}

function toBandsintown(show: Show, artistName: string): Row {
  const { date, starts, doors, venue, country, region, town, address, name, note, tickets } = show;
  return {
    Date: date,
    Time: (starts ?? doors ?? "").slice(11, 16),
    Venue: venue,
    Country: countryName(country),
    Region: findProvince(country, region ?? "")?.code ?? region ?? "",
    City: town,
    "Postal Code": "",
    Address: address ?? "",
    "Event Name": name ?? showTitle(show, artistName),
    Description: note ?? "",
    Lineup: othersIn(show, artistName),
    "Ticket Link": tickets?.url ?? "",
  };
}

function toSongkick(show: Show, artistName: string): Row {
  const { date, venue, town, country, tickets } = show;
  return {
    DATE: date,
    VENUE: venue,
    CITY: town,
    COUNTRY: countryName(country),
    LINEUP: othersIn(show, artistName),
    "TICKET LINK": tickets?.url ?? "",
    "PUBLISH DATE": "",
    "PUBLISH TIME": "",
    "PUBLISH TIMEZONE": "",
  };
}

/** The other acts: these services know the artist already. */
function othersIn({ lineup }: Show, artistName: string): string {
  return lineup.filter((act) => act !== artistName).join(", ");
}

function toCsv(rows: readonly Row[]): string {
  // Shows may come from a file of somebody else, and a spreadsheet may open this one.
  const cast = { string: harmlessCell };
  return stringify([...rows], { header: true, record_delimiter: "\r\n", cast });
}
