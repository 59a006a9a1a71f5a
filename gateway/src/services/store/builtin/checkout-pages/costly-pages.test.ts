import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createCpuBudget } from "../../../../http/cpu-budget.ts";
import { createScheduler } from "../../../../lib/scheduler.ts";
import { type TestStore, variantOf } from "../a-store.case.ts";
import { done, NOTHING } from "../checkout/a-checkout.case.ts";
import { ADDRESS, aShop } from "./a-buyer.case.ts";
import { stepPath } from "./steps.ts";

/** A checkout of `count` lines, ready to be placed. */
async function aCheckoutOf(store: TestStore, count: number) {
  const variantId = variantOf(store.catalogue, "record").id;
  const lines = Array.from({ length: count }, (_, at) => ({
    variantId,
    quantity: 1,
    attributes: [{ key: "Number", value: String(at + 1) }],
  }));
  const checkout = done(await store.checkouts.create({ ...NOTHING, lines }));
  const { email, how: _, ...address } = ADDRESS;
  done(await store.checkouts.setEmail(checkout, email));
  done(await store.checkouts.setAddress(checkout, address));
  return done(await store.checkouts.setDelivery(checkout, "canada-parcel"));
}

const PLACE = /\/place$/;

/** The numbers of the lines that a page shows. */
const drawn = (html: string) => [...html.matchAll(/Number: (\d+)/g)].map(([, number]) => Number(number));

test("a page shows 50 of a thousand lines, and links lead to the others", async () => {
  const { store, buyer } = await aShop({ products: [{ handle: "record", title: "Record", price: "1.00" }] });
  const checkout = await aCheckoutOf(store, 1_000);
  const first = await buyer.ask(stepPath(checkout, "payment"));
  expect(drawn(first.html)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
  expect(first.words).toContain("Lines 1 to 50 of 1000");
  expect(first.html.length).toBeLessThan(100_000);

  const next = /href="([^"]+)"[^>]*>Next 50</.exec(first.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const second = await buyer.ask(next);
  expect(drawn(second.html)).toEqual(Array.from({ length: 50 }, (_, at) => at + 51));
  expect(second.html).toContain("Previous 50");
  const last = await buyer.ask(`${stepPath(checkout, "payment")}&page=999`);
  expect(drawn(last.html).at(-1)).toBe(1_000);
  expect(last.html).not.toContain(">Next ");
});

test("after a mistake in a line's quantity, the summary shows the page of lines that has this line", async () => {
  const { store, buyer } = await aShop({ products: [{ handle: "record", title: "Record", price: "1.00" }] });
  const checkout = await aCheckoutOf(store, 60);
  const line = checkout.lines[55]?.id ?? "";
  const page = await buyer.post(`/checkout/${checkout.token}/line`, {
    key: checkout.key,
    step: "payment",
    line,
    [`quantity-${line}`]: "many",
    do: "change",
  });
  expect(page.status).toBe(422);
  expect(drawn(page.html)).toContain(56);
  expect(page.html).toContain(`id="quantity-${line}"`);
});

test("every page of a checkout says that an order has 100 lines at most, and more are not placed", async () => {
  const { store, buyer } = await aShop({ products: [{ handle: "record", title: "Record", price: "1.00" }] });
  const checkout = await aCheckoutOf(store, 101);
  const sentence =
    "One order can have 100 lines at most, and yours has 101. Please take some out, or place them as another order.";
  for (const step of ["contact", "delivery", "payment"] as const) {
    expect((await buyer.openCheckout(checkout, step)).words).toContain(sentence);
  }
  const refused = await buyer.submit(await buyer.openCheckout(checkout, "payment"), PLACE, { payment: "e-transfer" });
  expect([refused.status, refused.words]).toEqual([422, expect.stringContaining(sentence)]);
  const fewer = await buyer.submit(refused, /\/line$/, { do: "remove" });
  expect(fewer.words).not.toContain(sentence);
  expect((await buyer.submit(fewer, PLACE, { payment: "e-transfer" })).words).toContain("Thank you");
});

test("an order's page shows 50 lines too", async () => {
  const { store, buyer } = await aShop({ products: [{ handle: "record", title: "Record", price: "1.00" }] });
  const checkout = await aCheckoutOf(store, 60);
  const page = await buyer.submit(await buyer.openCheckout(checkout, "payment"), PLACE, { payment: "e-transfer" });
  expect(drawn(page.html)).toHaveLength(50);
  const next = /href="([^"]+)"[^>]*>Next 10</.exec(page.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(drawn((await buyer.ask(next)).html)).toHaveLength(10);
});

test("pages are compressed for browsers that accept it, and have a Vary header", async () => {
  const { store, buyer } = await aShop({ products: [{ handle: "record", title: "Record", price: "1.00" }] });
  const path = stepPath(await aCheckoutOf(store, 50), "payment").replace(/^\/checkout/, "");
  const plain = await buyer.raw(path);
  expect(plain.headers.get("Content-Encoding")).toBe(null);
  const html = await plain.text();
  for (const [encoding, unpack] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const) {
    const response = await buyer.raw(path, { headers: { "Accept-Encoding": encoding } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get("Content-Encoding")).toBe(encoding);
    expect(response.headers.get("Vary")).toContain("Accept-Encoding");
    expect(bytes.length).toBeLessThan(html.length / 4);
    expect(String(unpack(bytes))).toBe(html);
    expect(response.headers.get("Cache-Control")).toBe(plain.headers.get("Cache-Control"));
  }
});

test("a client that has used up its processor time gets a page that says so, and when to come back", async () => {
  let used = 0;
  const cpu = () => {
    used += 300;
    return used;
  };
  const scheduler = createScheduler({ budget: createCpuBudget(() => 0), cpu });
  const { store, buyer } = await aShop(
    { products: [{ handle: "record", title: "Record", price: "1.00" }] },
    { scheduler },
  );
  const path = stepPath(await aCheckoutOf(store, 1), "payment");
  const pages = [];
  for (let at = 0; at < 5; at += 1) pages.push(await buyer.ask(path));
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
  expect(pages.at(-1)?.headers.get("Retry-After")).toBe("2");
  expect(pages.at(-1)?.words).toContain("Please try again in a moment");
  expect((await buyer.post("/checkout/stripe/webhook", { x: "y" })).status).toBe(429);
});
