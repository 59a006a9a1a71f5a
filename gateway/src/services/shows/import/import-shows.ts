import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { isMap, isSeq, stringify } from "yaml";
import { ContentError, withContentError } from "../../../content/content.ts";
import { toIssue } from "../../../content/content-file.ts";
import { parseContentYaml, readYamlFile } from "../../../content/yaml-file.ts";
import { writeInPlace } from "../../../data/files.ts";
import { searchableWords } from "../../../lib/searchable.ts";
import { SHOWS_FILE } from "../placed-shows.ts";
import { checkShows, ShowsFileSchema, type WrittenShow } from "../shows-file.ts";
import { readTowns } from "../towns.ts";
import { type FoundShow, readShows } from "./read-shows.ts";

type ImportOptions = {
  contentDir: string;
  /** Path of the other service's file. */
  file: string;
  /** Reports what would happen and writes nothing. */
  isDryRun: boolean;
};

/** Maximum number of rows. Nobody plays more, and the time to find free ids grows with the square of their number. */
const ROWS_MAX = 5_000;

/** What happens to one row: it is added, is on the list already, or is left out for a reason. */
export type ShowResult = { place: string; title: string } & (
  | { result: "added"; id: string }
  | { result: "same"; id: string }
  | { result: "rejected"; reason: string }
);

/**
 * Imports shows into `shows.yaml`. They are added at its end; everything else in the file stays as it is, comments too.
 * A show of the same day at the same venue, or in the same town without another show that day, is on the list already.
 *
 * @throws {ContentError} if a file cannot be used, or `shows.yaml` was edited meanwhile; nothing is changed then
 */
export async function importShows({ contentDir, file, isDryRun }: ImportOptions): Promise<ShowResult[]> {
  const path = join(contentDir, SHOWS_FILE);
  const source = readIfThere(path);
  const known = withContentError(() => readList(source));
  const towns = readTowns();
  const found = await readShows(file, (place) => towns.find(place).timeZone);
  if (found.length > ROWS_MAX) throw new ContentError(`${file} has more than ${ROWS_MAX} shows.`);
  const ids = new Set(known.map(({ id }) => id));
  const onList = new Map(known.map((show) => [keyOf(show), show.id]));
  const entries: object[] = [];

  const results = found.map((show): ShowResult => {
    const about = {
      place: show.place,
      title: [show.date, show.name ?? show.venue, show.town].filter(Boolean).join(", "),
    };
    const before = onList.get(keyOf(show));
    if (before !== undefined) return { ...about, result: "same", id: before };
    const id = createId(show, ids);
    const entry = toEntry(id, show);
    const reason = findReason(entry) ?? findUnknownZone(show, towns);
    if (reason !== undefined) return { ...about, result: "rejected", reason };
    ids.add(id);
    onList.set(keyOf(show), id);
    entries.push(entry);
    return { ...about, result: "added", id };
  });

  if (isDryRun || entries.length === 0) return results;
  const written = append(source, entries);
  // The whole file may have issues that a single show does not have.
  withContentError(() => readList(written));
  if (readIfThere(path) !== source) {
    throw new ContentError(`${SHOWS_FILE} was changed while the import ran, so it was left as it is. Run it again.`);
  }
  writeInPlace(path, written);
  return results;
}

function readList(source: string): readonly WrittenShow[] {
  if (source.trim() === "") return [];
  const file = readYamlFile(SHOWS_FILE, source, ShowsFileSchema);
  file.throwIssues(checkShows(file.value.shows));
  return file.value.shows;
}

/** Shows with the same key are the same show, whatever else their entries say. */
function keyOf({ date, venue }: { date: string; venue: string }): string {
  return `${date} ${searchableWords(venue).join(" ")}`;
}

/** "2027-kingston", or with the month and day where the town has several shows in the year. */
function createId({ date, town }: FoundShow, taken: ReadonlySet<string>): string {
  const place =
    searchableWords(town)
      .join("-")
      .replace(/[^a-z0-9-]/g, "") || "show";
  const candidates = [`${date.slice(0, 4)}-${place}`, `${date}-${place}`];
  const free = candidates.find((id) => !taken.has(id));
  if (free !== undefined) return free;
  for (let count = 2; ; count += 1) if (!taken.has(`${date}-${place}-${count}`)) return `${date}-${place}-${count}`;
}

/** The entry of a show in the order of the file's own explanation. */
function toEntry(id: string, show: FoundShow): object {
  const { place: _, ticketUrl, isCancelled, lineup, note, announce, ...fields } = show;
  const { date, starts, ends, timeZone, venue, address, town, region, country, name } = fields;
  const entry = {
    id,
    date,
    starts,
    ends,
    timeZone,
    venue,
    address,
    town,
    region,
    country,
    name,
    lineup: lineup.length > 0 ? lineup : undefined,
    tickets: ticketUrl === undefined ? undefined : { url: ticketUrl },
    status: isCancelled ? "cancelled" : undefined,
    announce,
    note,
  };
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
}

function findReason(entry: object): string | undefined {
  const result = v.safeParse(ShowsFileSchema, { shows: [entry] });
  const [issue] = result.success ? checkShows(result.output.shows) : result.issues.map(toIssue);
  if (!issue) return undefined;
  const key = issue.path.findLast((name) => typeof name === "string" && name !== "shows");
  return key === undefined ? issue.message : `${key} ${issue.message}`;
}

function findUnknownZone({ timeZone, town, region, country }: FoundShow, towns: ReturnType<typeof readTowns>) {
  if (timeZone !== undefined || towns.find({ town, region, country }).timeZone !== undefined) return undefined;
  return `the time zone of ${town} is not known; give the region too`;
}

/** Adds entries to the list at the place where it ends. */
function append(source: string, entries: readonly object[]): string {
  const text = stringify(entries, { lineWidth: 0, defaultStringType: "PLAIN" });
  const indented = indent(text, "  ");
  const document = parseContentYaml(source);
  const list = isMap(document.contents) ? document.contents.get("shows", true) : undefined;
  if (isSeq(list) && list.range && list.items.length > 0 && !list.flow) {
    const column = source.slice(0, list.range[0]).length - source.lastIndexOf("\n", list.range[0] - 1) - 1;
    const end = list.range[1];
    const own = indent(text, " ".repeat(column));
    const before = source.slice(0, end).replace(/\n*$/, "\n");
    return `${before}\n${own}${source.slice(end).replace(/^\n*(?=.)/s, "\n")}`;
  }
  // An empty list, `shows: []` or `shows:`, gets its first entries.
  const line = /^shows:[^\S\n]*(\[\s*\]|null|~)?[^\S\n]*$/m;
  if (line.test(source)) return source.replace(line, () => `shows:\n${indented.trimEnd()}`);
  return `${source}${source === "" || source.endsWith("\n") ? "" : "\n"}shows:\n${indented}`;
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** Indents lines as YAML knows them: for JavaScript, U+2028 ends a line too. */
function indent(text: string, blanks: string): string {
  return text.replaceAll(/(?<![^\n])(?=[^\n])/g, () => blanks);
}
