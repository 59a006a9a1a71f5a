import type { Reader } from "../../../data/statements.ts";
import type { HandedOver } from "../builtin/functions/hand-over.ts";
import type { MovedRow } from "./rows.ts";

/** A move that cannot be done or continued. `message` is a sentence that the owner can act on. */
export class MoveError extends Error {
  override readonly name = "MoveError";
}

/** Rows in one batch. The target stores them in one commit, and a visitor who signs up there waits for it. */
export const BATCH_ROWS = 500;

/** One of the two lists of a move: the list in the data file, or a remote list over HTTP. */
export interface ListEnd {
  /** Its name in messages. */
  readonly name: string;
  /** Its rows. The rows of a remote list are those of the last `refresh`. */
  readonly rows: Reader;
  /** Reads the rows again. @param onRows called with the number of rows read so far */
  refresh(onRows: (count: number) => void): Promise<void>;
  /** Finds out which of these addresses were removed. */
  removedAmong(emails: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Reads the list's secret and one page of its removed addresses, ordered by hash.
   *
   * @param after the last hash of the previous page; empty for the first page
   */
  handOver(after: string, most: number): Promise<HandedOver>;
  /** Takes over a secret and removed addresses. @returns false if another secret is in use; then nothing changes */
  takeOver(handedOver: HandedOver): Promise<boolean>;
  /**
   * Stores new rows, with their ids if those are free. If an address is on the list by now, its row does not change.
   *
   * @returns the rows that the list refused
   */
  add(rows: readonly MovedRow[]): Promise<readonly MovedRow[]>;
  /** Unsubscribes rows. @param rows the rows as this list has them */
  unsubscribe(rows: readonly MovedRow[]): Promise<void>;
  close(): void;
}
