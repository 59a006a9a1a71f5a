import { ORDER_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import type { Writer } from "../../../../data/statements.ts";
import type { HashClient } from "../cart/client-hash.ts";
import type { StoreContext } from "../context.ts";
import type { Order } from "../model/order.ts";
import type { CountedStock } from "../stock/stock.ts";
import {
  awaitCard,
  type ChangeOrder,
  cancel,
  erase,
  expire,
  markPaid,
  markPaidBack,
  recordLatePayment,
  refund,
  remind,
  ship,
  voidUnpaid,
} from "./change-order.ts";
import { type DueEmails, findDueEmails, removeDueEmails, storeDueEmails } from "./due-emails.ts";
import { countByStatus, listOrders, sumTakings } from "./list-orders.ts";
import type { OrderEvent } from "./order-event.ts";
import type { OrderChange, Orders } from "./orders.ts";
import { concernsOwner } from "./owner-emails.ts";
import {
  addToSummary,
  createOwnerEmailLimit,
  type OwnerSummary,
  removeFromSummary,
  summaryDue,
} from "./owner-summary.ts";
import { placeOrder } from "./place-order.ts";
import {
  dueHolds,
  HOLDS_AT_ONCE,
  historyOf,
  orderByCardSession,
  orderById,
  orderByStatusKey,
  ordersAwaitingCard,
} from "./stored-orders.ts";
import { removeHoldersOfFree } from "./unpaid-share.ts";
import { CLEARED_AT_ONCE, reduceEnded, removeGivenUp, voidNotBegun } from "./void-order.ts";
import { withdraw } from "./withdraw.ts";

export type OrdersContext = StoreContext & {
  stock: CountedStock;
  hashClient: HashClient;
  /**
   * Writes the emails about a change after its commit; settles once they are on disk. If this rejects, or a crash
   * interrupts it, the change stays, and `sendDueEmails` calls this function again.
   *
   * @param dueId id of the change; each retry has the same id, and no other change has it
   * @param toOwner whether the owner gets an email about it; otherwise a summary reports it
   */
  sendEmails: (event: OrderEvent, dueId: number, toOwner: boolean) => Promise<void>;
  /** Writes the summary of events without a separate email, at most once an hour; settles once it is on disk. */
  sendSummary: (summary: OwnerSummary) => Promise<void>;
};

/** The orders of the data file, with functions for a schedule. */
type OrdersWithEmails = Orders & {
  /** Sends the emails that a crash or a full disk prevented. Also runs at the start. */
  sendDueEmails(): void;
  /**
   * Does what is due: reminds buyers of unpaid orders, ends orders that were not paid in time, removes abandoned card
   * payments, reduces orders that ended unpaid some weeks ago, and sends the owner the summary. Safe to repeat.
   *
   * @param reached the time up to which something is due; by default now
   */
  doWhatIsDue(reached?: Date): Promise<void>;
  /** Sends the owner the summary, if it is due. */
  writeSummary(): Promise<void>;
  /** Waits until all emails are written or have failed. */
  stop(): Promise<void>;
};

/** The orders of the data file. */
export function createOrders(context: OrdersContext): OrdersWithEmails {
  const { data, catalogue, stock, clock, hashClient, sendEmails, sendSummary } = context;
  const mayEmailOwner = createOwnerEmailLimit(clock);
  /** Emails that are being written, by their due ids. */
  const sending = new Map<number, Promise<void>>();

  async function change(id: number, apply: ChangeOrder): Promise<OrderChange> {
    const { result, due } = await data.write((writer) => applied(writer, id, apply));
    if (result.ok) stock.refresh(variantsOf(result.order));
    if (due) send(due);
    return result;
  }

  function applied(writer: Writer, id: number, apply: ChangeOrder): { result: OrderChange; due?: DueEmails } {
    const order = orderById(writer, id);
    if (order === undefined) {
      return { result: { ok: false, reason: "no-such-order", message: ORDER_MESSAGES.noSuchOrder } };
    }
    const now = clock().toISOString();
    const { event: type, ...result } = apply(writer, order, now);
    if (!result.ok || !type) return { result };
    return { result, due: storeDue(writer, { type, order: result.order }, now) };
  }

  function storeDue(writer: Writer, event: OrderEvent, now: string): DueEmails {
    const toOwner = !concernsOwner(event) || mayEmailOwner(writer);
    if (!toOwner) addToSummary(writer, event, now);
    return storeDueEmails(writer, event, now, toOwner);
  }

  function send({ dueId, event, toOwner }: DueEmails): void {
    const sent = sendEmails(event, dueId, toOwner)
      .then(() => data.write((writer) => removeDueEmails(writer, [dueId])))
      // If removing the due emails fails, they are sent again: two emails are better than none.
      .catch(() => undefined)
      .finally(() => void sending.delete(dueId));
    sending.set(dueId, sent);
  }

  function sendDueEmails(): void {
    const { due, tooLate } = findDueEmails(data.read, clock());
    for (const emails of due) if (!sending.has(emails.dueId)) send(emails);
    if (tooLate.length > 0) data.write((writer) => removeDueEmails(writer, tooLate)).catch(() => undefined);
  }

  async function endHolds(reached: Date): Promise<void> {
    let ids: number[];
    do {
      ids = dueHolds(data.read, reached);
      const { timeZone } = catalogue.current().settings;
      for (const id of ids) {
        await change(id, remind(timeZone));
        await change(id, expire);
      }
    } while (ids.length === HOLDS_AT_ONCE);
  }

  async function clearAll(clear: (writer: Writer, now: Date) => number, reached: Date): Promise<void> {
    while ((await data.write((writer) => clear(writer, reached))) === CLEARED_AT_ONCE);
  }

  async function writeSummary(): Promise<void> {
    const due = summaryDue(data.read, clock());
    if (!due) return;
    await sendSummary(due.summary);
    await data.write((writer) => removeFromSummary(writer, due.upTo));
  }

  /** Ends orders whose card payment never began. If this fails, the next order does it. */
  function voidNotBegunAtStart(): void {
    data
      .write((writer) => voidNotBegun(writer, clock()))
      .then((orders) => stock.refresh(orders.flatMap(variantsOf)))
      .catch(() => undefined);
  }

  voidNotBegunAtStart();
  sendDueEmails();

  return {
    async place(which, choice, limits) {
      const hashed = limits && { ...limits, client: hashClient(limits.client) };
      const { result, voided, due } = await data.write((writer) => {
        const now = clock();
        const voided = voidNotBegun(writer, now);
        // Reads the settings inside the change, so that no order uses settings that the owner has just replaced.
        const result = placeOrder(writer, which, choice, { snapshot: catalogue.current(), now, limits: hashed });
        const order = result?.ok && result.isNew ? result.order : undefined;
        const due = order && storeDue(writer, { type: "placed", order }, now.toISOString());
        return { result, voided, due };
      });
      stock.refresh([...voided, ...(due ? [due.event.order] : [])].flatMap(variantsOf));
      if (due) send(due);
      return result;
    },
    byId: (id) => orderById(data.read, id),
    byStatusKey: (id, statusKey) => orderByStatusKey(data.read, id, statusKey),
    byCardSession: (sessionId) => orderByCardSession(data.read, sessionId),
    awaitingCardSince: (before, after) => ordersAwaitingCard(data.read, before, after),
    historyOf: (id) => historyOf(data.read, id),
    list: (filter, page) => listOrders(data.read, filter, page),
    countByStatus: () => countByStatus(data.read),
    takings: (since, currency) => sumTakings(data.read, since, currency),
    any: () => data.read.get("SELECT 1 FROM orders LIMIT 1") !== undefined,
    awaitCard: (id, sessionId) => change(id, awaitCard(sessionId)),
    markPaid: (id, paid) => change(id, markPaid(paid)),
    markPaidBack: (id, paid) => change(id, markPaidBack(paid)),
    recordLatePayment: (id, paid) => change(id, recordLatePayment(paid)),
    voidUnpaid: (id) => change(id, voidUnpaid),
    ship: (id, tracking, replaces) => change(id, ship(tracking, replaces)),
    withdraw: (id, statement) => change(id, withdraw(statement)),
    refund: (id) => change(id, refund),
    cancel: (id, isRefunded = false) => change(id, cancel(isRefunded)),
    erase: (id) => change(id, erase),
    sendDueEmails,
    async doWhatIsDue(reached = clock()) {
      const voided = await data.write((writer) => voidNotBegun(writer, reached));
      stock.refresh(voided.flatMap(variantsOf));
      await endHolds(reached);
      await clearAll(removeGivenUp, reached);
      await clearAll(reduceEnded, reached);
      await data.write((writer) => removeHoldersOfFree(writer, reached));
      await writeSummary();
    },
    writeSummary,
    async stop() {
      await Promise.all(sending.values());
    },
  };
}

function variantsOf({ lines }: Order): number[] {
  return lines.map(({ variantId }) => variantId);
}
