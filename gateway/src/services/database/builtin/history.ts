import { listSecret } from "../../../data/list-secret.ts";
import type { Writer } from "../../../data/statements.ts";
import { addressHash } from "./address-hashes.ts";

/** What can happen to an address on the list. */
export type HistoryEvent = "joined" | "left" | "removed" | "came-back";

/** One entry of an address's history. */
export type HistoryEntry = {
  email: string;
  event: HistoryEvent;
  /** A source of the list, or what else led to it. */
  form: string;
  /** When, as the table stores times. */
  at: string;
  /** Whether the link in a confirmation email was used. */
  isConfirmed?: boolean;
};

const INSERT = "INSERT INTO subscriber_history (address_hash, at, event, form, is_confirmed) VALUES (?, ?, ?, ?, ?)";

/** Stores what happened to an address, in the same commit. The address itself is not stored, only its keyed hash. */
export function recordHistory(writer: Writer, { email, event, form, at, isConfirmed = false }: HistoryEntry): void {
  writer.run(INSERT, addressHash(listSecret(writer), email), at, event, form, isConfirmed ? 1 : 0);
}
