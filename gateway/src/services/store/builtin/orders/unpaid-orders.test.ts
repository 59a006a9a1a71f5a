import { describe, expect, it } from "vitest";
import { aStore, type TestStore } from "./a-store.case.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const TRACKING = { trackingNumber: "LP1", carrier: "Post", trackingUrl: "" };

/** Lets days pass; at the end of each day the store does what is due. */
async function pass(store: TestStore, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) await passAtOnce(store, 1);
}

/** Lets days pass in which the store is not running. */
async function passAtOnce(store: TestStore, days: number): Promise<void> {
  store.time.now = new Date(store.time.now.getTime() + days * DAY_MS);
  await store.orders.doWhatIsDue();
}

const history = (store: TestStore, id: number) => store.orders.historyOf(id).map(({ type }) => type);
const eventTypes = (store: TestStore) => store.events.map(({ type }) => type);

describe("an unpaid order", () => {
  it("ends after seven days: the buyer is reminded two days before, and the goods are for sale again", async () => {
    const store = await aStore();
    const record = store.variant("record");
    const { id, heldUntil } = await store.order({ lines: [{ variant: record, quantity: 5 }] });
    // Placed on March 1 at noon, and held to the end of March 8.
    expect(heldUntil).toBe("2026-03-09T00:00:00.000Z");
    await pass(store, 5);
    expect(eventTypes(store)).toEqual(["placed"]);
    await pass(store, 1);
    expect(eventTypes(store)).toEqual(["placed", "reminded"]);
    await pass(store, 1);
    expect(store.orders.byId(id)).toMatchObject({ cancelledAt: null, heldUntil });
    expect(store.stock.onHand(record)).toBe(0);
    await pass(store, 3);
    expect(store.orders.byId(id)).toMatchObject({
      cancelReason: "unpaid",
      cancelledAt: "2026-03-09T12:00:00.000Z",
      payment: { status: "voided" },
    });
    expect(store.stock.onHand(record)).toBe(5);
    expect(eventTypes(store)).toEqual(["placed", "reminded", "expired"]);
    expect(history(store, id)).toEqual(["placed", "reminded", "expired"]);
    expect(store.orders.list({ status: "cancelled" }, { limit: 9 }).total).toBe(1);
  });

  it("releases gift cards and codes, like a cancelled one", async () => {
    const store = await aStore({
      settings: {
        giftCards: [{ code: "LAKE2026", balance: 1_000, currency: "CAD", isEnabled: true }],
        discounts: [
          { code: "FIVER", title: "FIVER", value: { kind: "amount", amount: 500 }, limit: 1, oncePerCustomer: true },
        ],
      },
    });
    await store.order({ giftCards: ["LAKE2026"], discountCode: "FIVER" });
    await pass(store, 9);
    const again = await store.order({ giftCards: ["LAKE2026"], discountCode: "FIVER" });
    expect(again).toMatchObject({ discountCodes: ["FIVER"], giftCards: [{ used: 1_000 }] });
  });

  it.each<[what: string, change: (store: TestStore, id: number) => Promise<unknown>]>([
    ["was paid", ({ orders }, id) => orders.markPaid(id)],
    ["was sent, or is ready for pickup", ({ orders }, id) => orders.ship(id, TRACKING)],
    ["was cancelled", ({ orders }, id) => orders.cancel(id)],
  ])("no longer ends once it %s", async (_, change) => {
    for (const daysBefore of [0, 6]) {
      const store = await aStore();
      const { id } = await store.order();
      await pass(store, daysBefore);
      await change(store, id);
      const before = store.orders.byId(id);
      await pass(store, 30);
      expect(store.orders.byId(id)).toEqual(before);
      expect(history(store, id)).not.toContain("expired");
    }
  });

  it("does not end while its card payment is running", async () => {
    const store = await aStore();
    const { id } = await store.order({ method: "card" });
    await store.orders.awaitCard(id, "cs_1");
    await pass(store, 30);
    expect(store.orders.byId(id)).toMatchObject({ payment: { status: "awaiting-card" }, heldUntil: null });
  });

  it("is held as long as the owner has set for its payment method, or without end", async () => {
    const way = (handle: string) => ({ handle, title: handle, instructions: "Pay." });
    const payments = [way("e-transfer"), { ...way("cash"), unpaidOrdersExpireAfter: 60 }];
    const store = await aStore({ settings: { unpaidOrdersExpireAfter: null, payments } });
    const [never, cash] = [await store.order(), await store.order({ method: "cash" })];
    store.catalogue.change({ settings: { unpaidOrdersExpireAfter: 1, payments } });
    const short = await store.order();
    expect([never.heldUntil, cash.heldUntil, short.heldUntil]).toEqual([
      null,
      "2026-05-01T00:00:00.000Z",
      "2026-03-03T00:00:00.000Z",
    ]);
    await pass(store, 1);
    expect(history(store, short.id)).toEqual(["placed", "reminded"]);
    await pass(store, 400);
    const ended = [never, cash, short].map(({ id }) => history(store, id).includes("expired"));
    expect(ended).toEqual([false, true, true]);
  });

  it("gets a late reminder if the site was down, and is then held as long as after any reminder", async () => {
    const store = await aStore();
    const { id } = await store.order();
    await passAtOnce(store, 40);
    await store.orders.doWhatIsDue();
    expect(store.orders.byId(id)).toMatchObject({ cancelledAt: null, heldUntil: "2026-04-13T00:00:00.000Z" });
    expect(history(store, id)).toEqual(["placed", "reminded"]);
    await pass(store, 3);
    expect(history(store, id)).toEqual(["placed", "reminded", "expired"]);
  });

  it("ends at the next start if the site was down when it was due", async () => {
    const before = await aStore();
    const { id } = await before.order();
    await pass(before, 6);
    await before.orders.stop();
    before.close();
    const now = new Date(before.time.now.getTime() + 40 * DAY_MS);
    const next = await aStore({}, { dir: before.dir, now });
    await next.orders.doWhatIsDue();
    expect(next.orders.byId(id)).toMatchObject({ cancelReason: "unpaid" });
    expect(eventTypes(next)).toEqual(["expired"]);
  });

  it("is reminded and ended once, with other requests at the same time", async () => {
    const store = await aStore();
    const { id } = await store.order({ lines: [{ variant: store.variant("record"), quantity: 2 }] });
    for (const days of [6, 4]) {
      store.time.now = new Date(store.time.now.getTime() + days * DAY_MS);
      await Promise.all(Array.from({ length: 5 }, () => store.orders.doWhatIsDue()));
    }
    expect(history(store, id)).toEqual(["placed", "reminded", "expired"]);
    expect(eventTypes(store)).toEqual(["placed", "reminded", "expired"]);
    expect(store.stock.onHand(store.variant("record"))).toBe(5);
  });

  it("ends with an email to its buyer even if the process is killed and the site is down for long", async () => {
    const killed = await aStore({}, { sendEmails: () => new Promise(() => undefined) });
    await killed.order();
    killed.time.now = new Date(killed.time.now.getTime() + 6 * DAY_MS);
    await killed.orders.doWhatIsDue();
    killed.close();
    const now = new Date(killed.time.now.getTime() + 30 * DAY_MS);
    const next = await aStore({}, { dir: killed.dir, now });
    expect(eventTypes(next)).toEqual(["reminded"]);
  });

  it("ends together with a hundred others in one run", async () => {
    const stock = "1000";
    const store = await aStore({ products: [{ handle: "pin", title: "Pin", price: "6.00", stock }] });
    const pin = store.variant("pin");
    const lines = [{ variant: pin, quantity: 1 }];
    for (let count = 0; count < 120; count += 1) await store.order({ lines });
    await passAtOnce(store, 6);
    await passAtOnce(store, 3);
    expect(store.orders.list({ status: "cancelled" }, { limit: 1 }).total).toBe(120);
    expect(store.stock.onHand(pin)).toBe(1_000);
  });
});

