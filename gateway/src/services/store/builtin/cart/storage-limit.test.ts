import { describe, expect, it } from "vitest";
import type { DataFile } from "../../../../data/data-file.ts";
import { createReachedTime } from "../../../../data/reached-time.ts";
import { aDataFile } from "../../../../testing/a-data-file.ts";
import { EMPTY_CHECKOUT, insertCheckout, readStoredCheckout } from "../checkout/stored-checkouts.ts";
import { type CartContents, insertCart, readCart, updateCart } from "./carts.ts";
import { enforceStorageLimit } from "./storage-limit.ts";

const NOBODY = { countryCode: null, email: null, phone: null };
const EMPTY: CartContents = { lines: [], note: null, attributes: [], buyerIdentity: NOBODY, discountCodes: [] };
const FILLED: CartContents = { ...EMPTY, lines: [{ id: "a line", variantId: 1, quantity: 1, attributes: [] }] };
const START = new Date("2026-01-01T00:00:00Z");

const later = (days: number, from = START) => new Date(from.getTime() + days * 24 * 60 * 60 * 1000);
const countOf = (data: DataFile, table: string) =>
  data.read.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count;
const bytesOf = (data: DataFile, table: string) =>
  data.read.get<{ bytes: number }>("SELECT bytes FROM cart_bytes WHERE kind = ?", table)?.bytes ?? 0;

describe("expired carts and checkouts", () => {
  it("are deleted when a new one is created: carts after 90 days, checkouts after 30", async () => {
    const data = aDataFile();
    const made = await data.write((writer) => ({
      cart: insertCart(writer, FILLED, { client: null, now: START }),
      touched: insertCart(writer, FILLED, { client: null, now: START }),
      checkout: insertCheckout(writer, EMPTY_CHECKOUT, { cartToken: null, client: null, now: START }).stored,
    }));
    await data.write((writer) => updateCart(writer, made.touched, FILLED, later(80)));
    const insertBoth = (now: Date) =>
      data.write((writer) => {
        insertCart(writer, FILLED, { client: null, now });
        insertCheckout(writer, EMPTY_CHECKOUT, { cartToken: null, client: null, now });
      });

    await insertBoth(later(30));
    expect(readStoredCheckout(data.read, made.checkout.token)).toBeDefined();
    await insertBoth(later(30.1));
    expect(readStoredCheckout(data.read, made.checkout.token)).toBeUndefined();
    await insertBoth(later(90));
    expect(readCart(data.read, made.cart.token)).toBeDefined();
    await insertBoth(later(90.1));
    expect(readCart(data.read, made.cart.token)).toBeUndefined();
    expect(readCart(data.read, made.touched.token)).toBeDefined();
  });

  it("stay while the clock has been ahead for less than an hour", async () => {
    const data = aDataFile();
    const reachedTime = createReachedTime(data, () => START);
    await reachedTime();
    await data.write((writer) => insertCart(writer, FILLED, { client: null, now: START }));
    await data.write((writer) => insertCart(writer, FILLED, { client: null, now: later(3_650) }));
    expect(countOf(data, "carts")).toBe(2);
  });

  it("are deleted a few at a time", async () => {
    const data = aDataFile();
    await data.write((writer) => {
      for (let at = 0; at < 25; at += 1) insertCart(writer, FILLED, { client: null, now: START });
    });
    for (const left of [16, 7, 3]) {
      await data.write((writer) => insertCart(writer, FILLED, { client: null, now: later(100) }));
      expect(countOf(data, "carts")).toBe(left);
    }
  });
});

