import { writeFileSync } from "node:fs";
import { isOver } from "@porchlight/protocol/shows.ts";
import { createArtistReader, withContentError } from "../content/content.ts";
import { counted } from "../lib/counted.ts";
import { exportShows, SHOWS_FORMATS } from "../services/shows/export-shows.ts";
import { readPlacedShows } from "../services/shows/placed-shows.ts";
import { toShow } from "../services/shows/to-show.ts";
import { runCommand } from "./command.ts";
import { readArguments, rejectArguments } from "./read-arguments.ts";

const HELP = `npm run export-shows -- bandsintown|songkick

  Writes the announced shows that are still to come as CSV for Bandsintown or Songkick, into the folder in which you
  are. Bandsintown takes 50 shows at a time, so more become several files. Calendars read /shows.ics of your site.`;

/** `npm run export-shows -- FORMAT`: writes the owner's list for another service. */
const parsed = readArguments(process.argv.slice(2), { help: HELP, options: {}, file: "required" });
const format = SHOWS_FORMATS.find((known) => known === parsed?.file);
if (parsed && !format)
  rejectArguments(`${parsed.file} is no format; use one of: ${SHOWS_FORMATS.join(", ")}.`, { help: HELP });
if (format) {
  await runCommand((_, { contentDir }) => {
    const now = Date.now();
    const artistName = createArtistReader(contentDir)().name;
    const placed = withContentError(() => readPlacedShows(contentDir));
    const shows = (placed?.shows ?? [])
      .filter(({ announced = 0 }) => announced <= now)
      .map(({ written, town }) => {
        const version = { sequence: 0, changedAt: "" };
        return toShow(written, { town, currency: undefined, findPicture: () => undefined, version, now });
      })
      .filter((show) => !isOver(show, now));
    const files = exportShows(shows, format, artistName);
    for (const [at, text] of files.entries()) {
      const name = files.length === 1 ? `shows-${format}.csv` : `shows-${format}-${at + 1}.csv`;
      writeFileSync(name, text);
      console.log(`${name} is written.`);
    }
    if (files.length === 0) console.log(`No file was written: ${counted(0, "show")} to come.`);
  }, "contentDir");
}
