import { ORDER_MESSAGES, sentMeanwhile } from "@porchlight/protocol/order-messages.ts";
import { ORDER_STATUSES } from "@porchlight/protocol/orders.ts";
import { describe, expect, it } from "vitest";
import { addReminder, remindedIn } from "../../../../testing/a-reminder.ts";
import type { Order } from "../model/order.ts";
import { aStore, type TestStore } from "./a-store.case.ts";
import { actionsFor } from "./order-rules.ts";

const TRACKING = { trackingNumber: "LP1", carrier: "Post", trackingUrl: "https://post.example/LP1" };

const notPossible = (message: string) => ({ ok: false, reason: "not-possible-now", message });
const left = (store: TestStore) => store.stock.onHand(store.variant("record"));
const history = (store: TestStore, { id }: Order) => store.orders.historyOf(id).map(({ type }) => type);

describe("an order", () => {
  it("can be paid, sent and refunded; each step is reported once, even if it is requested repeatedly", async () => {
    const store = await aStore();
    const { id, total } = await store.order();
    store.time.now = new Date("2026-03-02T09:00:00Z");
    for (const _ of ["once", "twice"]) {
      expect(await store.orders.markPaid(id)).toMatchObject({
        ok: true,
        order: { payment: { status: "paid", paidAt: "2026-03-02T09:00:00.000Z", paymentId: null } },
      });
    }
    store.time.now = new Date("2026-03-03T09:00:00Z");
    for (const _ of ["once", "twice"]) await store.orders.ship(id, TRACKING);
    for (const _ of ["once", "twice"]) {
      expect(await store.orders.refund(id)).toMatchObject({
        ok: true,
        order: { payment: { status: "refunded" }, refundedAt: "2026-03-03T09:00:00.000Z", totalRefunded: total },
      });
    }
    expect(store.events.map(({ type }) => type)).toEqual(["placed", "paid", "shipped", "refunded"]);
    expect(store.orders.historyOf(id)).toEqual([
      { type: "placed", at: "2026-03-01T12:00:00.000Z" },
      { type: "paid", at: "2026-03-02T09:00:00.000Z" },
      { type: "shipped", at: "2026-03-03T09:00:00.000Z", tracking: TRACKING },
      { type: "refunded", at: "2026-03-03T09:00:00.000Z" },
    ]);
    expect(store.orders.byId(id)?.updatedAt).toBe("2026-03-03T09:00:00.000Z");
    // Sent goods do not come back into stock.
    expect(left(store)).toBe(4);
  });

  it("that was sent can get corrected tracking, and the buyer is notified", async () => {
    const store = await aStore();
    const { id } = await store.order();
    await store.orders.ship(id, { ...TRACKING, trackingNumber: "typo" });
    store.time.now = new Date("2026-03-02T09:00:00Z");
    const wrong = { ...TRACKING, trackingNumber: "typo" };
    for (const _ of ["once", "twice"]) {
      expect(await store.orders.ship(id, TRACKING, wrong)).toMatchObject({
        order: { shipment: { ...TRACKING, shippedAt: "2026-03-01T12:00:00.000Z" } },
      });
    }
    expect(store.events.map(({ type }) => type)).toEqual(["placed", "shipped", "shipped"]);
    // The buyer may have an email with the earlier number.
    expect(store.orders.historyOf(id).map(({ tracking }) => tracking)).toEqual([undefined, wrong, TRACKING]);
  });

  it("that another window has marked as sent does not change, and the buyer gets no second email", async () => {
    const store = await aStore();
    const { id } = await store.order();
    const nothing = { trackingNumber: "", carrier: "", trackingUrl: "" };
    await store.orders.ship(id, TRACKING);
    expect(await store.orders.ship(id, nothing)).toEqual(notPossible(sentMeanwhile(TRACKING, false)));
    const corrected = { ...TRACKING, trackingNumber: "LP2" };
    await store.orders.ship(id, corrected, TRACKING);
    expect(await store.orders.ship(id, { ...TRACKING, carrier: "Canada Post" }, TRACKING)).toEqual(
      notPossible(sentMeanwhile(corrected, true)),
    );
    expect(store.orders.byId(id)?.shipment).toMatchObject(corrected);
    expect(store.events.map(({ type }) => type)).toEqual(["placed", "shipped", "shipped"]);
  });

  it("that two requests mark as sent at the same time has the tracking from the first request", async () => {
    const store = await aStore();
    const { id } = await store.order();
    const results = await Promise.all(
      ["LP1", "LP2"].map((trackingNumber) => store.orders.ship(id, { ...TRACKING, trackingNumber })),
    );
    expect(results.map(({ ok }) => ok)).toEqual([true, false]);
    expect(store.orders.byId(id)?.shipment?.trackingNumber).toBe("LP1");
  });

  it("that is not paid can be cancelled: its goods are released, and its checkout places no second order", async () => {
    const store = await aStore();
    const ready = await store.checkout();
    const placed = await store.place(ready);
    if (!placed.ok) throw new Error("The order was not placed");
    for (const _ of ["once", "twice"]) {
      expect(await store.orders.cancel(placed.order.id)).toMatchObject({
        ok: true,
        order: { payment: { status: "voided" }, cancelledAt: "2026-03-01T12:00:00.000Z", refundedAt: null },
      });
    }
    expect(left(store)).toBe(5);
    expect(await store.place(ready)).toMatchObject({ ok: true, isNew: false });
    expect(await store.orders.markPaid(placed.order.id)).toEqual(notPossible(ORDER_MESSAGES.paidWhenCancelled));
    expect(await store.orders.ship(placed.order.id, TRACKING)).toEqual(
      notPossible(ORDER_MESSAGES.shippedWhenCancelled),
    );
  });

  it("that is paid can be cancelled only together with a refund", async () => {
    const store = await aStore();
    const order = await store.order();
    await store.orders.markPaid(order.id);
    expect(await store.orders.cancel(order.id)).toEqual(notPossible(ORDER_MESSAGES.cancelledWhenPaid));
    expect(await store.orders.cancel(order.id, true)).toMatchObject({
      ok: true,
      order: { payment: { status: "refunded" }, totalRefunded: order.total, cancelledAt: "2026-03-01T12:00:00.000Z" },
    });
    expect(history(store, order)).toEqual(["placed", "paid", "refunded", "cancelled"]);
    // One email reports both.
    expect(store.events.map(({ type }) => type)).toEqual(["placed", "paid", "cancelled"]);
    expect(left(store)).toBe(5);
  });

  it("that was refunded can still be cancelled, but not sent", async () => {
    const store = await aStore();
    const order = await store.order();
    await store.orders.markPaid(order.id);
    await store.orders.refund(order.id);
    expect(left(store)).toBe(4);
    expect(await store.orders.ship(order.id, TRACKING)).toEqual(notPossible(ORDER_MESSAGES.shippedWhenRefunded));
    expect(await store.orders.cancel(order.id)).toMatchObject({ ok: true });
    expect(history(store, order)).toEqual(["placed", "paid", "refunded", "cancelled"]);
    expect(left(store)).toBe(5);
  });

  it("that was sent cannot be cancelled, and an unpaid order cannot be refunded", async () => {
    const store = await aStore();
    const { id } = await store.order();
    expect(await store.orders.refund(id)).toEqual(notPossible(ORDER_MESSAGES.refundedWhenUnpaid));
    await store.orders.ship(id, TRACKING);
    expect(await store.orders.cancel(id)).toEqual(notPossible(ORDER_MESSAGES.cancelledWhenShipped));
    await store.orders.markPaid(id);
    expect(await store.orders.cancel(id, true)).toEqual(notPossible(ORDER_MESSAGES.cancelledWhenShipped));
  });

  it("that is ready but unpaid can be cancelled once: its goods are released, and its buyer is notified", async () => {
    const store = await aStore();
    const { id } = await store.order({ delivery: "at-a-show" });
    const ready = await store.orders.ship(id, { trackingNumber: "", carrier: "", trackingUrl: "" });
    if (!ready.ok) throw new Error("The order was not placed");
    expect(left(store)).toBe(4);
    expect(actionsFor(ready.order, store.clock())).toContain("cancelled");
    for (const _ of ["once", "twice"]) {
      expect(await store.orders.cancel(id)).toMatchObject({ ok: true, order: { payment: { status: "voided" } } });
    }
    expect(left(store)).toBe(5);
    expect(store.events.map(({ type }) => type)).toEqual(["placed", "shipped", "cancelled"]);
    expect(store.orders.list({ status: "sent" }, { limit: 1 }).total).toBe(0);
  });

  it("that was picked up and paid cannot be cancelled", async () => {
    const store = await aStore();
    const { id } = await store.order({ delivery: "at-a-show" });
    await store.orders.ship(id, { trackingNumber: "", carrier: "", trackingUrl: "" });
    await store.orders.markPaid(id);
    expect(await store.orders.cancel(id, true)).toEqual(notPossible(ORDER_MESSAGES.cancelledWhenShipped));
  });

  it("that a gift card paid in full can be cancelled in one step", async () => {
    const giftCards = [{ code: "LAKE2026", balance: 50_000, currency: "CAD", isEnabled: true }];
    const store = await aStore({ settings: { giftCards } });
    const order = await store.order({ giftCards: ["LAKE2026"] });
    expect(await store.orders.cancel(order.id)).toMatchObject({
      ok: true,
      order: { payment: { status: "refunded" }, totalRefunded: order.total },
    });
  });

  it("that waits for the card processor cannot be changed by the owner", async () => {
    const store = await aStore();
    const { id } = await store.order({ method: "card" });
    expect(await store.orders.markPaid(id)).toEqual(notPossible(ORDER_MESSAGES.paidWhenAwaitingCard));
    expect(await store.orders.ship(id, TRACKING)).toEqual(notPossible(ORDER_MESSAGES.shippedWhenAwaitingCard));
    expect(await store.orders.cancel(id)).toEqual(notPossible(ORDER_MESSAGES.cancelledWhenAwaitingCard));
    expect(await store.orders.refund(id)).toEqual(notPossible(ORDER_MESSAGES.refundedWhenUnpaid));
    await store.orders.voidUnpaid(id);
    expect(await store.orders.cancel(id)).toEqual(notPossible(ORDER_MESSAGES.cancelledWhenVoided));
    expect(await store.orders.markPaid(id)).toEqual(notPossible(ORDER_MESSAGES.paidWhenVoided));
  });

  it("that waits for the card processor can be cancelled after a day, and its goods are released", async () => {
    const store = await aStore();
    const record = store.variant("record");
    const order = await store.order({ method: "card", lines: [{ variant: record, quantity: 5 }] });
    const { id } = order;
    await store.orders.awaitCard(id, "cs_1");
    store.time.now = new Date(store.time.now.getTime() + 24 * 60 * 60 * 1_000);
    expect(actionsFor(store.orders.byId(id) ?? order, store.clock())).toEqual(["cancelled"]);
    expect(await store.orders.cancel(id)).toMatchObject({ ok: true, order: { payment: { status: "voided" } } });
    expect(store.stock.onHand(record)).toBe(5);
    // If the money arrives after all, it is refunded.
    expect(await store.orders.markPaid(id, { paymentId: "pi_1" })).toMatchObject({ ok: false });
  });

  it("that does not wait for a card payment cannot be given up", async () => {
    const store = await aStore();
    const { id } = await store.order();
    expect(await store.orders.voidUnpaid(id)).toEqual(notPossible(ORDER_MESSAGES.notAwaitingCard));
  });

  it("that does not exist is reported as missing", async () => {
    const store = await aStore();
    const nothing = { ok: false, reason: "no-such-order", message: ORDER_MESSAGES.noSuchOrder };
    expect(await store.orders.markPaid(7)).toEqual(nothing);
    expect(store.orders.byId(7)).toBeUndefined();
    expect(store.orders.byStatusKey(7, "")).toBeUndefined();
  });

  it("offers only the actions that are possible", async () => {
    const store = await aStore();
    const order = await store.order();
    const offered = () => actionsFor(store.orders.byId(order.id) ?? order, store.clock());
    expect(offered()).toEqual(["paid", "shipped", "cancelled"]);
    await store.orders.markPaid(order.id);
    expect(offered()).toEqual(["shipped", "refunded", "cancelled"]);
    await store.orders.ship(order.id, TRACKING);
    expect(offered()).toEqual(["shipped", "refunded", "erased"]);
    await store.orders.refund(order.id);
    expect(offered()).toEqual(["erased"]);
    await store.orders.erase(order.id);
    expect(offered()).toEqual([]);
  });

  it("deletes the buyer's reminders of shows when it erases the buyer", async () => {
    const store = await aStore();
    const order = await store.order({ email: "ann@example.com" });
    for (const email of ["ann+shows@example.com", "ben@example.com"]) await addReminder(store.data, email);
    await store.orders.cancel(order.id);
    expect(await store.orders.erase(order.id)).toMatchObject({ ok: true });
    expect(remindedIn(store.data)).toEqual(["ben@example.com"]);
  });
});

