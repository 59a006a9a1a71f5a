import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Picture } from "@porchlight/protocol/content.ts";
import { isOver, type Show } from "@porchlight/protocol/shows.ts";
import { ContentError, withContentError } from "../../content/content.ts";
import { createEditProblem } from "../../content/edit-problem.ts";
import { fileStamp } from "../../content/file-stamp.ts";
import type { DataFile } from "../../data/data-file.ts";
import type { Logger } from "../../lib/log.ts";
import type { ShowsService } from "./contract.ts";
import { type PlacedShows, readPlacedShows, SHOWS_FILE } from "./placed-shows.ts";
import type { WrittenShow } from "./shows-file.ts";
import { toShow } from "./to-show.ts";

type BuiltinShowsOptions = {
  contentDir: string;
  data: Pick<DataFile, "read" | "write">;
  /** Finds a prepared picture. Its version changes with the file. */
  findPicture: (name: string, alt: string) => Picture | undefined;
  /** The shop's currency, for tickets without one; undefined while the shop has none. */
  currency: () => string | undefined;
  clock: () => Date;
  log: Logger;
};

/** A row of the table `shows`. */
type Version = { digest: string; sequence: number; changed_at: string };

const NO_SHOWS: PlacedShows = { shows: [], findMissingPictures: () => undefined };

/**
 * Shows from the owner's `content/shows.yaml`. Without the file there are none. If an edit breaks or deletes the file,
 * the last good list stays, and the problem is logged once the edit has settled.
 *
 * @throws {ContentError} if the file cannot be used at the start; it names the file, the line and the issue
 */
export function createBuiltinShows(options: BuiltinShowsOptions): ShowsService {
  const { contentDir, data, findPicture, currency, clock, log } = options;
  const path = join(contentDir, SHOWS_FILE);
  const problem = createEditProblem({
    paths: [path],
    clock,
    report: (reason) => log.error({ reason }, "an edit of the shows cannot be used; the last good one stays"),
  });
  const versions = readVersions(data);
  let stamp = fileStamp(path);
  let { shows: placed, findMissingPictures } = withContentError(() => readPlacedShows(contentDir) ?? NO_SHOWS);
  warnAboutPictures();
  let shown: { list: readonly Show[]; seen: string; until: number } | undefined;

  function checkFile(): void {
    const next = fileStamp(path);
    if (next === stamp) {
      problem.check();
      return;
    }
    stamp = next;
    try {
      ({ shows: placed, findMissingPictures } = withContentError(readAgain));
      warnAboutPictures();
      shown = undefined;
      problem.clear();
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      problem.set(error.message);
    }
  }

  function readAgain(): PlacedShows {
    const latest = readPlacedShows(contentDir);
    if (latest) return latest;
    if (placed.length > 0) throw new Error(`${SHOWS_FILE} is gone; put it back, or write \`shows: []\` into it`);
    return NO_SHOWS;
  }

  function warnAboutPictures(): void {
    const missing = findMissingPictures();
    if (missing) log.warn({ reason: missing.message }, "pictures of the shows are left out");
  }

  /** The shows that visitors may see now, with the version of each. Counts the changes since the last time. */
  function makeList(now: number): { list: Show[]; until: number } {
    const changed = new Map<string, Version>();
    const list = placed
      .filter(({ announced = 0 }) => announced <= now)
      .map(({ written, town }) => {
        const digest = digestOf(written);
        const before = versions.get(written.id);
        const version =
          before?.digest === digest
            ? before
            : { digest, sequence: before ? before.sequence + 1 : 0, changed_at: new Date(now).toISOString() };
        if (version !== before) changed.set(written.id, version);
        return toShow(written, {
          town,
          currency: currency(),
          findPicture,
          version: { sequence: version.sequence, changedAt: version.changed_at },
          now,
        });
      });
    if (changed.size > 0) storeVersions(changed);
    const announcements = placed.flatMap(({ announced = 0 }) => (announced > now ? announced : []));
    const ends = list.flatMap((show) => (isOver(show, now) ? [] : Date.parse(show.overAt)));
    const sales = list.flatMap(({ tickets }) => (tickets?.isLater && tickets.from ? Date.parse(tickets.from) : []));
    return { list, until: Math.min(Number.POSITIVE_INFINITY, ...announcements, ...ends, ...sales) };
  }

  function storeVersions(changed: ReadonlyMap<string, Version>): void {
    for (const [id, version] of changed) versions.set(id, version);
    data
      .write((writer) => {
        for (const [id, { digest, sequence, changed_at }] of changed) {
          writer.run(
            "INSERT INTO shows (id, digest, sequence, changed_at) VALUES (?, ?, ?, ?) " +
              "ON CONFLICT (id) DO UPDATE SET digest = excluded.digest, sequence = excluded.sequence, changed_at = excluded.changed_at",
            id,
            digest,
            sequence,
            changed_at,
          );
        }
      })
      // The next start counts the same change again.
      .catch((error: unknown) => log.error({ err: error }, "the versions of the shows could not be stored"));
  }

  return {
    list() {
      checkFile();
      const now = clock().getTime();
      // Pictures and the currency come from other files.
      const seen = [
        currency(),
        ...placed.map(({ written: { picture } }) => picture && findPicture(picture.name, "")?.version),
      ].join();
      if (shown && shown.seen === seen && now < shown.until) return shown.list;
      shown = { ...makeList(now), seen };
      return shown.list;
    },
    problem: problem.reported,
    missingPictures: () => findMissingPictures()?.message,
  };
}

function readVersions(data: Pick<DataFile, "read">): Map<string, Version> {
  const rows = data.read.all("SELECT id, digest, sequence, changed_at FROM shows") as (Version & { id: string })[];
  return new Map(rows.map(({ id, ...version }) => [id, version]));
}

/** Distinguishes versions of a show. What is not shown, such as the minute of the announcement, does not count. */
function digestOf({ announce: _, ...visible }: WrittenShow): string {
  return createHash("sha256").update(JSON.stringify(visible)).digest("base64url");
}
