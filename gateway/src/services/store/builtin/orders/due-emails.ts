import type { Reader, Writer } from "../../../../data/statements.ts";
import type { OrderEvent } from "./order-event.ts";
import { orderById } from "./stored-orders.ts";

/** Emails older than this are not sent after a crash, in milliseconds. A power cut may last a night. */
const EMAILS_DUE_FOR_MS = 24 * 60 * 60 * 1_000;

/** An event of an order whose emails are still to be sent. */
export type DueEmails = {
  /** Id of the stored row. No other event ever has it. */
  dueId: number;
  event: OrderEvent;
  /** Whether the owner gets a separate email about it; otherwise a summary reports it. */
  toOwner: boolean;
};

/** Events whose emails are sent even if they are late: the buyer must know that an order ends. */
const SENT_EVEN_LATE: ReadonlySet<OrderEvent["type"]> = new Set(["reminded", "expired"]);

/**
 * Stores that the emails about a change are still to be sent. This is part of the change itself, so no email is lost
 * if the process is killed before the emails are written.
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
  if (row === undefined) throw new Error("Stored due emails have no id");
  return { dueId: row.id, event, toOwner };
}

/** Removes due emails that are on disk or too late. */
export function removeDueEmails(writer: Writer, dueIds: readonly number[]): void {
  for (const dueId of dueIds) writer.run("DELETE FROM letters_due WHERE id = ?", dueId);
}

/**
 * Finds events whose emails are still to be sent, the first event first, with the current orders.
 *
 * @returns `tooLate`: ids of due emails that are too old, or whose order was removed
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
    // An event in the future is not too late: a machine without a battery for its clock starts years in the past.
    const isInTime = SENT_EVEN_LATE.has(type) || now.getTime() - Date.parse(at) < EMAILS_DUE_FOR_MS;
    if (order && isInTime) due.push({ dueId: id, event: { type, order }, toOwner: to_owner === 1 });
    else tooLate.push(id);
  }
  return { due, tooLate };
}