describe("the list of orders", () => {
  it("begins with the newest, in pages", async () => {
    const store = await aStore();
    for (const n of [1, 2, 3]) await store.order({ email: `fan${n}@example.com`, delivery: "at-a-show" });
    const first = store.orders.list({}, { limit: 2 });
    expect([first.orders.map(({ number }) => number), first.total, first.next]).toEqual([[1003, 1002], 3, 2]);
    const second = store.orders.list({}, { limit: 2, before: 2 });
    expect([second.orders.map(({ number }) => number), second.total, second.next]).toEqual([[1001], 3, null]);
  });

  it("can be searched by number, email address and name, in upper or lower case", async () => {
    const store = await aStore();
    await store.order({ email: "Änne@Example.com" });
    await store.order({ email: "ben_1@example.com" });
    const found = (search: string) => store.orders.list({ search }, { limit: 9 }).orders.map(({ number }) => number);
    expect(found("#1001")).toEqual([1001]);
    expect(found("1002")).toEqual([1002]);
    expect(found("ÄNNE")).toEqual([1001]);
    expect(found(" LAKE ")).toEqual([1002, 1001]);
    expect([found("%"), found("ben%"), found("_")]).toEqual([[], [], [1002]]);
  });

  it("can be searched with or without accents, in both Unicode forms", async () => {
    const store = await aStore();
    const address = { firstName: "Zoë", lastName: "Ångström", address1: "1 Pier Road", city: "Goderich" };
    await store.order({ address: { ...address, province: "ON", zip: "N7A 1A1", country: "CA" } });
    const found = (search: string) => store.orders.list({ search }, { limit: 9 }).total;
    // The last is an "e" and a combining diaeresis, as some telephones type it.
    const searches = ["Zoë", "ZOË", "zoe", "ZOE ANGSTROM", "zoe\u0308"];
    expect(searches.map((search) => [search, found(search)])).toEqual(searches.map((search) => [search, 1]));
    expect(found("zoa")).toBe(0);
  });

  it("can be filtered by what is left to do", async () => {
    const store = await aStore();
    const mug = [{ variant: store.variant("mug"), quantity: 1 }];
    const [pending, paid, sent, cancelled, voided] = [
      await store.order({ lines: mug }),
      await store.order({ lines: mug }),
      await store.order({ lines: mug }),
      await store.order({ lines: mug }),
      await store.order({ lines: mug, method: "card" }),
    ];
    const card = await store.order({ lines: mug, method: "card" });
    for (const { id } of [paid, sent]) await store.orders.markPaid(id);
    await store.orders.ship(sent.id, TRACKING);
    await store.orders.cancel(cancelled.id);
    await store.orders.voidUnpaid(voided.id);
    const found = ORDER_STATUSES.map((status) => [
      status,
      store.orders.list({ status }, { limit: 9 }).orders.map(({ id }) => id),
    ]);
    expect(Object.fromEntries(found)).toEqual({
      open: [paid.id, pending.id],
      unpaid: [card.id, pending.id],
      "to-send": [paid.id],
      "to-refund": [],
      sent: [sent.id],
      cancelled: [voided.id, cancelled.id],
    });
  });
});
