import type { Reader, Writer } from "../../../../data/statements.ts";
import type { OrderEvent } from "./order-event.ts";
import { orderById } from "./stored-orders.ts";

/** How long after the event an email is still handed over when a crash stopped it, in milliseconds: a power cut may last a night. */
const EMAILS_DUE_FOR_MS = 24 * 60 * 60 * 1_000;

/** Something that happened to an order and whose emails are to be handed over, and the note of that. */
export type DueEmails = {
  note: number;
  event: OrderEvent;
  /** Whether the owner gets an email of its own about it, and does not read about it in a summary. */
  toOwner: boolean;
};

/** Events of which the buyer is told however late it is: an order must not end without a word. */
const TOLD_HOWEVER_LATE: ReadonlySet<OrderEvent["type"]> = new Set(["reminded", "expired"]);

/**
 * Notes inside the change of an order that its emails are still to be handed over, so that a kill between the change and
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
  if (row === undefined) throw new Error("Emails that were noted have no note");
  return { note: row.id, event, toOwner };
}

/** Takes notes away: their emails are on disk, or come too late. */
export function removeDueEmails(writer: Writer, notes: readonly number[]): void {
  for (const note of notes) writer.run("DELETE FROM letters_due WHERE id = ?", note);
}

/**
 * What a kill or a full disk left, or is being handed over, the first event first, with the orders as they are now; and
 * the notes that do not count any more.
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
    // A machine without a clock of its own starts in the past.
    const isInTime = TOLD_HOWEVER_LATE.has(type) || Math.abs(now.getTime() - Date.parse(at)) < EMAILS_DUE_FOR_MS;
    if (order && isInTime) due.push({ note: id, event: { type, order }, toOwner: to_owner === 1 });
    else tooLate.push(id);
  }
  return { due, tooLate };
}
