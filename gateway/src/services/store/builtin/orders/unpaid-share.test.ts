import { describe, expect, it } from "vitest";
import type { Variant } from "../catalogue/catalogue.ts";
import { aStore, type CheckoutOverrides, type TestStore } from "./a-store.case.ts";

const TEES = { handle: "tee", title: "Tee", price: "38.00", stock: "40" };
const TRACKING = { trackingNumber: "", carrier: "", trackingUrl: "" };

type From = CheckoutOverrides & { client: string; method?: string };

/** Places an order as a client of the site does. */
async function placeFrom(store: TestStore, { client, method = "e-transfer", ...wanted }: From) {
  const ready = await store.checkout(wanted);
  const { total: expectedTotal, due: expectedDue } = ready.priced;
  return store.orders.place(ready, { method, expectedTotal, expectedDue }, { client, admit: () => ({ ok: true }) });
}

/** Places orders, each for another mailbox, until one is rejected. @returns the ids of the placed orders */
async function orderUntilRejected(store: TestStore, from: From & { variant: Variant; pieces: number }) {
  const ids: number[] = [];
  for (let turn = 0; turn < 500; turn += 1) {
    const lines = [{ variant: from.variant, quantity: from.pieces }];
    const result = await placeFrom(store, {
      email: `${from.client.replaceAll(" ", "-")}-${turn}@example.com`,
      ...from,
      lines,
    });
    if (!result?.ok) return { ids, error: result?.error };
    ids.push(result.order.id);
  }
  throw new Error("No order was rejected");
}

describe("free orders of one client", () => {
  const PINS = { handle: "pin", title: "Pin", price: "0.00", stock: "40" };
  const order = { client: "robot", delivery: "at-a-show", method: "nothing-due" };

  it("take at most half of what is counted, with any email addresses: others can have the rest", async () => {
    const store = await aStore({ products: [PINS] });
    const pin = store.variant("pin");
    const { ids, error } = await orderUntilRejected(store, { ...order, variant: pin, pieces: 10 });
    expect(ids).toHaveLength(2);
    expect(error).toEqual({ reason: "held-free", lines: [{ lineId: expect.any(String), title: "Pin", left: 0 }] });
    const lines = [{ variant: pin, quantity: 4 }];
    expect(await placeFrom(store, { ...order, client: "fan", lines })).toMatchObject({ ok: true });
  });

  it("use at most half of the uses of a code that takes everything off", async () => {
    const value = { kind: "percentage", millionths: 1_000_000 } as const;
    const code = { code: "GUEST", title: "Guest", value, limit: 10, oncePerCustomer: false };
    const store = await aStore({ settings: { discounts: [code] } });
    const { ids, error } = await orderUntilRejected(store, {
      ...order,
      discountCode: "GUEST",
      variant: store.variant("mug"),
      pieces: 1,
    });
    expect(ids).toHaveLength(5);
    expect(error).toEqual({ reason: "code-held-free", code: "GUEST" });
  });

  it("stop counting after a week or once they are sent, and never count as unpaid orders", async () => {
    const store = await aStore({ products: [PINS, { handle: "song", title: "Song", price: "0.00", shipped: "no" }] });
    const pin = store.variant("pin");
    const { ids } = await orderUntilRejected(store, { ...order, variant: pin, pieces: 10 });
    const more = () => placeFrom(store, { ...order, lines: [{ variant: pin, quantity: 1 }] });
    expect(await more()).toMatchObject({ error: { reason: "held-free" } });
    await store.orders.ship(ids[0] ?? 0, TRACKING);
    expect(await more()).toMatchObject({ ok: true });
    store.time.now = new Date(store.time.now.getTime() + 8 * 24 * 60 * 60 * 1_000);
    await store.orders.doWhatIsDue();
    expect(store.data.read.all("SELECT * FROM unpaid_holders")).toEqual([]);

    const song = { ...order, delivery: null, lines: [{ variant: store.variant("song"), quantity: 1 }] };
    for (let turn = 0; turn < 200; turn += 1) await placeFrom(store, { ...song, email: `${turn}@example.com` });
    expect(await placeFrom(store, { ...song, email: "ann@example.com" })).toMatchObject({ ok: true });
  });
});

