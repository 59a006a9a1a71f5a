import { describe, expect, it } from "vitest";
import { aStore, type TestStore } from "./a-store.case.ts";
import type { OrderEvent } from "./order-event.ts";
import { OWNER_EMAILS_AN_HOUR } from "./owner-summary.ts";

const MINUTE_MS = 60_000;

async function aBusyStore() {
  const emails: OrderEvent["type"][] = [];
  const store = await aStore(
    { products: [{ handle: "pin", title: "Pin", price: "6.00" }] },
    { sendEmails: async ({ type }, _, toOwner) => void (toOwner && emails.push(type)) },
  );
  return { store, emails };
}

async function orders(store: TestStore, count: number): Promise<void> {
  const lines = [{ variant: store.variant("pin"), quantity: 1 }];
  for (let n = 0; n < count; n += 1) await store.order({ lines });
}

async function pass(store: TestStore, minutes: number): Promise<void> {
  store.time.now = new Date(store.time.now.getTime() + minutes * MINUTE_MS);
  await store.orders.doWhatIsDue();
}

describe("emails to the owner about orders", () => {
  it("report twenty events an hour in separate emails, and all others in one summary", async () => {
    const { store, emails } = await aBusyStore();
    await orders(store, OWNER_EMAILS_AN_HOUR + 180);
    expect(emails).toHaveLength(OWNER_EMAILS_AN_HOUR);
    await pass(store, 59);
    expect(store.summaries).toEqual([]);
    await pass(store, 1);
    expect(store.summaries).toMatchObject([{ unnamed: 130 }]);
    const [summary] = store.summaries;
    expect(summary?.events).toHaveLength(50);
    expect(summary?.events[0]).toMatchObject({ type: "placed", order: { number: 1_021 } });
    await pass(store, 60);
    expect(store.summaries).toHaveLength(1);
  });

  it("report single events again once the summary is written", async () => {
    const { store, emails } = await aBusyStore();
    await orders(store, OWNER_EMAILS_AN_HOUR + 1);
    await pass(store, 30);
    await orders(store, 1);
    await pass(store, 30);
    expect(store.summaries.map(({ events }) => events.length)).toEqual([2]);
    await orders(store, 3);
    expect(emails).toHaveLength(OWNER_EMAILS_AN_HOUR + 3);
  });

  it("do not count events that send the owner no email", async () => {
    const { store } = await aBusyStore();
    const lines = [{ variant: store.variant("pin"), quantity: 1 }];
    for (let n = 0; n < OWNER_EMAILS_AN_HOUR; n += 1) {
      const { id } = await store.order({ lines });
      await store.orders.markPaid(id);
      await store.orders.cancel(id, true);
    }
    await pass(store, 60);
    expect(store.summaries).toEqual([]);
  });

  it("include the summary only once, even if the process is killed", async () => {
    const { store } = await aBusyStore();
    await orders(store, OWNER_EMAILS_AN_HOUR + 5);
    store.close();
    const now = new Date(store.time.now.getTime() + 90 * MINUTE_MS);
    const next = await aStore({}, { dir: store.dir, now });
    await next.orders.doWhatIsDue();
    await next.orders.doWhatIsDue();
    expect(next.summaries.map(({ events }) => events.length)).toEqual([5]);
  });
});
