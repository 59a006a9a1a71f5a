import type { Reader, Writer } from "../../../../data/statements.ts";
import type { OrderEvent } from "./order-event.ts";
import { orderById } from "./stored-orders.ts";

/** How long after its event an email is still sent after a crash, in milliseconds: a power cut may last a night. */
const EMAILS_DUE_FOR_MS = 24 * 60 * 60 * 1_000;

/** An event of an order whose emails are still to be sent, with its note. */
export type DueEmails = {
  note: number;
  event: OrderEvent;
  /** Whether the owner gets a separate email about it; otherwise a summary reports it. */
  toOwner: boolean;
};

/** Events whose emails are sent even if they are late: no order may end without notice to its buyer. */
const SENT_EVEN_LATE: ReadonlySet<OrderEvent["type"]> = new Set(["reminded", "expired"]);

/**
 * Stores, inside the change of an order, that its emails are still to be sent, so that a kill between the change and
 * the emails' files loses none.
 *
 * @param now ISO 8601, UTC
 */
export function storeDueEmails(writer: Writer, event: OrderEvent, now: string, toOwner: boolean): DueEmails {
  const row = writer.get<{ id: number }>(
    "INSERT INTO letters_due (order_id, type, at, to_owner) VALUES (?, ?, ?, ?) RETURNING id",
    event.order.id,
    event.type,
    now,
    toOwner ? 1 : 0,
  );
  if (row === undefined) throw new Error("A stored note of emails has no id");
  return { note: row.id, event, toOwner };
}

/** Removes notes whose emails are on disk or too late. */
export function removeDueEmails(writer: Writer, notes: readonly number[]): void {
  for (const note of notes) writer.run("DELETE FROM letters_due WHERE id = ?", note);
}

/**
 * Finds events whose emails are still to be sent, the first event first, with the current orders; and the notes that
 * are too old.
 */
export function findDueEmails(reader: Reader, now: Date): { due: DueEmails[]; tooLate: number[] } {
  const due: DueEmails[] = [];
  const tooLate: number[] = [];
  const rows = reader.all<{
    id: number;
    order_id: number;
    type: OrderEvent["type"];
    at: string;
    to_owner: number;
  }>("SELECT id, order_id, type, at, to_owner FROM letters_due ORDER BY id");
  for (const { id, order_id, type, at, to_owner } of rows) {
    const order = orderById(reader, order_id);
    // A machine without a battery for its clock starts in the past.
    const isInTime = SENT_EVEN_LATE.has(type) || Math.abs(now.getTime() - Date.parse(at)) < EMAILS_DUE_FOR_MS;
    if (order && isInTime) due.push({ note: id, event: { type, order }, toOwner: to_owner === 1 });
    else tooLate.push(id);
  }
  return { due, tooLate };
}
