import { addressHash } from "../../../data/address-hash.ts";
import { listSecret } from "../../../data/list-secret.ts";
import type { Writer } from "../../../data/statements.ts";
import { addDeparture, forgetDeparture } from "./departures.ts";

/** What can happen to an address on the list. */
type HistoryEvent = "joined" | "left" | "removed" | "came-back";

/** One entry of an address's history. */
type HistoryEntry = {
  email: string;
  event: HistoryEvent;
  /** How it happened: through a source of the list, or another way such as "move". */
  form: string;
  /** When, as the table stores times. */
  at: string;
  /** Whether the link in a confirmation email was used. */
  isConfirmed?: boolean;
  consent?: Consent | undefined;
};

/** What somebody agreed to: the sentence beside the form, the path of its page, and when the form was sent. */
export type Consent = { wording: string | null; page: string | null; askedAt: string | null };

const INSERT = `
  INSERT INTO subscriber_history (address_hash, at, event, form, is_confirmed, asked_at, wording, page)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const FORGET_REQUEST = "DELETE FROM return_requests WHERE address_hash = ?";

/**
 * Stores in the same commit what happened to an address, and whether the address is off the list now. Deletes a pending
 * request to confirm a return, because this change settles it. The history stores a keyed hash, not the address.
 */
export function recordHistory(writer: Writer, entry: HistoryEntry): void {
  const { email, event, form, at, isConfirmed = false, consent } = entry;
  const hash = addressHash(listSecret(writer), email);
  const { askedAt = null, wording = null, page = null } = consent ?? {};
  writer.run(INSERT, hash, at, event, form, isConfirmed ? 1 : 0, askedAt, wording, page);
  writer.run(FORGET_REQUEST, hash);
  if (event === "left" || event === "removed") addDeparture(writer, email);
  else forgetDeparture(writer, email);
}