describe("an order that ended unpaid", () => {
  const KNOWN = { status: "voided", paidAt: null };
  const contentsOf = (store: TestStore, id: number) =>
    store.data.read.get<{ text: string }>("SELECT contents || search_text AS text FROM orders WHERE id = ?", id)?.text;

  it.each<[what: string, end: (store: TestStore, id: number) => Promise<unknown>]>([
    ["expired", (store) => pass(store, 9)],
    ["was cancelled", ({ orders }, id) => orders.cancel(id)],
  ])(
    "is reduced 30 days after it %s: number, day, sums and history stay, its buyer and its lines go",
    async (_, end) => {
      const store = await aStore({
        settings: { giftCards: [{ code: "LAKE2026", balance: 500, currency: "CAD", isEnabled: true }] },
      });
      const placed = await store.order({ note: "Ring twice", giftCards: ["LAKE2026"] });
      await end(store, placed.id);
      const { events, ...ended } = { ...store.orders.byId(placed.id), events: history(store, placed.id) };
      await pass(store, 29);
      expect(store.orders.byId(placed.id)).toEqual(ended);
      await pass(store, 2);
      expect(store.orders.byId(placed.id)).toEqual({
        ...ended,
        email: "",
        lines: [],
        giftCards: [],
        address: null,
        note: null,
        delivery: { ...placed.delivery, instructions: "" },
        payment: { ...placed.payment, ...KNOWN, instructions: "" },
      });
      expect(contentsOf(store, placed.id)).not.toMatch(/ann|lake|pier|ring|long point|LAKE/i);
      expect(contentsOf(store, placed.id)?.length).toBeLessThan(700);
      expect(history(store, placed.id)).toEqual(events);
      expect(store.orders.list({ search: "#1001" }, { limit: 9 }).total).toBe(1);
      expect(store.orders.byStatusKey(placed.id, placed.statusKey)).toMatchObject({
        number: 1001,
        total: placed.total,
      });
    },
  );

  it.each<[what: string, end: (store: TestStore, id: number) => Promise<unknown>]>([
    ["was paid", ({ orders }, id) => orders.markPaid(id)],
    ["was paid and cancelled", async ({ orders }, id) => [await orders.markPaid(id), await orders.cancel(id, true)]],
    ["was sent before it was paid", ({ orders }, id) => orders.ship(id, TRACKING)],
  ])("is reduced, but an order that %s stays complete", async (_, end) => {
    const store = await aStore();
    const { id } = await store.order();
    await end(store, id);
    const before = store.orders.byId(id);
    await pass(store, 100);
    expect(store.orders.byId(id)).toEqual(before);
  });

  it("is reduced together with a hundred others in one run", async () => {
    const store = await aStore({ products: [{ handle: "pin", title: "Pin", price: "6.00" }] });
    const lines = [{ variant: store.variant("pin"), quantity: 1 }];
    for (let count = 0; count < 120; count += 1) await store.orders.cancel((await store.order({ lines })).id);
    await passAtOnce(store, 31);
    expect(store.data.read.get("SELECT count(*) AS whole FROM orders WHERE instr(contents, 'Pin')")).toEqual({
      whole: 0,
    });
  });
});

