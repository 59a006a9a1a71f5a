import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { ContentError } from "../../content/content.ts";
import { openDataFile } from "../../data/data-file.ts";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { aStoredLog } from "../../testing/stored-log.ts";
import { createBuiltinShows } from "./builtin.ts";
import { SHOWS_FILE } from "./placed-shows.ts";

/** A show with all that is required; `fields` are further lines. */
export const aWrittenShow = (...fields: string[]) =>
  [
    "  - id: 2026-kingston",
    "    date: 2026-12-05",
    "    venue: The Tall Ship",
    "    town: Kingston",
    "    region: Ontario",
    "    country: CA",
    ...fields.map((field) => `    ${field}`),
    "",
  ].join("\n");

/** A content folder with a data file, and functions that write its `shows.yaml` and move the clock. */
export function aShowsFolder(...shows: string[]) {
  const contentDir = aTestFolder();
  const dataDir = aTestFolder();
  mkdirSync(contentDir, { recursive: true });
  const { log, said } = aStoredLog();
  let now = Date.parse("2026-11-01T12:00:00Z");
  let edits = 0;
  const write = (...written: string[]) => {
    const path = join(contentDir, SHOWS_FILE);
    writeFileSync(path, `shows:\n${written.join("")}`);
    // Two edits within one tick of the file system's clock must still get different times.
    edits += 1;
    utimesSync(path, new Date(edits * 1_000), new Date(edits * 1_000));
  };
  if (shows.length > 0) write(...shows);
  const data = openDataFile({ dir: dataDir });
  onTestFinished(() => data.close());
  return {
    contentDir,
    data,
    said,
    write,
    setClock: (instant: string) => {
      now = Date.parse(instant);
    },
    open: () =>
      createBuiltinShows({
        contentDir,
        data,
        findPicture: () => undefined,
        currency: () => "CAD",
        clock: () => new Date(now),
        log,
      }),
  };
}

/** The error that prevents the site's start; empty if the site starts with these shows. */
export function findShowsError(...shows: string[]): string {
  try {
    aShowsFolder(...shows).open();
  } catch (error) {
    if (error instanceof ContentError) return error.message;
    throw error;
  }
  return "";
}
