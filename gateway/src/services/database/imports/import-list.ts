import { SUBSCRIBERS_TABLE, type SubscriberStatus } from "@porchlight/protocol/subscriber.ts";
import type { CommandDataFile } from "../../../data/command-data-file.ts";
import type { Reader, Writer } from "../../../data/statements.ts";
import { readMailboxesAway } from "../builtin/departures.ts";
import { recordHistory } from "../builtin/history.ts";
import { suppressedAmong } from "../builtin/suppression.ts";
import { storedTimestamp } from "../timestamps.ts";
import { type DateOrder, parseDate, type ShownOrder } from "./dates.ts";
import type { Origin } from "./formats.ts";
import type { StagedList, StagedRow } from "./staged-list.ts";
import type { ImportedReturn } from "./status-words.ts";

/**
 * What an import does with a row:
 * - `added`: stores it as an active subscriber;
 * - `added-unsubscribed`: stores it as unsubscribed, as in the file, so that no other file makes it active;
 * - `unsubscribed`: unsubscribes it here, because an import added it and it is unsubscribed in this file;
 * - `on-list`: nothing, because it is on the list already;
 * - `unsubscribed-before`: nothing, because it has unsubscribed here, or another spelling of its mailbox did;
 * - `removed-before`: nothing, because the owner removed it;
 * - `refused`: nothing, the row cannot be imported.
 */
export type RowResult =
  | "added"
  | "added-unsubscribed"
  | "unsubscribed"
  | "on-list"
  | "unsubscribed-before"
  | "removed-before"
  | "refused";

/** A row, its result, and its time in the format of the table. */
export type CheckedRow = StagedRow & {
  result: RowResult;
  subscribed_at: string;
  /** Whether the file has a date that cannot be parsed. Then the row gets today's date. */
  isDateLost: boolean;
  /**
   * What the import stores about emails that bounced there: nothing about people who joined on the website or were
   * removed.
   */
  bounce: ImportedReturn | undefined;
};

export type ImportOptions = {
  origin: Origin;
  /** Order of dates with slashes, if the owner gave one. By default it is the order that the list shows. */
  dates?: DateOrder | undefined;
  /** Whether to store the rows. Otherwise nothing changes. */
  isWriting: boolean;
  clock: () => Date;
  /** Waits between two batches, so that a running site can write. */
  pause: () => Promise<void>;
  /** Stores that emails to an address bounced, or that its reader complained. */
  recordBounce: (writer: Writer, bounce: { email: string; kind: ImportedReturn; at: string; origin: Origin }) => void;
  /** Called for each batch, once it is stored. */
  onBatch: (rows: readonly CheckedRow[]) => Promise<void> | void;
};

/** Rows of one transaction. It takes about 20 ms, and a visitor who signs up meanwhile waits for it. */
export const BATCH_ROWS = 200;

const INSERT = `
  INSERT INTO ${SUBSCRIBERS_TABLE} (email, status, source, first_name, last_name, subscribed_at)
  VALUES (?, ?, ?, ?, ?, ?)`;
const UNSUBSCRIBE = `UPDATE ${SUBSCRIBERS_TABLE} SET status = 'unsubscribed' WHERE email = ?`;
const FIND = `SELECT status, source FROM ${SUBSCRIBERS_TABLE} WHERE email = ?`;

type Known = { status: SubscriberStatus; source: string };

/**
 * Imports a list, each batch in one transaction. To continue an interrupted import, run it again: stored rows are on
 * the list already.
 *
 * @throws {DataFileError} when a batch could not be stored; the batches before it are stored
 */
export async function importList(data: CommandDataFile, list: StagedList, options: ImportOptions): Promise<void> {
  const { isWriting, pause, onBatch } = options;
  // Read once, so that each of two spellings in one file has the status that the file says.
  const isAway = readMailboxesAway(data.read);
  for (let after = 0; ; ) {
    const rows = list.page(after, BATCH_ROWS);
    const last = rows.at(-1);
    if (last === undefined) return;
    if (after > 0 && isWriting && data.isRunning) await pause();
    after = last.id;
    const checked = isWriting
      ? data.change((writer) => store(writer, checkRows(writer, rows, list, { ...options, isAway }), options))
      : checkRows(data.read, rows, list, { ...options, isAway });
    await onBatch(checked);
  }
}

