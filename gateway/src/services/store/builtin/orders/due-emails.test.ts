import { describe, expect, it } from "vitest";
import { writeBackup } from "../../../../data/backup.ts";
import { restoreBackup } from "../../../../data/restore.ts";
import type { Order } from "../model/order.ts";
import { aStore } from "./a-store.case.ts";
import type { OrderEvent } from "./order-event.ts";

const HOUR_MS = 60 * 60 * 1_000;
const TRACKING = { trackingNumber: "LP1", carrier: "Post", trackingUrl: "" };

type Store = Awaited<ReturnType<typeof aStore>>;

/** Writes emails but never settles, as if the process were killed meanwhile. */
const killedMeanwhile = () => new Promise<void>(() => undefined);

/** An order whose emails were sent, and the folder of its store, which is stopped. */
async function anOrderOfBefore(change: (store: Store, order: Order) => Promise<unknown> = async () => undefined) {
  const before = await aStore();
  const order = await before.order();
  await change(before, order);
  await before.orders.stop();
  before.close();
  return { order, dir: before.dir };
}

describe("emails about an order that a crash prevented", () => {
  it.each<[type: OrderEvent["type"], change: (orders: Store["orders"], id: number) => Promise<unknown>]>([
    ["paid", (orders, id) => orders.markPaid(id)],
    ["shipped", (orders, id) => orders.ship(id, TRACKING)],
    ["cancelled", (orders, id) => orders.cancel(id)],
  ])("are sent at the next start, once: %s", async (type, change) => {
    const { order, dir } = await anOrderOfBefore();
    const killed = await aStore({}, { dir, sendEmails: killedMeanwhile });
    await change(killed.orders, order.id);
    killed.close();
    const next = await aStore({}, { dir });
    expect(next.events).toEqual([{ type, order: next.orders.byId(order.id) }]);
    await next.orders.stop();
    next.close();
    expect((await aStore({}, { dir })).events).toEqual([]);
  });

  it("include those about the new order, the payment and the refund, in this order", async () => {
    const killed = await aStore({}, { sendEmails: killedMeanwhile });
    const { id } = await killed.order();
    await killed.orders.markPaid(id);
    await killed.orders.refund(id);
    killed.close();
    const next = await aStore({}, { dir: killed.dir });
    expect(next.events.map(({ type, order }) => [type, order.id])).toEqual([
      ["placed", id],
      ["paid", id],
      ["refunded", id],
    ]);
  });

  it("are one email if a card payment was refunded before the processor's first message", async () => {
    const before = await aStore();
    const { id } = await before.order({ method: "card" });
    await before.orders.stop();
    before.close();
    const killed = await aStore({}, { dir: before.dir, sendEmails: killedMeanwhile });
    await killed.orders.markPaidBack(id, { paymentId: "pi_1" });
    killed.close();
    expect((await aStore({}, { dir: before.dir })).events.map(({ type }) => type)).toEqual(["refunded"]);
  });

  it("are not sent when a day or more has passed", async () => {
    const killed = await aStore({}, { sendEmails: killedMeanwhile });
    await killed.order();
    killed.close();
    const { dir } = killed;
    const later = (ms: number) => aStore({}, { dir, now: new Date(killed.time.now.getTime() + ms) });
    const late = await later(24 * HOUR_MS);
    expect(late.events).toEqual([]);
    await late.data.write(() => undefined);
    late.close();
    expect((await later(HOUR_MS)).events).toEqual([]);
  });

  it("are sent within the day, even with a clock that starts years in the past", async () => {
    for (const ms of [23 * HOUR_MS, -HOUR_MS, -50_000 * HOUR_MS]) {
      const killed = await aStore({}, { sendEmails: killedMeanwhile });
      await killed.order();
      killed.close();
      const now = new Date(killed.time.now.getTime() + ms);
      expect((await aStore({}, { dir: killed.dir, now })).events).toHaveLength(1);
    }
  });

  it("are not sent for a change that was rejected or had been made before", async () => {
    const { order, dir } = await anOrderOfBefore((store, { id }) => store.orders.markPaid(id));
    const killed = await aStore({}, { dir, sendEmails: killedMeanwhile });
    await killed.orders.markPaid(order.id);
    await killed.orders.cancel(order.id);
    killed.close();
    expect((await aStore({}, { dir })).events).toEqual([]);
  });

  it("are not sent after a backup is restored, because buyers may have them already", async () => {
    const killed = await aStore({}, { sendEmails: killedMeanwhile });
    await killed.order();
    const { dir, path } = killed.data;
    const { path: file } = writeBackup({ path, dir, kind: "manual", now: killed.time.now });
    killed.close();
    await restoreBackup({ dir, file, now: killed.time.now });
    const next = await aStore({}, { dir });
    expect(next.orders.any()).toBe(true);
    expect(next.events).toEqual([]);
  });

  it("are sent by only one gateway: a second gateway cannot open the folder of the first", async () => {
    const sent: OrderEvent["type"][] = [];
    const first = await aStore(
      {},
      {
        sendEmails: ({ type }) => {
          sent.push(type);
          return killedMeanwhile();
        },
      },
    );
    await first.order();
    const second = { dir: first.dir, sendEmails: async ({ type }: OrderEvent) => void sent.push(type) };
    await expect(aStore({}, second)).rejects.toMatchObject({ reason: "locked" });
    expect(sent).toEqual(["placed"]);
    first.close();
    await aStore({}, second);
    expect(sent).toEqual(["placed", "placed"]);
  });

  it("are finished before the site stops, so that the next start does not send them again", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stopping = await aStore({}, { sendEmails: () => promise });
    await stopping.order();
    const stopped = stopping.orders.stop();
    resolve();
    await stopped;
    stopping.close();
    expect((await aStore({}, { dir: stopping.dir })).events).toEqual([]);
  });
});

describe("emails about an order that could not be written, for example because the disk was full", () => {
  it("are retried until they are written, and not again after that", async () => {
    let isFull = true;
    const sent: string[] = [];
    const store = await aStore(
      {},
      {
        sendEmails: async ({ type }) => {
          if (isFull) throw new Error("ENOSPC");
          sent.push(type);
        },
      },
    );
    const { id } = await store.order();
    await store.orders.markPaid(id);
    const again = async () => {
      store.orders.sendDueEmails();
      await store.orders.stop();
      return [...sent];
    };
    expect(await again()).toEqual([]);
    isFull = false;
    expect(await again()).toEqual(["placed", "paid"]);
    expect(await again()).toEqual(["placed", "paid"]);
  });

  it("are not retried while they are being written", async () => {
    const sent: string[] = [];
    const store = await aStore(
      {},
      {
        sendEmails: ({ type }) => {
          sent.push(type);
          return killedMeanwhile();
        },
      },
    );
    await store.order();
    store.orders.sendDueEmails();
    expect(sent).toEqual(["placed"]);
  });

  it("are not retried if the commit that stores them as due also removes earlier due emails", async () => {
    const first = Promise.withResolvers<void>();
    const sent: number[] = [];
    const store = await aStore(
      {},
      {
        sendEmails: ({ order }) => {
          sent.push(order.number);
          return sent.length === 1 ? first.promise : killedMeanwhile();
        },
      },
    );
    await store.order();
    const next = await store.checkout();
    first.resolve();
    // The removal of the first emails is requested before the second order, so both go into one commit.
    await first.promise;
    await Promise.resolve();
    await store.place(next);
    await store.data.write(() => undefined);
    store.orders.sendDueEmails();
    expect(sent).toEqual([1001, 1002]);
  });
});
