import { expect, it } from "vitest";
import { addSubscriber } from "../../data/data-folder.case.ts";
import { aStore } from "../../services/store/builtin/orders/a-store.case.ts";
import type { Account } from "../soak.ts";
import { newFan, newPurchase, openBooks, type Purchase, type SubscriptionState } from "./books.ts";
import { reconcile } from "./reconcile.ts";

/** A site with a list and a shop, and books in which nothing stands yet. */
async function aSite() {
  const store = await aStore();
  const books = openBooks();
  return {
    store,
    books,
    addFan(email: string, may: SubscriptionState[], removed = 0) {
      Object.assign(newFan(books, email), { may: new Set(may), removed });
    },
    /** Places an order and enters it as a buyer who was told of it. */
    async buy(email: string): Promise<Purchase> {
      const { id, total, lines } = await store.order({ email });
      const bought = lines.map(({ variantId, quantity }) => ({ variantId, quantity }));
      const purchase = Object.assign(newPurchase(books, email), { id, total, lines: bought, isSent: true });
      books.orders.push(purchase);
      return purchase;
    },
    change: (sql: string) => store.data.write((writer) => writer.run(sql)),
    reconcile: () => reconcile(books, store.data.dir),
  };
}

/** What is wrong by each account, and what was never answered. */
function wrongIn(accounts: Account[]) {
  return accounts
    .map(({ what, missing, twice, unaskedFor, unanswered }) => ({ what, missing, twice, unaskedFor, ...unanswered }))
    .filter(({ what: _, ...counts }) => Object.values(counts).some((count) => count > 0));
}

it("finds everything that was acknowledged once, and nothing wrong", async () => {
  const { store, addFan, buy, reconcile } = await aSite();
  await addSubscriber(store.data, "ann@example.com");
  addFan("ann@example.com", ["active"]);
  addFan("gone@example.com", ["absent"], 1);
  const purchase = await buy("buyer@example.com");
  await store.orders.markPaid(purchase.id ?? 0);
  purchase.changed.push("paid");
  const { accounts, astray } = reconcile();
  expect(astray).toEqual([]);
  expect(wrongIn(accounts)).toEqual([]);
  expect(accounts.map(({ acknowledged, once }) => [acknowledged, once])).toEqual([
    [1, 1],
    [0, 0],
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
});

it("misses who was told to be on the list, finds whom nobody put there, and who came back from a removal", async () => {
  const { store, addFan, reconcile } = await aSite();
  addFan("lost@example.com", ["active"]);
  await addSubscriber(store.data, "stranger@example.com");
  await addSubscriber(store.data, "back@example.com");
  addFan("back@example.com", ["absent"], 1);
  await addSubscriber(store.data, "refused@example.com");
  addFan("refused@example.com", ["absent"]);
  expect(wrongIn(reconcile().accounts)).toEqual([
    { what: "Addresses on the list", missing: 1, twice: 0, unaskedFor: 2, there: 0, notThere: 0 },
    { what: "Addresses that were removed", missing: 1, twice: 0, unaskedFor: 0, there: 0, notThere: 0 },
  ]);
});

it("counts apart what was never answered, stored or not", async () => {
  const { store, books, addFan, buy, reconcile } = await aSite();
  await addSubscriber(store.data, "perhaps@example.com");
  addFan("perhaps@example.com", ["absent", "active"]);
  addFan("perhaps-not@example.com", ["absent", "active"]);
  const purchase = await buy("buyer@example.com");
  purchase.id = undefined;
  books.orders.pop();
  newPurchase(books, "other@example.com").isSent = true;
  expect(wrongIn(reconcile().accounts)).toEqual([
    { what: "Addresses on the list", missing: 0, twice: 0, unaskedFor: 0, there: 1, notThere: 1 },
    { what: "Orders", missing: 0, twice: 0, unaskedFor: 0, there: 1, notThere: 1 },
  ]);
});

it("finds an order that is there twice, one that nobody sent, and a change that nobody made", async () => {
  const { store, buy, reconcile } = await aSite();
  const purchase = await buy("buyer@example.com");
  await store.order({ email: "buyer@example.com" });
  await store.order({ email: "stranger@example.com" });
  await store.orders.markPaid(purchase.id ?? 0);
  const { accounts, astray } = reconcile();
  expect(wrongIn(accounts)).toEqual([
    { what: "Orders", missing: 0, twice: 1, unaskedFor: 1, there: 0, notThere: 0 },
    { what: "The owner's changes of orders", missing: 0, twice: 0, unaskedFor: 1, there: 0, notThere: 0 },
  ]);
  expect(astray).toEqual(["Order 1 was placed and is stored otherwise"]);
});

it.each([
  ["an order without its beginning", "DELETE FROM order_events", /was never placed/],
  ["stock that does not add up", "UPDATE stock_levels SET on_hand = on_hand - 1 WHERE on_hand > 0", /left/],
  ["pieces that no order has", "DELETE FROM order_pieces", /taken/],
  ["another total", "UPDATE orders SET contents = json_set(contents, '$.total', 1)", /is not what/],
])("finds %s", async (_, sql, words) => {
  const { buy, change, reconcile } = await aSite();
  await buy("buyer@example.com");
  expect(reconcile().astray).toEqual([]);
  await change(sql);
  expect(reconcile().astray.join()).toMatch(words);
});