/**
 * Looks up every address again after an import.
 *
 * @returns how many are on the list, active or unsubscribed, and how many are missing
 */
export function checkImport(read: Reader, list: StagedList): { found: number; missing: number } {
  const counts = { found: 0, missing: 0 };
  const isAway = readMailboxesAway(read);
  for (let after = 0; ; ) {
    const rows = list.page(after, BATCH_ROWS);
    const last = rows.at(-1);
    if (last === undefined) return counts;
    after = last.id;
    const emails = rows.flatMap(({ email, reason }) => (reason === undefined ? email : []));
    const absent = emails.filter((email) => read.get<Known>(FIND, email) === undefined);
    const removed = suppressedAmong(read, absent);
    counts.missing += absent.filter((email) => !removed.has(email) && !isAway(email)).length;
    counts.found += emails.length - absent.length;
  }
}

function checkRows(
  read: Reader,
  rows: readonly StagedRow[],
  { dateOrder }: StagedList,
  { dates, clock, isAway }: ImportOptions & { isAway: (email: string) => boolean },
): CheckedRow[] {
  const now = clock();
  const order = dates ?? chooseOrder(dateOrder);
  const known = new Map(rows.map(({ email }) => [email, read.get<Known>(FIND, email)]));
  const unknown = rows.flatMap(({ email }) => (known.get(email) === undefined ? email : []));
  const removed = suppressedAmong(read, unknown);
  return rows.map((row) => {
    const joined = parseDate(row.joined, order, now);
    const here = known.get(row.email);
    const result = findResult(row, here, { isRemoved: removed.has(row.email), isAway: isAway(row.email) });
    const isImported =
      result === "added-unsubscribed" ||
      result === "unsubscribed" ||
      (result === "unsubscribed-before" && here?.source.startsWith("import:"));
    return {
      ...row,
      result,
      bounce: isImported ? row.returned : undefined,
      subscribed_at: joined ?? storedTimestamp(now),
      isDateLost: row.joined !== "" && joined === undefined,
    };
  });
}

/** The order of dates with slashes when the owner gave none: the one that the list shows, or else the month first. */
function chooseOrder(shown: ShownOrder): DateOrder | "both" {
  return shown === "either" || shown === "none" ? "month-first" : shown;
}

function findResult(
  { reason, isUnsubscribed }: StagedRow,
  known: Known | undefined,
  { isRemoved, isAway }: { isRemoved: boolean; isAway: boolean },
): RowResult {
  if (reason !== undefined) return "refused";
  if (isRemoved) return "removed-before";
  if (known === undefined && isUnsubscribed) return "added-unsubscribed";
  if (known === undefined) return isAway ? "unsubscribed-before" : "added";
  if (known.status === "unsubscribed") return "unsubscribed-before";
  // Somebody who signed up on the website consented there. An imported address only has the consent given to the other
  // list.
  return isUnsubscribed && known.source.startsWith("import:") ? "unsubscribed" : "on-list";
}

function store(writer: Writer, rows: CheckedRow[], { origin, clock, recordBounce }: ImportOptions): CheckedRow[] {
  const at = storedTimestamp(clock());
  for (const { email, result, first_name, last_name, subscribed_at, bounce } of rows) {
    if (bounce) recordBounce(writer, { email, kind: bounce, at: clock().toISOString(), origin });
    if (result !== "added" && result !== "added-unsubscribed" && result !== "unsubscribed") continue;
    const event = result === "added" ? "joined" : "left";
    recordHistory(writer, { email, event, form: `import:${origin}`, at });
    if (result === "unsubscribed") {
      writer.run(UNSUBSCRIBE, email);
      continue;
    }
    const status: SubscriberStatus = result === "added" ? "active" : "unsubscribed";
    writer.run(INSERT, email, status, `import:${origin}`, first_name, last_name, subscribed_at);
  }
  return rows;
}
