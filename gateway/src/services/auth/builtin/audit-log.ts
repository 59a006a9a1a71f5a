import { AUDIT_EVENTS, type AuditEvent, type AuditLog } from "@porchlight/protocol/admin.ts";
import type { DataFile } from "../../../data/data-file.ts";
import { expiryTime } from "../../../data/reached-time.ts";
import type { Writer } from "../../../data/statements.ts";
import { hasPassed } from "../../../lib/has-passed.ts";
import type { Audit, SecurityEvent } from "../../shared/audit.ts";
import { USER_AGENT_MAX_LENGTH } from "./sessions.ts";

/** How many entries are stored, and for how many days. */
const MAX_STORED_ENTRIES = 10_000;
const STORED_DAYS = 400;
/** Maximum number of entries that strangers can cause, so that many of them cannot displace the other entries. */
const MAX_STRANGER_ENTRIES = 5_000;
/** Entries on one page. */
const PAGE_SIZE = 50;
/** Within this time, the events of one address share an entry with a count, in milliseconds. */
const WINDOW_MS = 60_000;
/** Maximum number of addresses that are counted at the same time. */
const MAX_COUNTED = 10_000;
/** Old entries are removed once for this many new entries. */
const CLEAN_EVERY = 50;
/** Maximum number of old entries that are removed in one step. A clock that is ahead must not remove all entries. */
const CLEANED_AT_ONCE = 2 * CLEAN_EVERY;

const STRANGERS_EVENTS: readonly AuditEvent[] = [
  "sign-in-failed",
  "sign-in-throttled",
  "second-step-failed",
  "recovery-requested",
];

type Details = NonNullable<SecurityEvent["details"]>;
type Counted = { id: Promise<number | undefined>; details: Details; since: number; count: number; stored: number };
type Row = { id: number; at: string; event: string; address: string; user_agent: string; details: string };

/** The audit log of the data file. */
export interface StoredAuditLog {
  audit: Audit;
  /** A page, the latest first. @param before entries older than the one with this id */
  page(before?: number): Promise<AuditLog>;
}

/** Stores security events in the data file. Their number is limited, even during a flood of events. */
export function createAuditLog({
  data,
  clock,
  onError,
}: {
  data: DataFile;
  clock: () => Date;
  /** Receives the error when an entry could not be stored. */
  onError: (error: unknown) => void;
}): StoredAuditLog {
  const counted = new Map<string, Counted>();

  async function store(event: SecurityEvent, details: Details, now: Date): Promise<number | undefined> {
    try {
      return await data.write((writer) => insert(writer, event, details, now));
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  /**
   * Stores one entry for each address and minute. The count is written at 2, 4, 8, … and when somebody reads the log.
   */
  async function count(event: SecurityEvent, now: Date): Promise<void> {
    const key = JSON.stringify([event.event, event.client.key, event.details]);
    const entry = counted.get(key);
    if (entry && !hasPassed(entry.since, now.getTime(), WINDOW_MS)) {
      entry.count += 1;
      if (entry.count >= entry.stored * 2) await storeCount(entry);
      return;
    }
    counted.delete(key);
    const ended = takeEnded(now.getTime());
    if (entry) ended.push(entry);
    const details = event.details ?? {};
    const id = store(event, { ...details, count: 1 }, now);
    counted.set(key, { id, details, since: now.getTime(), count: 1, stored: 1 });
    await Promise.all([id, ...ended.map(storeCount)]);
  }

  /** Removes entries from the map whose minute is over, or the oldest ones if there are too many. */
  function takeEnded(now: number): Counted[] {
    const ended: Counted[] = [];
    for (const [key, entry] of counted) {
      if (counted.size < MAX_COUNTED && !hasPassed(entry.since, now, WINDOW_MS)) break;
      counted.delete(key);
      ended.push(entry);
    }
    return ended;
  }

  async function storeCount(entry: Counted): Promise<void> {
    const { count, details } = entry;
    if (count === entry.stored) return;
    entry.stored = count;
    const id = await entry.id;
    if (id === undefined) return;
    try {
      await data.write((writer) =>
        writer.run("UPDATE audit_log SET details = ? WHERE id = ?", JSON.stringify({ ...details, count }), id),
      );
    } catch (error) {
      onError(error);
    }
  }

  return {
    async audit(event) {
      const now = clock();
      if (STRANGERS_EVENTS.includes(event.event)) await count(event, now);
      else await store(event, event.details ?? {}, now);
    },
    async page(before) {
      await Promise.all([...counted.values()].map(storeCount));
      const rows = data.read.all<Row>(
        "SELECT * FROM audit_log WHERE id < ? ORDER BY id DESC LIMIT ?",
        before ?? Number.MAX_SAFE_INTEGER,
        PAGE_SIZE + 1,
      );
      const shown = rows.slice(0, PAGE_SIZE);
      return {
        entries: shown.flatMap((row) => toEntry(row) ?? []),
        next: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
      };
    },
  };
}

/** Adds an entry inside a change, as shell commands do. @returns the entry's id */
export function insert(writer: Writer, { event, client }: SecurityEvent, details: Details, now: Date): number {
  const row = writer.get<{ id: number }>(
    "INSERT INTO audit_log (at, event, address, user_agent, details) VALUES (?, ?, ?, ?, ?) RETURNING id",
    now.toISOString(),
    event,
    client.address,
    client.userAgent.slice(0, USER_AGENT_MAX_LENGTH),
    JSON.stringify(details),
  );
  const id = row?.id ?? 0;
  if (id % CLEAN_EVERY === 0) clean(writer, now);
  return id;
}

function clean(writer: Writer, now: Date): void {
  const oldest = new Date(expiryTime(writer, now).getTime() - STORED_DAYS * 24 * 60 * 60 * 1000).toISOString();
  writer.run(
    "DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at < ? ORDER BY at LIMIT ?)",
    oldest,
    CLEANED_AT_ONCE,
  );
  const places = STRANGERS_EVENTS.map(() => "?").join(", ");
  writer.run(
    `DELETE FROM audit_log WHERE event IN (${places}) AND id <=
       (SELECT id FROM audit_log WHERE event IN (${places}) ORDER BY id DESC LIMIT 1 OFFSET ?)`,
    ...STRANGERS_EVENTS,
    ...STRANGERS_EVENTS,
    MAX_STRANGER_ENTRIES,
  );
  writer.run(
    "DELETE FROM audit_log WHERE id <= (SELECT id FROM audit_log ORDER BY id DESC LIMIT 1 OFFSET ?)",
    MAX_STORED_ENTRIES,
  );
}

/** Skips an event that a newer release wrote before a downgrade. */
function toEntry({ id, at, event, address, user_agent, details }: Row): AuditLog["entries"][number] | undefined {
  const known = AUDIT_EVENTS.find((name) => name === event);
  if (known === undefined) return undefined;
  // Only this file writes this column.
  return { id, at, event: known, address, userAgent: user_agent, details: JSON.parse(details) as Details };
}
