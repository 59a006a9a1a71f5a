import type { Reader } from "../../../data/statements.ts";
import type { HandedOver } from "../builtin/functions/hand-over.ts";
import type { MovedRow } from "./rows.ts";

/** A move that cannot be done or continued. `message` is a sentence that the owner can act on. */
export class MoveError extends Error {
  override readonly name = "MoveError";
}

/** Rows of one batch. The target stores it in one commit, and a visitor who signs up there waits for it. */
export const BATCH_ROWS = 500;

/** One of the two lists of a move: the list in the data file, or a remote list over HTTP. */
export interface ListEnd {
  /** Its name in messages. */
  readonly name: string;
  /** Its rows; those of a remote list as of the last `refresh`. */
  readonly rows: Reader;
  /** Reads the rows again. @param onRows called with the number of rows read so far */
  refresh(onRows: (count: number) => void): Promise<void>;
  /** Finds which of some addresses were removed. */
  removedAmong(emails: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Reads its secret, and a page of its removed addresses by hash.
   *
   * @param after the last hash; empty for the first page
   */
  handOver(after: string, most: number): Promise<HandedOver>;
  /** Takes over a secret and removed addresses. @returns false when another secret is in use; then nothing changes */
  takeOver(handedOver: HandedOver): Promise<boolean>;
  /**
   * Stores new rows, with their ids if those are free. An address that exists by now does not change.
   *
   * @returns the rows that it refuses
   */
  add(rows: readonly MovedRow[]): Promise<readonly MovedRow[]>;
  /** Unsubscribes rows. @param rows as this list has them */
  unsubscribe(rows: readonly MovedRow[]): Promise<void>;
  close(): void;
}
