import { SUBSCRIBERS_TABLE, type SubscriberStatus } from "@porchlight/protocol/subscriber.ts";
import type { CommandDataFile } from "../../../data/command-data-file.ts";
import type { Reader, Writer } from "../../../data/statements.ts";
import { recordHistory } from "../builtin/history.ts";
import { suppressedAmong } from "../builtin/suppression.ts";
import { storedTimestamp } from "../timestamps.ts";
import { type DateOrder, readMoment, type ShownOrder } from "./dates.ts";
import type { Origin } from "./formats.ts";
import type { StagedList, StagedRow } from "./staged-list.ts";

/**
 * What becomes of a row:
 * - `added`: it joins the list;
 * - `added-unsubscribed`: it has left that list, and is stored as unsubscribed so that no other file brings it back;
 * - `leaves`: it came here by an import, and has left that list since;
 * - `on-list`: it is on the list and stays as it is;
 * - `left-before`: it has left here, and is not brought back;
 * - `removed-before`: the owner removed it, and it is not brought back;
 * - `refused`: the row cannot be imported.
 */
export type RowResult =
  | "added"
  | "added-unsubscribed"
  | "leaves"
  | "on-list"
  | "left-before"
  | "removed-before"
  | "refused";

/** A row, what becomes of it, and when it joined, as the table stores it. */
export type CheckedRow = StagedRow & {
  result: RowResult;
  subscribed_at: string;
  /** Whether the file writes a date that cannot be read, so that today's stands for it. */
  isDateLost: boolean;
};

/** How an import goes about it. */
export type ImportOptions = {
  origin: Origin;
  /** Order of dates with slashes, where somebody has said so; else that which the list shows. */
  dates?: DateOrder | undefined;
  /** Stores what it judges; without it nothing changes. */
  isWriting: boolean;
  clock: () => Date;
  /** Waits between two batches, so that a running site gets its turn. */
  pause: () => Promise<void>;
  /** Hears of every batch, once it is stored. */
  onBatch: (rows: readonly CheckedRow[]) => Promise<void> | void;
};

/** Rows of one transaction: some 20 ms of work, for which a visitor who signs up has to wait. */
export const BATCH_ROWS = 200;

const INSERT = `
  INSERT INTO ${SUBSCRIBERS_TABLE} (email, status, source, first_name, last_name, subscribed_at)
  VALUES (?, ?, ?, ?, ?, ?)`;
const LEAVE = `UPDATE ${SUBSCRIBERS_TABLE} SET status = 'unsubscribed' WHERE email = ?`;
const FIND = `SELECT status, source FROM ${SUBSCRIBERS_TABLE} WHERE email = ?`;

type Known = { status: SubscriberStatus; source: string };

/**
 * Walks a list and does with each row what becomes of it, a batch in a transaction. One that was broken off is gone on
 * with by doing it again: what is stored is on the list already.
 *
 * @throws {DataFileError} when a batch could not be stored; those before it are
 */
export async function importList(data: CommandDataFile, list: StagedList, options: ImportOptions): Promise<void> {
  const { isWriting, pause, onBatch } = options;
  for (let after = 0; ; ) {
    const rows = list.page(after, BATCH_ROWS);
    const last = rows.at(-1);
    if (last === undefined) return;
    if (after > 0 && isWriting && data.isRunning) await pause();
    after = last.id;
    const checked = isWriting
      ? data.change((writer) => store(writer, checkRows(writer, rows, list, options), options))
      : checkRows(data.read, rows, list, options);
    await onBatch(checked);
  }
}

/**
 * Looks every address up again once all is stored.
 *
 * @returns how many stand on the list, active or unsubscribed, and how many that should do not
 */
export function checkImport(read: Reader, list: StagedList): { found: number; missing: number } {
  const counts = { found: 0, missing: 0 };
  for (let after = 0; ; ) {
    const rows = list.page(after, BATCH_ROWS);
    const last = rows.at(-1);
    if (last === undefined) return counts;
    after = last.id;
    const emails = rows.flatMap(({ email, reason }) => (reason === undefined ? email : []));
    const absent = emails.filter((email) => read.get<Known>(FIND, email) === undefined);
    const missing = absent.length - suppressedAmong(read, absent).size;
    counts.missing += missing;
    counts.found += emails.length - absent.length;
  }
}

function checkRows(
  read: Reader,
  rows: readonly StagedRow[],
  { dateOrder }: StagedList,
  { dates, clock }: ImportOptions,
): CheckedRow[] {
  const now = clock();
  const order = dates ?? orderToReadBy(dateOrder);
  const known = new Map(rows.map(({ email }) => [email, read.get<Known>(FIND, email)]));
  const unknown = rows.flatMap(({ email }) => (known.get(email) === undefined ? email : []));
  const removed = suppressedAmong(read, unknown);
  return rows.map((row) => {
    const joined = readMoment(row.joined, order, now);
    return {
      ...row,
      result: findResult(row, known.get(row.email), removed.has(row.email)),
      subscribed_at: joined ?? storedTimestamp(now),
      isDateLost: row.joined !== "" && joined === undefined,
    };
  });
}

/** The order that dates with slashes are read by where the owner has given none; where the list shows none, the month first. */
function orderToReadBy(shown: ShownOrder): DateOrder | "both" {
  return shown === "either" || shown === "none" ? "month-first" : shown;
}

function findResult({ reason, hasLeft }: StagedRow, known: Known | undefined, isRemoved: boolean): RowResult {
  if (reason !== undefined) return "refused";
  if (isRemoved) return "removed-before";
  if (known === undefined) return hasLeft ? "added-unsubscribed" : "added";
  if (known.status === "unsubscribed") return "left-before";
  // Who joined on the website has said yes here, whatever was said elsewhere; who was brought here has not.
  return hasLeft && known.source.startsWith("import:") ? "leaves" : "on-list";
}

function store(writer: Writer, rows: CheckedRow[], { origin, clock }: ImportOptions): CheckedRow[] {
  const at = storedTimestamp(clock());
  for (const { email, result, first_name, last_name, subscribed_at } of rows) {
    if (result !== "added" && result !== "added-unsubscribed" && result !== "leaves") continue;
    const event = result === "added" ? "joined" : "left";
    recordHistory(writer, { email, event, form: `import:${origin}`, at });
    if (result === "leaves") {
      writer.run(LEAVE, email);
      continue;
    }
    const status: SubscriberStatus = result === "added" ? "active" : "unsubscribed";
    writer.run(INSERT, email, status, `import:${origin}`, first_name, last_name, subscribed_at);
  }
  return rows;
}
