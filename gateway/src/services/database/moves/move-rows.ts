import { BATCH_ROWS, type ListEnd } from "./list-end.ts";
import { contentOf, type MovedRow, rowOf, rowsBelow } from "./rows.ts";

/**
 * What becomes of a row at the target:
 * - `added`: it is not there, and comes along as it is, active or not;
 * - `leaves`: it has left here, and is unsubscribed there too;
 * - `same`: it is there already, as it is here;
 * - `differs`: it is there with another name, date or source, and stays so;
 * - `left-there`: it has left there, and is not brought back;
 * - `removed-there`: the owner removed it there, and it is not brought back;
 * - `refused`: the target does not take it.
 */
export const MOVE_RESULTS = ["added", "leaves", "same", "differs", "left-there", "removed-there", "refused"] as const;

/** One of {@link MOVE_RESULTS}. */
export type MoveResult = (typeof MOVE_RESULTS)[number];

/** How many rows had each result. */
export type MoveCounts = Record<MoveResult, number>;

/** How a move of rows goes about it. */
type MoveOptions = {
  from: ListEnd;
  to: ListEnd;
  /** Stores what it judges; without it nothing changes. */
  isWriting: boolean;
  /** Hears of every batch, once it is stored. @param last the last row of it */
  onBatch: (rows: number, refused: readonly MovedRow[]) => void;
};

/**
 * Walks the rows of a list and does with each what becomes of it at the target. A move that was broken off is gone on
 * with by doing it again: what was stored is there already.
 *
 * It goes from the newest id downwards, so that the target gives none of these ids to a visitor who signs up meanwhile.
 */
export async function moveRows({ from, to, isWriting, onBatch }: MoveOptions): Promise<MoveCounts> {
  const counts: MoveCounts = {
    added: 0,
    leaves: 0,
    same: 0,
    differs: 0,
    "left-there": 0,
    "removed-there": 0,
    refused: 0,
  };
  for (let below: number | undefined; ; ) {
    const rows = rowsBelow(from.rows, below, BATCH_ROWS);
    below = rows.at(-1)?.id;
    if (below === undefined) return counts;

    const checked = await checkRows(rows, to);
    const added = checked.filter(({ result }) => result === "added").map(({ row }) => row);
    const leaving = checked.flatMap(({ result, there }) => (result === "leaves" && there ? [there] : []));
    const refused = isWriting && added.length > 0 ? await to.add(added) : [];
    if (isWriting && leaving.length > 0) await to.unsubscribe(leaving);

    for (const { result } of checked) counts[result] += 1;
    counts.added -= refused.length;
    counts.refused += refused.length;
    onBatch(rows.length, refused);
  }
}

type CheckedRow = { row: MovedRow; there: MovedRow | undefined; result: MoveResult };

async function checkRows(rows: readonly MovedRow[], to: ListEnd): Promise<CheckedRow[]> {
  const known = rows.map((row) => ({ row, there: rowOf(to.rows, row.email) }));
  // Of those that are to leave as well: one that was removed since it was read must not come back by being marked.
  const asked = known.filter(({ row, there }) => there === undefined || hasLeftHere(row, there));
  const removed = asked.length > 0 ? await to.removedAmong(asked.map(({ row }) => row.email)) : new Set<string>();
  return known.map(({ row, there }) => ({ row, there, result: findResult(row, there, removed.has(row.email)) }));
}

function findResult(row: MovedRow, there: MovedRow | undefined, isRemoved: boolean): MoveResult {
  if (isRemoved) return "removed-there";
  if (there === undefined) return "added";
  if (hasLeftHere(row, there)) return "leaves";
  if (contentOf(row) === contentOf(there)) return "same";
  return row.status === "active" && there.status === "unsubscribed" ? "left-there" : "differs";
}

function hasLeftHere(row: MovedRow, there: MovedRow): boolean {
  return row.status === "unsubscribed" && there.status === "active";
}