describe("unpaid orders of one client", () => {
  it("hold at most half of each variant, with any email addresses: others can buy the rest", async () => {
    const store = await aStore({ products: [TEES] });
    const tee = store.variant("tee");
    const { ids, error } = await orderUntilRejected(store, { client: "robot", variant: tee, pieces: 10 });
    expect(ids).toHaveLength(2);
    expect(error).toEqual({
      reason: "held-unpaid",
      lines: [{ lineId: expect.any(String), title: "Tee", left: 0 }],
    });
    expect(store.stock.onHand(tee)).toBe(20);
    const fan = await placeFrom(store, { client: "fan", lines: [{ variant: tee, quantity: 4 }] });
    expect(fan).toMatchObject({ ok: true });
  });

  it("hold up to two pieces of scarce goods, and never more than there are", async () => {
    const [three, one] = [
      { ...TEES, handle: "three", stock: "3" },
      { ...TEES, handle: "one", stock: "1" },
    ];
    const store = await aStore({ products: [three, one] });
    const wanted = (name: string, quantity: number) => [{ variant: store.variant(name), quantity }];
    expect(await placeFrom(store, { client: "fan", lines: wanted("three", 3) })).toMatchObject({
      ok: false,
      error: { reason: "held-unpaid", lines: [{ title: "Tee", left: 2 }] },
    });
    expect(await placeFrom(store, { client: "fan", lines: wanted("three", 2) })).toMatchObject({ ok: true });
    expect(await placeFrom(store, { client: "fan", lines: wanted("one", 1) })).toMatchObject({ ok: true });
  });

  it.each<[what: string, change: (store: TestStore, id: number) => Promise<unknown>]>([
    ["are paid", ({ orders }, id) => orders.markPaid(id)],
    ["are cancelled", ({ orders }, id) => orders.cancel(id)],
    ["are sent, or made ready", ({ orders }, id) => orders.ship(id, TRACKING)],
    [
      "have ended",
      async ({ orders, time }) => {
        for (const days of [6, 3]) {
          time.now = new Date(time.now.getTime() + days * 24 * 60 * 60 * 1_000);
          await orders.doWhatIsDue();
        }
      },
    ],
  ])("no longer count once they %s", async (_, change) => {
    const store = await aStore({ products: [TEES] });
    const door = { client: "phone at the door", variant: store.variant("tee"), pieces: 1 };
    const { ids } = await orderUntilRejected(store, door);
    expect(ids).toHaveLength(20);
    for (const id of ids) await change(store, id);
    expect(await placeFrom(store, { ...door, lines: [{ variant: door.variant, quantity: 1 }] })).toMatchObject({
      ok: true,
    });
    expect(store.data.read.get("SELECT count(DISTINCT order_id) AS orders FROM unpaid_holders")).toEqual({ orders: 1 });
  });

  it("still count after a restart, and no network address of a client is stored", async () => {
    const before = await aStore({ products: [TEES] });
    const robot = (store: TestStore) => ({ client: "203.0.113.7", variant: store.variant("tee"), pieces: 10 });
    await orderUntilRejected(before, robot(before));
    expect(before.data.read.all("SELECT holder FROM unpaid_holders")).toContainEqual({ holder: "hash of 203.0.113.7" });
    await before.orders.stop();
    before.close();
    const next = await aStore({ products: [TEES] }, { dir: before.dir });
    expect((await orderUntilRejected(next, robot(next))).ids).toEqual([]);
  });

  it("for one mailbox count together, from any network address and in any spelling", async () => {
    const store = await aStore({ products: [TEES] });
    const variant = store.variant("tee");
    const place = (client: string, email: string) =>
      placeFrom(store, { client, email, lines: [{ variant, quantity: 10 }] });
    expect(await place("one", "ann+one@example.com")).toMatchObject({ ok: true });
    expect(await place("two", "ann+two@example.com")).toMatchObject({ ok: true });
    expect(await place("three", "ann@example.com")).toMatchObject({ error: { reason: "held-unpaid" } });
  });

  it("for one mailbox are revealed to another client only by answers that count as orders", async () => {
    const store = await aStore({ products: [{ ...TEES, stock: "6" }] });
    const tee = store.variant("tee");
    await placeFrom(store, { client: "ann", email: "ann@example.com", lines: [{ variant: tee, quantity: 2 }] });
    const counted: string[] = [];
    const ask = async (email: string, quantity: number) => {
      const ready = await store.checkout({ email, lines: [{ variant: tee, quantity }] });
      const { total: expectedTotal } = ready.priced;
      const admit = (mailbox: string) => {
        counted.push(mailbox);
        return { ok: true } as const;
      };
      return store.orders.place(ready, { method: "e-transfer", expectedTotal }, { client: "stranger", admit });
    };
    for (const email of ["ann@example.com", "bob@example.com"]) {
      expect(await ask(email, 3)).toMatchObject({ error: { reason: "held-unpaid", lines: [{ left: 2 }] } });
    }
    expect(counted).toEqual([]);
    expect(await ask("ann@example.com", 2)).toMatchObject({ error: { reason: "held-unpaid", lines: [{ left: 1 }] } });
    expect(counted).toEqual(["ann@example.com"]);
  });

  it("do not block card payments from the same network, which are counted separately", async () => {
    const store = await aStore({ products: [TEES] });
    const variant = store.variant("tee");
    const hall = { client: "the hall", variant, pieces: 5 };
    expect((await orderUntilRejected(store, hall)).ids).toHaveLength(4);
    const { ids } = await orderUntilRejected(store, { ...hall, method: "card" });
    expect(ids).toHaveLength(2);
    for (const id of ids) await store.orders.markPaid(id, { paymentId: `pi_${id}` });
    expect((await orderUntilRejected(store, { ...hall, method: "card" })).ids).toHaveLength(1);
  });

  it("by card: the first may take all that is left, further orders only the client's share", async () => {
    const store = await aStore({ products: [{ ...TEES, stock: "8" }] });
    const variant = store.variant("tee");
    const place = (client: string, quantity: number) =>
      placeFrom(store, { client, email: `${client}@example.com`, lines: [{ variant, quantity }], method: "card" });
    expect(await place("fan", 4)).toMatchObject({ ok: true });
    expect(await place("fan", 4)).toMatchObject({ error: { reason: "held-unpaid" } });
    expect(await place("friend", 4)).toMatchObject({ ok: true });
  });

  it("by card: a client that has given up three may only take its share, until they are a week old", async () => {
    const store = await aStore({ products: [{ ...TEES, stock: "8" }] });
    const variant = store.variant("tee");
    const place = (turn: number) => {
      const lines = [{ variant, quantity: 8 }];
      return placeFrom(store, { client: "robot", email: `${turn}@example.com`, lines, method: "card" });
    };
    for (let turn = 0; turn < 3; turn += 1) {
      const placed = await place(turn);
      expect(placed).toMatchObject({ ok: true });
      if (placed?.ok) await store.orders.voidUnpaid(placed.order.id);
    }
    expect(await place(3)).toMatchObject({ error: { reason: "held-unpaid", lines: [{ left: 4 }] } });
    store.time.now = new Date(store.time.now.getTime() + 8 * 24 * 60 * 60 * 1_000);
    await store.orders.doWhatIsDue();
    expect(await place(4)).toMatchObject({ ok: true });
  });

  it("do not count if a gift card pays them, or for goods without a stock limit", async () => {
    const card = { code: "LAKE12345678", balance: 1_000_000, currency: "CAD", isEnabled: true };
    const many = Array.from({ length: 30 }, (_, turn) => `fan${turn}@example.com`);
    const store = await aStore({
      products: [
        { ...TEES, handle: "guest", shipped: "no" },
        { ...TEES, handle: "preorder", stock: "2", keepSelling: "yes" },
        { handle: "pin", title: "Pin", price: "6.00" },
      ],
      settings: { giftCards: [card] },
    });
    for (const email of many) {
      for (const handle of ["preorder", "pin"]) {
        const lines = [{ variant: store.variant(handle), quantity: 1 }];
        expect(await placeFrom(store, { client: "hall", email, lines })).toMatchObject({ ok: true });
      }
      const lines = [{ variant: store.variant("guest"), quantity: 1 }];
      const paid = { client: "hall", email, lines, delivery: null, giftCards: [card.code] };
      expect(await placeFrom(store, paid)).toMatchObject({ ok: true });
    }
  });

  it("use at most half of the remaining uses of a code, and others can use the rest", async () => {
    const value = { kind: "percentage", millionths: 100_000 } as const;
    const code = { code: "FIRST10", title: "FIRST10", value, limit: 10, oncePerCustomer: false };
    const store = await aStore({
      products: [{ handle: "pin", title: "Pin", price: "6.00" }],
      settings: { discounts: [code] },
    });
    const lines = [{ variant: store.variant("pin"), quantity: 1 }];
    const place = (client: string, turn: number) =>
      placeFrom(store, { client, email: `${client}-${turn}@example.com`, lines, discountCode: "first10" });
    for (let turn = 0; turn < 5; turn += 1) expect(await place("robot", turn)).toMatchObject({ ok: true });
    expect(await place("robot", 5)).toMatchObject({ error: { reason: "code-held-unpaid" } });
    expect(await place("fan", 1)).toMatchObject({ ok: true });
    await store.orders.markPaid(1);
    expect(await place("robot", 6)).toMatchObject({ error: { reason: "code-held-unpaid" } });
    for (const id of [2, 3]) await store.orders.markPaid(id);
    expect(await place("robot", 7)).toMatchObject({ ok: true });
  });

  it("hold at most the share that the owner has set, up to 100 percent", async () => {
    const store = await aStore({ products: [TEES], settings: { unpaidShareMillionths: 250_000 } });
    const variant = store.variant("tee");
    const { ids } = await orderUntilRejected(store, { client: "robot", variant, pieces: 1 });
    expect(ids).toHaveLength(10);
    store.catalogue.change({ products: [TEES], settings: { unpaidShareMillionths: 1_000_000 } });
    for (const quantity of [10, 10, 10]) {
      const lines = [{ variant, quantity }];
      const email = `${store.stock.onHand(variant)}@example.com`;
      expect(await placeFrom(store, { client: "robot", email, lines })).toMatchObject({ ok: true });
    }
    expect(store.stock.onHand(variant)).toBe(0);
  });

  it("are limited to 200 at a time, including card orders that were given up", async () => {
    const store = await aStore({ products: [{ handle: "pin", title: "Pin", price: "6.00" }] });
    const robot = { client: "robot", variant: store.variant("pin"), pieces: 1 };
    for (let turn = 0; turn < 100; turn += 1) {
      const lines = [{ variant: robot.variant, quantity: 1 }];
      const result = await placeFrom(store, { ...robot, email: `card${turn}@example.com`, lines, method: "card" });
      if (result?.ok) await store.orders.voidUnpaid(result.order.id);
    }
    const { ids, error } = await orderUntilRejected(store, robot);
    expect([ids.length, error]).toEqual([100, { reason: "too-many-unpaid" }]);
    store.time.now = new Date(store.time.now.getTime() + 8 * 24 * 60 * 60 * 1_000);
    await store.orders.doWhatIsDue();
    expect((await orderUntilRejected(store, { ...robot, client: "robot" })).ids).toHaveLength(100);
  });
});
