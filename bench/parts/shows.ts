import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUDGETS } from "@porchlight/fixtures/budgets.ts";
import { manyShows } from "@porchlight/fixtures/many-shows.ts";
import type { Line } from "../figures.ts";
import { copyDemo } from "../support/catalogue.ts";
import { startGateway } from "../support/gateway.ts";
import { fetchPacked, fetchSettled } from "../support/http.ts";
import { millisecondsOf } from "../support/processes.ts";

const SHOWS = 2_000;
const ROUNDS = 7;
const MEMORY_REQUESTS = 50;

/** Measures the list of 2,000 shows: its first page, an edit, and the calendar of all. */
export async function measureShows(say: (sentence: string) => void): Promise<Line[]> {
  say(`${SHOWS.toLocaleString("en")} shows`);
  const contentDir = copyDemo(`content-${SHOWS}-shows`);
  const file = join(contentDir, "shows.yaml");
  writeFileSync(file, manyShows(SHOWS, new Date().toISOString().slice(0, 10)));
  await using gateway = await startGateway({ settings: { CONTENT_DIR: contentDir }, firstPath: "/shows" });
  const fetchTime = (path: string) => millisecondsOf(() => fetchPacked(gateway.port, path));

  const page = await fetchSettled(gateway.port, "/shows");
  const calendar = await fetchSettled(gateway.port, "/shows.ics");
  const drawn: number[] = [];
  const afterEdit: number[] = [];
  const calendarsMade: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // An edit of the story renders every page again, but does not read the shows again.
    appendFileSync(join(contentDir, "about.md"), `\nRound ${round}.\n`);
    drawn.push(await fetchTime("/shows"));
    appendFileSync(file, `# ${round}\n`);
    afterEdit.push(await fetchTime("/shows"));
    calendarsMade.push(await fetchTime("/shows.ics"));
  }
  const fromMemory: number[] = [];
  for (let request = 0; request < MEMORY_REQUESTS; request += 1) fromMemory.push(await fetchTime("/shows.ics"));
  const of = `${SHOWS.toLocaleString("en")} shows`;
  return [
    {
      what: `First page of ${of}, Brotli`,
      rounds: [page.body.length / 1000],
      unit: "kB",
      aim: { atMost: BUDGETS.html / 1000 },
    },
    {
      what: `First page of ${of}, rendered`,
      rounds: drawn,
      unit: "ms",
      aim: { atMost: 50 },
      note: "after an edit of the story",
    },
    { what: `First page of ${of}, after an edit of shows.yaml`, rounds: afterEdit, unit: "ms" },
    { what: `Calendar of ${of}, Brotli`, rounds: [calendar.body.length / 1000], unit: "kB" },
    { what: `Calendar of ${of}, generated`, rounds: calendarsMade, unit: "ms" },
    { what: `Calendar of ${of}, from memory`, rounds: fromMemory, unit: "ms", aim: { atMost: 5 } },
  ];
}
