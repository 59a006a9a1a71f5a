import { expect, it } from "vitest";
import { addSubscriber } from "../../data/data-folder.case.ts";
import { aStore } from "../../services/store/builtin/orders/a-store.case.ts";
import type { Account } from "../soak.ts";
import { reconcile } from "./reconcile.ts";
import { createRecords, newFan, newPurchase, type Purchase, type SubscriptionState } from "./records.ts";

/** Makes a site with a list and a shop, and empty records. */
async function aSite() {
  const store = await aStore();
  const records = createRecords();
  return {
    store,
    records,
    addFan(email: string, states: SubscriptionState[]) {
      Object.assign(newFan(records, email), { possibleStates: new Set(states) });
    },
    /** Places an order and records it as acknowledged. */
    async buy(email: string): Promise<Purchase> {
      const { id, total, lines } = await store.order({ email });
      const bought = lines.map(({ variantId, quantity }) => ({ variantId, quantity }));
      const purchase = Object.assign(newPurchase(records, email), { id, total, lines: bought, isSubmitted: true });
      records.orders.push(purchase);
      return purchase;
    },
    change: (sql: string) => store.data.write((writer) => writer.run(sql)),
    reconcile: () => reconcile(records, store.data.dir),
  };
}

/** Returns the accounts that have differences or unanswered requests. */
function findDifferences(accounts: Account[]) {
  return accounts
    .map(({ what, missing, twice, unexpected, unanswered }) => ({ what, missing, twice, unexpected, ...unanswered }))
    .filter(({ what: _, ...counts }) => Object.values(counts).some((count) => count > 0));
}

it("counts everything that was acknowledged as stored once, and finds no differences", async () => {
  const { store, addFan, buy, reconcile } = await aSite();
  await addSubscriber(store.data, "ann@example.com");
  addFan("ann@example.com", ["active"]);
  addFan("gone@example.com", ["removed"]);
  const purchase = await buy("buyer@example.com");
  await store.orders.markPaid(purchase.id ?? 0);
  purchase.changed.push("paid");
  const { accounts, inconsistencies } = reconcile();
  expect(inconsistencies).toEqual([]);
  expect(findDifferences(accounts)).toEqual([]);
  expect(accounts.map(({ acknowledged, once }) => [acknowledged, once])).toEqual([
    [1, 1],
    [0, 0],
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
});

it("finds a missing address, unexpected addresses, and one that returned after its removal", async () => {
  const { store, addFan, reconcile } = await aSite();
  addFan("lost@example.com", ["active"]);
  await addSubscriber(store.data, "stranger@example.com");
  await addSubscriber(store.data, "back@example.com");
  addFan("back@example.com", ["removed"]);
  await addSubscriber(store.data, "refused@example.com");
  addFan("refused@example.com", ["absent"]);
  expect(findDifferences(reconcile().accounts)).toEqual([
    { what: "Addresses on the list", missing: 1, twice: 0, unexpected: 2, stored: 0, notStored: 0 },
    { what: "Addresses that were removed", missing: 1, twice: 0, unexpected: 0, stored: 0, notStored: 0 },
  ]);
});

it("counts unanswered requests separately, stored or not", async () => {
  const { store, records, addFan, buy, reconcile } = await aSite();
  await addSubscriber(store.data, "perhaps@example.com");
  addFan("perhaps@example.com", ["absent", "active"]);
  addFan("perhaps-not@example.com", ["absent", "active"]);
  const purchase = await buy("buyer@example.com");
  purchase.id = undefined;
  records.orders.pop();
  newPurchase(records, "other@example.com").isSubmitted = true;
  expect(findDifferences(reconcile().accounts)).toEqual([
    { what: "Addresses on the list", missing: 0, twice: 0, unexpected: 0, stored: 1, notStored: 1 },
    { what: "Orders", missing: 0, twice: 0, unexpected: 0, stored: 1, notStored: 1 },
  ]);
});

it("finds a duplicate order, an order that nobody submitted, and a change that nobody made", async () => {
  const { store, buy, reconcile } = await aSite();
  const purchase = await buy("buyer@example.com");
  await store.order({ email: "buyer@example.com" });
  await store.order({ email: "stranger@example.com" });
  await store.orders.markPaid(purchase.id ?? 0);
  const { accounts, inconsistencies } = reconcile();
  expect(findDifferences(accounts)).toEqual([
    { what: "Orders", missing: 0, twice: 1, unexpected: 1, stored: 0, notStored: 0 },
    { what: "The owner's changes of orders", missing: 0, twice: 0, unexpected: 1, stored: 0, notStored: 0 },
  ]);
  expect(inconsistencies).toEqual(["Order 1 was placed, but its row says something else"]);
});

it.each([
  ['an order without a "placed" event', "DELETE FROM order_events", /was never placed/],
  ["stock that does not add up", "UPDATE stock_levels SET on_hand = on_hand - 1 WHERE on_hand > 0", /left/],
  ["an order whose pieces are missing", "DELETE FROM order_pieces", /taken/],
  ["an order with another total", "UPDATE orders SET contents = json_set(contents, '$.total', 1)", /is not what/],
])("finds %s", async (_, sql, words) => {
  const { buy, change, reconcile } = await aSite();
  await buy("buyer@example.com");
  expect(reconcile().inconsistencies).toEqual([]);
  await change(sql);
  expect(reconcile().inconsistencies.join()).toMatch(words);
});
