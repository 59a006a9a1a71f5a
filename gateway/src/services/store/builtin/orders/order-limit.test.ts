import { describe, expect, it } from "vitest";
import { aStore } from "./a-store.case.ts";
import { createOrderLimits, type OrderLimit } from "./order-limit.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Tries `count` orders, each for another mailbox. @returns how many were admitted */
function admitted(limit: OrderLimit, count: number, clientOf: (turn: number) => string, isFree = false): number {
  const turns = Array.from({ length: count }, (_, turn) => limit(clientOf(turn), `${turn}@example.com`, isFree));
  return turns.filter(({ ok }) => ok).length;
}

describe("orders", () => {
  it("by 200 buyers behind one network address pass at once, and then one order every ten seconds", () => {
    let now = 0;
    const { orderLimit: limit } = createOrderLimits(() => now);
    expect(admitted(limit, 300, () => "the hall")).toBe(200);
    now += 10_000;
    expect(admitted(limit, 3, () => "the hall")).toBe(1);
  });

  it("that are free are limited to 200 a day for one client, so that it cannot send emails without end", async () => {
    let now = 0;
    const { orderLimit: limit } = createOrderLimits(() => now);
    expect(admitted(limit, 300, () => "the hall", true)).toBe(200);
    let placed = 0;
    for (; now < DAY_MS; now += 60_000) placed += Number(limit("the hall", `${now}@example.com`, true).ok);
    expect(placed).toBe(199);
    expect(limit("the hall", "ann@example.com", false).ok).toBe(true);

    const store = await aStore({ products: [{ handle: "song", title: "Song", price: "0.00", shipped: "no" }] });
    const lines = [{ variant: store.variant("song"), quantity: 1 }];
    const ready = await store.checkout({ lines, address: null, delivery: null });
    const result = await store.orders.place(
      ready,
      { method: "nothing-due", expectedTotal: 0, expectedDue: 0 },
      { client: "the hall", admit: (email, isFree) => limit("the hall", email, isFree) },
    );
    expect(result).toMatchObject({ error: { reason: "too-many-orders" } });
  });

  it("of a robot with a thousand addresses are slowed, and others can still buy", () => {
    const { orderLimit: limit } = createOrderLimits(() => 0);
    expect(admitted(limit, 20_000, (turn) => `robot ${turn % 1_000}`)).toBeLessThanOrEqual(3_200);
    expect(limit("fan", "ann@example.com", false).ok).toBe(true);
  });

  it("for one mailbox are few, also by card and from many addresses, and orders that are not placed do not count", async () => {
    const { orderLimit: limit } = createOrderLimits(() => 0);
    let client = 0;
    const store = await aStore();
    const place = async (method: string, expectedTotal?: number) => {
      const ready = await store.checkout({ lines: [{ variant: store.variant("mug"), quantity: 1 }] });
      const { total, due } = ready.priced;
      client += 1;
      const result = await store.orders.place(
        ready,
        { method, expectedTotal: expectedTotal ?? total, expectedDue: due },
        { client: `client ${client}`, admit: (email, isFree) => limit(`client ${client}`, email, isFree) },
      );
      return result?.ok ? "placed" : result?.error;
    };
    for (let n = 0; n < 9; n += 1) await place("e-transfer", 1);
    for (let n = 0; n < 2; n += 1) expect(await place("card")).toBe("placed");
    for (let n = 0; n < 3; n += 1) expect(await place("e-transfer")).toBe("placed");
    expect(await place("e-transfer")).toEqual({ reason: "too-many-orders", retryAfterSeconds: 600 });
    expect(await place("card")).toEqual({ reason: "too-many-orders", retryAfterSeconds: 600 });
  });

  it("and withdrawals share one limit for each mailbox, so that together they do not send more emails", () => {
    const { orderLimit, withdrawalLimit } = createOrderLimits(() => 0);
    const limits = [orderLimit, withdrawalLimit, orderLimit, withdrawalLimit, withdrawalLimit];
    const admit = (limit: OrderLimit, at: number) => limit(`client ${at}`, `ann+${at}@example.com`, false).ok;
    expect(limits.map(admit)).toEqual([true, true, true, true, true]);
    expect([orderLimit, withdrawalLimit].map(admit)).toEqual([false, false]);
  });
});

it("withdrawals of one client are limited to some 200 a day, because each one sends an email", () => {
  let now = 0;
  const { withdrawalLimit } = createOrderLimits(() => now);
  let admitted = 0;
  for (; now < DAY_MS; now += 60_000) admitted += Number(withdrawalLimit("robot", `${now}@example.com`).ok);
  expect(admitted).toBe(229);
});
