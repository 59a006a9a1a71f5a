import type { Issue } from "../../content/content-file.ts";
import { describeMissing, findMissing, type MissingPictures } from "../../content/missing-pictures.ts";
import { readYamlFile } from "../../content/yaml-file.ts";
import { readText } from "../../lib/read-text.ts";
import { checkShows, ShowsFileSchema, type WrittenShow } from "./shows-file.ts";
import { announcedAt } from "./to-show.ts";
import { readTowns, type Town } from "./towns.ts";

/** The shows of the file, and a search for the pictures that they name but that do not exist. */
export type PlacedShows = { shows: PlacedShow[]; findMissingPictures: () => MissingPictures | undefined };

/** The file's path as the owner knows it. */
export const SHOWS_FILE = "shows.yaml";

/** A show of the file, where it is, and when it is announced, in milliseconds since 1970. */
type PlacedShow = { written: WrittenShow; town: Town & { timeZone: string }; announced: number | undefined };

/**
 * Reads the shows of the owner's file and finds their time zones.
 *
 * @returns undefined without the file
 * @throws {Error} with a message that names the file, the lines and the issues
 */
export function readPlacedShows(contentDir: string): PlacedShows | undefined {
  const source = readText(contentDir, SHOWS_FILE);
  return source === undefined ? undefined : placeShows(source, contentDir);
}

/** Parses the text of the shows, as {@link readPlacedShows} does. */
export function placeShows(source: string, contentDir: string): PlacedShows {
  const file = readYamlFile(SHOWS_FILE, source, ShowsFileSchema);
  const { shows } = file.value;
  file.throwIssues(checkShows(shows));
  const found = findTowns(shows);
  file.throwIssues(
    found.flatMap(({ written, town }, at) =>
      (written.timeZone ?? town.timeZone) ? [] : askForZone(written.town, town, at),
    ),
  );
  const placed = found.map(({ written, town }) => {
    // A show without a zone was rejected above.
    const timeZone = written.timeZone ?? town.timeZone ?? "UTC";
    return { written, town: { ...town, timeZone }, announced: announcedAt(written, timeZone) };
  });
  const named = shows.flatMap(({ picture }, at) =>
    picture ? { name: picture.name, path: ["shows", at, "picture", "name"] } : [],
  );
  // Pictures may be added after the file was read.
  const findMissingPictures = () => describeMissing(findMissing(contentDir, named), file.formatIssues);
  return { shows: placed, findMissingPictures };
}

/** A separate function, because the search for missing pictures would otherwise hold the list of towns in memory. */
function findTowns(shows: readonly WrittenShow[]): { written: WrittenShow; town: Town }[] {
  const towns = shows.length > 0 ? readTowns() : undefined;
  return shows.map((written) => ({ written, town: towns?.find(written) ?? {} }));
}

function askForZone(town: string, { likelyZone = "Europe/London" }: Town, at: number): Issue {
  const message = `the time zone of ${town} is not known; add the region, or a line such as timeZone: ${likelyZone}`;
  return { path: ["shows", at, "town"], message };
}