describe("the storage limit of carts", () => {
  it("counts the bytes of every insert, change and deletion", async () => {
    const data = aDataFile();
    const sizeOf = (contents: unknown) => JSON.stringify(contents).length + 400;
    const cart = await data.write((writer) => insertCart(writer, EMPTY, { client: null, now: START }));
    await data.write((writer) => insertCheckout(writer, EMPTY_CHECKOUT, { cartToken: null, client: null, now: START }));
    expect(bytesOf(data, "carts")).toBe(sizeOf(EMPTY));
    expect(bytesOf(data, "checkouts")).toBe(sizeOf(EMPTY_CHECKOUT));
    await data.write((writer) => updateCart(writer, cart, FILLED, START));
    expect(bytesOf(data, "carts")).toBe(sizeOf(FILLED));
    await data.write((writer) => writer.run("DELETE FROM carts"));
    await data.write((writer) => writer.run("DELETE FROM checkouts"));
    expect([bytesOf(data, "carts"), bytesOf(data, "checkouts")]).toEqual([0, 0]);
  });

  it("deletes large carts before fans' carts, even if the large carts are newer", async () => {
    const data = aDataFile();
    const large: CartContents = { ...FILLED, note: "x".repeat(4_000) };
    const insert = (contents: CartContents, days: number) =>
      data.write((writer) => insertCart(writer, contents, { client: null, now: later(days) }).token);
    const fans = await Promise.all(Array.from({ length: 30 }, (_, at) => insert(FILLED, at)));
    const limit = bytesOf(data, "carts");
    const flood = await Promise.all(Array.from({ length: 30 }, () => insert(large, 50)));
    const [last = ""] = fans;

    await data.write((writer) => enforceStorageLimit(writer, "carts", last, limit));
    expect(flood.filter((token) => readCart(data.read, token))).toEqual([]);
    expect(fans.filter((token) => readCart(data.read, token))).toEqual(fans);
    await data.write((writer) => enforceStorageLimit(writer, "carts", last, limit - 1));
    expect(fans.filter((token) => readCart(data.read, token))).toEqual([last, ...fans.slice(21)]);
  });

  it.each(["carts", "checkouts"])("finds large %s without reading them all", (table) => {
    const plan = aDataFile().read.all<{ detail: string }>(
      `EXPLAIN QUERY PLAN SELECT token FROM ${table} WHERE octet_length(contents) > 4000 AND token <> ? ORDER BY updated_at`,
      "",
    );
    expect(plan.map(({ detail }) => detail)).toEqual([`SCAN ${table} USING INDEX ${table}_large`]);
  });

  it("deletes empty carts first, then the least recently changed, but never the cart that has just grown", async () => {
    const data = aDataFile();
    const insert = (contents: CartContents, days: number) =>
      data.write((writer) => insertCart(writer, contents, { client: null, now: later(days) }).token);
    const first = await Promise.all(Array.from({ length: 30 }, (_, at) => insert(FILLED, at)));
    const empty = await Promise.all(Array.from({ length: 20 }, () => insert(EMPTY, 50)));
    const last = await insert(EMPTY, 60);
    const full = bytesOf(data, "carts");

    await data.write((writer) => enforceStorageLimit(writer, "carts", last, full));
    expect(countOf(data, "carts")).toBe(51);
    await data.write((writer) => enforceStorageLimit(writer, "carts", last, full - 1));
    expect(empty.filter((token) => readCart(data.read, token))).toEqual([]);
    expect(countOf(data, "carts")).toBe(31);
    await data.write((writer) => enforceStorageLimit(writer, "carts", last, bytesOf(data, "carts") - 1));
    expect(first.map((token) => readCart(data.read, token) !== undefined)).toEqual([
      ...Array.from({ length: 20 }, () => false),
      ...Array.from({ length: 10 }, () => true),
    ]);
    await data.write((writer) => enforceStorageLimit(writer, "carts", last, 0));
    expect(countOf(data, "carts")).toBe(1);
    expect(readCart(data.read, last)).toBeDefined();
  });

  it("deletes a thousand at a time when a table was filled under a higher limit", async () => {
    const data = aDataFile();
    const tokens = await data.write((writer) =>
      Array.from(
        { length: 1_011 },
        (_, at) => insertCart(writer, EMPTY, { client: null, now: later(at / 1_000) }).token,
      ),
    );
    const last = tokens.at(-1) ?? "";
    await data.write((writer) => enforceStorageLimit(writer, "carts", last, 0));
    expect(countOf(data, "carts")).toBe(11);
    await data.write((writer) => enforceStorageLimit(writer, "carts", last, 0));
    expect(countOf(data, "carts")).toBe(1);
  });
});

