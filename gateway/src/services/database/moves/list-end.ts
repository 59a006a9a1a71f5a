import type { Reader } from "../../../data/statements.ts";
import type { HandedOver } from "../builtin/functions/hand-over.ts";
import type { MovedRow } from "./rows.ts";

/** Rows of one batch: one commit at the target, for which a visitor who signs up there has to wait. */
export const BATCH_ROWS = 500;

/** One of the two lists between which rows move: that of the data file, or one that is spoken to over the wire. */
export interface ListEnd {
  /** How sentences name it. */
  readonly name: string;
  /** Its rows: those of a list on the wire as they were when it was last read. */
  readonly rows: Reader;
  /** Reads the rows anew. @param onRows told how many have been read so far */
  refresh(onRows: (count: number) => void): Promise<void>;
  /** Those of some addresses that the owner removed from it. */
  removedAmong(emails: readonly string[]): Promise<ReadonlySet<string>>;
  /** Its secret, and a page of its removed addresses in the order of their hashes. @param after a hash; empty to begin */
  handOver(after: string, most: number): Promise<HandedOver>;
  /** Takes a secret and removed addresses over. @returns false when a secret of its own is in use; nothing changed then */
  takeOver(handedOver: HandedOver): Promise<boolean>;
  /**
   * Stores rows that it does not have, with their ids where those are free. An address that is there by now stays as it
   * is. @returns the rows that it refuses
   */
  add(rows: readonly MovedRow[]): Promise<readonly MovedRow[]>;
  /** Marks rows that it has as unsubscribed. @param rows as it has them */
  unsubscribe(rows: readonly MovedRow[]): Promise<void>;
  close(): void;
}
