import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { aDataFile } from "../../../../testing/a-data-file.ts";
import { aTestFolder } from "../../../../testing/gateway-process.ts";
import { aShop, tee } from "../catalogue/a-shop-folder.case.ts";
import { aStore, type TestStore } from "../orders/a-store.case.ts";
import { createStock } from "./stock.ts";

/** A products file with a record that has this stock, or whose stock is not counted, and a mug. */
const records = (stock?: string, counted?: string) => ({
  products: [
    {
      handle: "record",
      title: "Long Point (LP)",
      price: "32.50",
      grams: "450",
      ...(stock !== undefined && { stock }),
      ...(counted !== undefined && { counted }),
    },
    { handle: "mug", title: "Harbour mug", price: "18.00", grams: "400" },
  ],
});

const left = (store: TestStore) => store.stock.onHand(store.variant("record"));
const buy = (store: TestStore, quantity: number, method = "e-transfer") =>
  store.order({ lines: [{ variant: store.variant("record"), quantity }], method });

/** Writes another number to the owner's file, and waits until the stock has applied it. */
async function write(store: TestStore, stock?: string, counted?: string): Promise<void> {
  store.catalogue.change(records(stock, counted));
  left(store);
  await store.data.write(() => undefined);
}

describe("the owner's number", () => {
  it("is the stock at first; sales reduce it, and a restart does not reset it", async () => {
    const dir = aTestFolder();
    const first = await aStore(records("5"), { dir });
    expect(left(first)).toBe(5);
    await buy(first, 2);
    first.close();
    const second = await aStore(records("5"), { dir });
    expect(left(second)).toBe(3);
    expect(second.stock.covers(second.variant("record"), 3)).toBe(true);
    expect(second.stock.covers(second.variant("record"), 4)).toBe(false);
    expect(second.stock.isAvailable(second.variant("mug"))).toBe(true);
  });

  it("becomes the stock as soon as it changes", async () => {
    const store = await aStore(records("5"));
    await buy(store, 2);
    store.catalogue.change(records("20"));
    expect(left(store)).toBe(20);
    await buy(store, 1);
    expect(left(store)).toBe(19);
    const { version } = store.stock;
    await write(store, "19");
    expect(left(store)).toBe(19);
    expect(store.stock.version).toBeGreaterThan(version);
  });

  it("does not reset the stock when something else in the file is edited", async () => {
    const store = await aStore(records("5"));
    await buy(store, 2);
    const { version } = store.stock;
    store.catalogue.change({ ...records("5"), settings: { description: "Other words" } });
    expect(left(store)).toBe(3);
    expect(store.stock.version).toBe(version);
  });

  it("becomes the stock again when its day changes, once for each day", async () => {
    const dir = aTestFolder();
    const store = await aStore(records("5"), { dir });
    await buy(store, 5);
    store.catalogue.change(records("5", "2026-11-22"));
    expect(left(store)).toBe(5);
    expect(store.stock.isAvailable(store.variant("record"))).toBe(true);
    await buy(store, 2);
    expect(left(store)).toBe(3);
    // Neither removing the day nor adding the same day again is a new count.
    await write(store, "5");
    expect(left(store)).toBe(3);
    store.close();
    const again = await aStore(records("5", "2026-11-22"), { dir });
    expect(left(again)).toBe(3);
    await write(again, "5", "2026-11-23");
    expect(left(again)).toBe(5);
  });

  it("becomes the stock again without the pieces held for a card payment", async () => {
    const store = await aStore(records("5"));
    await buy(store, 3, "card");
    await write(store, "5", "2026-11-22");
    expect(left(store)).toBe(2);
  });

  it("can be removed, and set again", async () => {
    const store = await aStore(records("5"));
    const order = await buy(store, 2);
    await write(store);
    expect(left(store)).toBeNull();
    await buy(store, 40);
    await store.orders.cancel(order.id);
    await write(store, "5");
    expect(left(store)).toBe(5);
  });
});

it("reading a half-written products file does not put sold pieces on sale again", async () => {
  const whole = tee("price: 38.00", "stock: 12");
  const shop = aShop({ products: whole });
  const catalogue = shop.open();
  const data = aDataFile();
  const stock = await createStock(data, catalogue);
  const [sold] = catalogue.current().products[0]?.variants ?? [];
  if (!sold) throw new Error("The shop sells nothing");
  await data.write((writer) => writer.run("UPDATE stock_levels SET on_hand = 3"));
  stock.refresh([sold.id]);
  const newDay = tee("price: 38.00", "stock: 12", "counted: 2026-11-22");
  for (const text of [tee("price: 38.00"), tee("price: 38.00", "stock: 1"), newDay, whole]) {
    shop.write("store/products.yaml", text);
    shop.wait(500);
    const [variant] = catalogue.current().products[0]?.variants ?? [];
    expect(variant && stock.onHand(variant)).toBe(3);
    await data.write(() => undefined);
  }
});

describe("pieces held for a card payment", () => {
  it("are subtracted from a new number, and returned when the payment is given up", async () => {
    const store = await aStore(records("5"));
    const held = await buy(store, 3, "card");
    await write(store, "10");
    expect(left(store)).toBe(7);
    await store.orders.voidUnpaid(held.id);
    expect(left(store)).toBe(10);
  });

  it("cover a shortage first when they are returned after the owner has set a lower number", async () => {
    const store = await aStore(records("5"));
    const first = await buy(store, 1, "card");
    const second = await buy(store, 2, "card");
    await write(store, "1");
    expect(left(store)).toBe(0);
    // The first buyer pays and gets the only piece.
    await store.orders.markPaid(first.id, { paymentId: "pi_1" });
    await store.orders.voidUnpaid(second.id);
    expect(left(store)).toBe(0);
    await store.orders.cancel(first.id, true);
    expect(left(store)).toBe(1);
  });
});

it("numbers that another process wrote, for example a restore, are noticed", async () => {
  const store = await aStore(records("5"));
  const before = store.stock.version;
  const other = new DatabaseSync(store.data.path);
  other.exec("UPDATE stock_levels SET on_hand = 2");
  other.close();
  expect(store.stock.version).toBeGreaterThan(before);
  expect(left(store)).toBe(2);
});
