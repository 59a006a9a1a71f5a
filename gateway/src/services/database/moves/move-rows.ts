import { BATCH_ROWS, type ListEnd } from "./list-end.ts";
import { contentOf, findRow, type MovedRow, readMailboxesAway, rowsBelow } from "./rows.ts";

/**
 * What a move does with a row:
 * - `added`: stores it at the target as it is, active or unsubscribed;
 * - `unsubscribed`: unsubscribes it at the target, because it is unsubscribed at the source;
 * - `same`: nothing, because both rows are the same;
 * - `differs`: nothing, although the target's row has another name, date or source;
 * - `unsubscribed-there`: nothing, because it has unsubscribed at the target, or another spelling of its mailbox did;
 * - `removed-there`: nothing, because the owner removed it at the target;
 * - `refused`: nothing, because the target does not accept it.
 */
export const MOVE_RESULTS = [
  "added",
  "unsubscribed",
  "same",
  "differs",
  "unsubscribed-there",
  "removed-there",
  "refused",
] as const;

/** One of {@link MOVE_RESULTS}. */
export type MoveResult = (typeof MOVE_RESULTS)[number];

/** Number of rows by result. */
export type MoveCounts = Record<MoveResult, number>;

type MoveOptions = {
  from: ListEnd;
  to: ListEnd;
  /** Whether to store the rows. Otherwise nothing changes. */
  isWriting: boolean;
  /** Called after each batch that was stored. */
  onBatch: (rows: number, refused: readonly MovedRow[]) => void;
};

/**
 * Moves the rows of a list to the target. To continue an interrupted move, run it again: stored rows are there already.
 *
 * The move begins with the largest id, so that the target gives none of these ids to a visitor who signs up meanwhile.
 */
export async function moveRows({ from, to, isWriting, onBatch }: MoveOptions): Promise<MoveCounts> {
  const counts: MoveCounts = {
    added: 0,
    unsubscribed: 0,
    same: 0,
    differs: 0,
    "unsubscribed-there": 0,
    "removed-there": 0,
    refused: 0,
  };
  // Read once, before the move adds rows of its own.
  const isAway = readMailboxesAway(from.rows, to.rows);
  for (let below: number | undefined; ; ) {
    const rows = rowsBelow(from.rows, below, BATCH_ROWS);
    below = rows.at(-1)?.id;
    if (below === undefined) return counts;

    const checked = await checkRows(rows, to, isAway);
    const added = checked.filter(({ result }) => result === "added").map(({ row }) => row);
    const unsubscribing = checked.flatMap(({ result, there }) => (result === "unsubscribed" && there ? [there] : []));
    const refused = isWriting && added.length > 0 ? await to.add(added) : [];
    if (isWriting && unsubscribing.length > 0) await to.unsubscribe(unsubscribing);

    for (const { result } of checked) counts[result] += 1;
    counts.added -= refused.length;
    counts.refused += refused.length;
    onBatch(rows.length, refused);
  }
}

type CheckedRow = { row: MovedRow; there: MovedRow | undefined; result: MoveResult };

async function checkRows(
  rows: readonly MovedRow[],
  to: ListEnd,
  isAway: (row: MovedRow) => boolean,
): Promise<CheckedRow[]> {
  const known = rows.map((row) => ({ row, there: findRow(to.rows, row.email) }));
  // Also checks rows to unsubscribe. If one was removed since it was read, unsubscribing it would bring it back.
  const candidates = known.filter(({ row, there }) => there === undefined || isUnsubscribedHere(row, there));
  const removed =
    candidates.length > 0 ? await to.removedAmong(candidates.map(({ row }) => row.email)) : new Set<string>();
  return known.map(({ row, there }) => ({
    row,
    there,
    result: findResult(row, there, { isRemoved: removed.has(row.email), isAway }),
  }));
}

function findResult(
  row: MovedRow,
  there: MovedRow | undefined,
  { isRemoved, isAway }: { isRemoved: boolean; isAway: (row: MovedRow) => boolean },
): MoveResult {
  if (isRemoved) return "removed-there";
  if (there === undefined) return isAway(row) ? "unsubscribed-there" : "added";
  if (isUnsubscribedHere(row, there)) return "unsubscribed";
  if (contentOf(row) === contentOf(there)) return "same";
  return row.status === "active" && there.status === "unsubscribed" ? "unsubscribed-there" : "differs";
}

function isUnsubscribedHere(row: MovedRow, there: MovedRow): boolean {
  return row.status === "unsubscribed" && there.status === "active";
}