describe("a card payment that was given up", () => {
  it("is deleted a week later and its number is not used again; paid orders stay", async () => {
    const store = await aStore();
    const [givenUp, late, paid] = [
      await store.order({ method: "card" }),
      await store.order({ method: "card" }),
      await store.order({ method: "card" }),
    ];
    for (const { id } of [givenUp, late]) await store.orders.voidUnpaid(id);
    await store.orders.recordLatePayment(late.id, { paymentId: "pi_1", otherSum: null });
    await store.orders.markPaid(paid.id, { paymentId: "pi_2" });
    await pass(store, 6);
    expect(store.orders.byId(givenUp.id)).toBeDefined();
    await pass(store, 2);
    expect([givenUp, late, paid].map(({ id }) => store.orders.byId(id) !== undefined)).toEqual([false, true, true]);
    expect(store.data.read.all("SELECT * FROM order_events WHERE order_id = ?", givenUp.id)).toEqual([]);
    expect((await store.order()).id).toBe(4);
  });

  it("that never began is deleted too, even if nobody places another order", async () => {
    const store = await aStore();
    const { id } = await store.order({ method: "card" });
    await pass(store, 2);
    expect(store.orders.byId(id)).toMatchObject({ payment: { status: "voided" } });
    expect(store.stock.onHand(store.variant("record"))).toBe(5);
    await pass(store, 8);
    expect(store.orders.any()).toBe(false);
  });
});