describe("one client", () => {
  /** Creates a data file with carts of the same size. `counts` says how many carts each client has. */
  async function filled(counts: Record<string, number>) {
    const data = aDataFile();
    const insert = (client: string, days: number) =>
      data.write((writer) => insertCart(writer, FILLED, { client, now: later(days) }).token);
    const tokens: Record<string, string[]> = {};
    let days = 0;
    for (const [client, count] of Object.entries(counts)) {
      tokens[client] = [];
      for (let n = 0; n < count; n += 1) {
        tokens[client].push(await insert(client, days));
        days += 0.01;
      }
    }
    const leftOf = (client: string) => tokens[client]?.filter((token) => readCart(data.read, token)).length;
    return { data, insert, leftOf };
  }

  it("above its share displaces only its own carts, the oldest first, even if other carts are older", async () => {
    const { data, insert, leftOf } = await filled({ ann: 30, robot: 200, bob: 30 });
    const limit = bytesOf(data, "carts");
    for (let n = 0; n < 50; n += 1) {
      const token = await insert("robot", 5);
      await data.write((writer) => enforceStorageLimit(writer, "carts", token, limit));
    }
    expect([leftOf("ann"), leftOf("bob")]).toEqual([30, 30]);
    expect(leftOf("robot")).toBeLessThan(200);
    // Another client can still create a cart when the limit is reached.
    const token = await insert("carol", 6);
    await data.write((writer) => enforceStorageLimit(writer, "carts", token, limit));
    expect([leftOf("ann"), leftOf("bob"), readCart(data.read, token) !== undefined]).toEqual([30, 30, true]);
  });

  it("never displaces carts of a client with fewer, even when many clients reach the limit together", async () => {
    const robots = Array.from({ length: 40 }, (_, at) => `robot ${at}`);
    const { data, insert, leftOf } = await filled({ ann: 3, ...Object.fromEntries(robots.map((robot) => [robot, 5])) });
    const room = bytesOf(data, "carts");
    for (const robot of [...robots, ...robots]) {
      const token = await insert(robot, 5);
      await data.write((writer) => enforceStorageLimit(writer, "carts", token, room));
    }
    expect(leftOf("ann")).toBe(3);
    expect(bytesOf(data, "carts")).toBeLessThanOrEqual(room);
  });

  it("cannot exceed its share, even while there is space, because every backup copies its carts", async () => {
    const { data, insert, leftOf } = await filled({ ann: 30, robot: 200 });
    // A limit of 640 carts, and a share of 40.
    const limit = (bytesOf(data, "carts") / 230) * 640;
    const enforce = (token: string) => data.write((writer) => enforceStorageLimit(writer, "carts", token, limit));
    const ofAnn = await insert("ann", 5);
    const ofRobot = await insert("robot", 5);
    await enforce(ofAnn);
    await enforce(ofRobot);
    expect(leftOf("ann")).toBe(30);
    expect(leftOf("robot")).toBeLessThan(40);
    expect(readCart(data.read, ofRobot)).toBeDefined();
  });

  it("has an exact byte count, which is deleted with its last cart", async () => {
    const { data } = await filled({ ann: 2, robot: 3 });
    const { token } = await data.write((writer) => insertCart(writer, EMPTY, { client: "ann", now: START }));
    await data.write((writer) => {
      const cart = readCart(writer, token);
      if (cart) updateCart(writer, cart, FILLED, START);
    });
    const sizes = () =>
      data.read.all<{ client: string; bytes: number }>("SELECT client, bytes FROM client_bytes ORDER BY client");
    expect(sizes().map(({ bytes }) => bytes)).toEqual([bytesOf(data, "carts") / 2, bytesOf(data, "carts") / 2]);
    await data.write((writer) => writer.run("DELETE FROM carts WHERE client = 'robot'"));
    expect(sizes()).toEqual([{ client: "ann", bytes: bytesOf(data, "carts") }]);
  });

  it("has its carts in an index, so that the carts of others are not read", () => {
    const plan = aDataFile().read.all<{ detail: string }>(
      "EXPLAIN QUERY PLAN SELECT token FROM carts WHERE client = ? AND token <> ? ORDER BY updated_at LIMIT 20",
      "robot",
      "",
    );
    expect(plan.map(({ detail }) => detail)).toEqual(["SEARCH carts USING INDEX carts_of_clients (client=?)"]);
  });
});
