import type { AnalyticsEvent, VisitReport } from "@porchlight/protocol/analytics.ts";
import type { DataFile, DataLog } from "../../data/data-file.ts";
import { expiryTime } from "../../data/reached-time.ts";
import type { Reader, Writer } from "../../data/statements.ts";
import { type Every, repeat } from "../../lib/repeat.ts";
import type { AnalyticsService } from "./contract.ts";
import { countedName } from "./counted-name.ts";

export type BuiltinAnalyticsOptions = {
  data: Pick<DataFile, "read" | "write">;
  /** The albums that the carousel may show now. */
  albums: () => readonly { name: string }[];
  clock: () => Date;
  log: Pick<DataLog, "error">;
  every?: Every;
};

/** How often counts are stored, in milliseconds. If the process is killed, at most these counts are lost. */
const STORE_EVERY_MS = 5_000;
/** Maximum number of counts in memory while the disk is full. A day has about one count for each album. */
const WAITING_MAX = 2_000;
/** How many days are stored, including today. */
const STORED_DAYS = 400;
/** How many days the report covers, including today. */
const DAYS_REPORTED = 30;
/** How many outdated days are deleted each day. It is more than the one day that is added. */
const DAYS_CLEANED = 2;
/** Maximum length of the report's lists. */
const LIST_MAX = 10;
const DAY_MS = 24 * 60 * 60 * 1000;

/** One row of `daily_counts`. */
type Count = { day: string; kind: AnalyticsEvent["name"]; name: string; count: number };

/**
 * Stores counts by day in the data file. Only names of existing screens and albums become rows, so that a stranger
 * cannot fill the table.
 */
export function createBuiltinAnalytics(options: BuiltinAnalyticsOptions): Required<AnalyticsService> {
  const { data, albums, clock, log, every = repeat } = options;
  let waiting = new Map<string, Count>();
  let cleanedOn: string | undefined;
  let storing = Promise.resolve();

  function add(count: Count): void {
    const key = JSON.stringify([count.day, count.kind, count.name]);
    const known = waiting.get(key);
    if (known) known.count += count.count;
    else if (waiting.size < WAITING_MAX) waiting.set(key, count);
  }

  /** Stores the waiting counts, one write after another. Never rejects: if a write fails, its counts wait again. */
  function store(): Promise<void> {
    storing = storing.then(async () => {
      if (waiting.size === 0) return;
      const taken = [...waiting.values()];
      waiting = new Map();
      const today = dayOf(clock());
      try {
        await data.write((writer) => {
          for (const count of taken) addToRow(writer, count);
          if (cleanedOn !== today)
            removeBefore(writer, daysBefore(dayOf(expiryTime(writer, clock())), STORED_DAYS - 1));
        });
        cleanedOn = today;
      } catch (error) {
        for (const count of taken) add(count);
        log.error({ err: error }, "visits could not be stored; will try again");
      }
    });
    return storing;
  }

  const end = every(STORE_EVERY_MS, store);

  return {
    isHosted: false,
    record(events) {
      const day = dayOf(clock());
      for (const event of events) {
        const name = countedName(event, albums());
        if (name !== undefined) add({ day, kind: event.name, name, count: 1 });
      }
    },
    async report() {
      await store();
      return readReport(data.read, dayOf(clock()));
    },
    stop() {
      end();
      return store();
    },
  };
}

function addToRow(writer: Writer, { day, kind, name, count }: Count): void {
  writer.run(
    `INSERT INTO daily_counts (day, kind, name, count) VALUES (?, ?, ?, ?)
     ON CONFLICT (day, kind, name) DO UPDATE SET count = count + excluded.count`,
    day,
    kind,
    name,
    count,
  );
}

/** Deletes only a few of the oldest days at once, so that not all are lost if the clock is ahead. */
function removeBefore(writer: Writer, day: string): void {
  writer.run(
    "DELETE FROM daily_counts WHERE day < ? AND day IN (SELECT DISTINCT day FROM daily_counts ORDER BY day LIMIT ?)",
    day,
    DAYS_CLEANED,
  );
}

function readReport(reader: Reader, today: string): VisitReport {
  const first = daysBefore(today, DAYS_REPORTED - 1);
  const counted = reader.all<{ day: string; views: number }>(
    `SELECT day, sum(count) AS views FROM daily_counts
     WHERE kind = 'page_view' AND day BETWEEN ? AND ? GROUP BY day`,
    first,
    today,
  );
  const views = new Map(counted.map(({ day, views }) => [day, views]));
  return {
    days: Array.from({ length: DAYS_REPORTED }, (_, ago) => {
      const day = daysBefore(today, DAYS_REPORTED - 1 - ago);
      return { day, pageViews: views.get(day) ?? 0 };
    }),
    screens: mostCounted(reader, "page_view", first, today).map(({ name, total }) => ({
      path: name,
      pageViews: total,
    })),
    slides: mostCounted(reader, "slide_change", first, today).map(({ name, total }) => ({
      album: name,
      changes: total,
    })),
  };
}

function mostCounted(reader: Reader, kind: Count["kind"], first: string, last: string) {
  return reader.all<{ name: string; total: number }>(
    `SELECT name, sum(count) AS total FROM daily_counts
     WHERE kind = ? AND day BETWEEN ? AND ? GROUP BY name ORDER BY total DESC, name LIMIT ?`,
    kind,
    first,
    last,
    LIST_MAX,
  );
}

/** The UTC day of a time, as `YYYY-MM-DD`. */
function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function daysBefore(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) - days * DAY_MS));
}
