import "./builtin/storefront-api/browser-globals.case.ts";
import { createRequire } from "node:module";
import { CartProvider, ShopifyProvider, useCart } from "@shopify/hydrogen-react";
import { act, cleanup, configure, renderHook, waitFor } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import type { OpenShop, TestShop } from "./a-shop.case.ts";

// On a busy machine, the default of one second is too short.
configure({ asyncUtilTimeout: 5_000 });

const CART_ID = "shopifyCartId";

/** In development, hydrogen-react warns of every version except its newest. The site's cart requests 2022-10. */
const VERSION_NOTE = /looks like you're using version 2022-10/;

/** A visitor's page with the cart, in a shop of this country. */
function openPage({ fetch, accessToken }: Pick<TestShop, "fetch" | "accessToken">, countryIsoCode: "CA" | "US" = "CA") {
  vi.stubGlobal("fetch", fetch);
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(
      ShopifyProvider,
      {
        storeDomain: "http://shop.test",
        storefrontToken: accessToken,
        storefrontApiVersion: "2022-10",
        countryIsoCode,
        languageIsoCode: "EN",
        // The cast holds: these are the properties that a page passes.
      } as Parameters<typeof ShopifyProvider>[0],
      createElement(CartProvider, null, children),
    );
  return renderHook(() => useCart(), { wrapper }).result;
}

type Page = ReturnType<typeof openPage>;

async function settles(page: Page): Promise<void> {
  await waitFor(() => expect(page.current.status).toBe("idle"), { timeout: 20_000, interval: 5 });
}

/** Changes the cart and waits until the page shows the change. */
async function change(page: Page, make: (cart: Page["current"]) => void): Promise<void> {
  await waitFor(() => expect(page.current.cartReady).toBe(true));
  act(() => make(page.current));
  expect(page.current.status).toMatch(/creating|updating/);
  await settles(page);
}

const lineOf = (page: Page) => page.current.lines?.[0];

/** Every state of the cart of the unmodified `@shopify/hydrogen-react`, against the whole store. */
export function describeStoreCart(openShop: OpenShop): void {
  beforeEach(() => {
    localStorage.clear();
    const warn = console.warn;
    vi.spyOn(console, "warn").mockImplementation((...words) => {
      if (!VERSION_NOTE.test(String(words[0]))) warn(...words);
    });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  async function aPageWithCart(quantity = 1) {
    const shop = await openShop({
      settings: {
        discounts: [
          {
            code: "TENOFF",
            title: "Ten off",
            value: { kind: "percentage", millionths: 100_000 },
            oncePerCustomer: false,
          },
        ],
      },
    });
    const page = openPage(shop);
    await change(page, (cart) => cart.linesAdd([{ merchandiseId: shop.variantId("mug"), quantity }]));
    return { shop, page };
  }

  test("a page without a cart sends no request", async () => {
    const fetch = vi.fn<TestShop["fetch"]>();
    const page = openPage({ fetch, accessToken: "-" });
    await waitFor(() => expect(page.current.cartReady).toBe(true));
    expect(page.current).toMatchObject({ status: "uninitialized", lines: [], totalQuantity: 0 });
    expect(fetch).not.toHaveBeenCalled();
  });

  test("the first line creates a cart in the visitor's country, and a reload finds it again", async () => {
    const { shop, page } = await aPageWithCart(2);
    expect(page.current.error).toBeUndefined();
    expect(page.current.totalQuantity).toBe(2);
    expect(page.current.buyerIdentity?.countryCode).toBe("CA");
    expect(page.current.cost?.subtotalAmount).toEqual({ amount: "36.00", currencyCode: "CAD" });
    expect(page.current.cost?.totalTaxAmount).toBeNull();
    expect(lineOf(page)?.merchandise?.product?.handle).toBe("mug");
    expect(page.current.id).toMatch(/^gid:\/\/shopify\/Cart\/[\w-]+$/);
    expect(page.current.checkoutUrl).toBe(`${shop.url}/checkout/cart/${page.current.id?.split("/").at(-1)}`);
    expect(localStorage.getItem(CART_ID)).toBe(page.current.id);

    cleanup();
    const again = openPage(shop);
    await settles(again);
    expect(again.current.totalQuantity).toBe(2);
  });

  describe("a cart", () => {
    it("adds, merges, changes and removes lines", async () => {
      const { shop, page } = await aPageWithCart();
      await change(page, (cart) => cart.linesAdd([{ merchandiseId: shop.variantId("mug"), quantity: 2 }]));
      expect(page.current.lines?.map((line) => line?.quantity)).toEqual([3]);
      const id = lineOf(page)?.id ?? "";
      expect(id).toMatch(/^gid:\/\/shopify\/CartLine\/[\w-]+\?cart=[\w-]+$/);
      await change(page, (cart) => cart.linesUpdate([{ id, quantity: 7 }]));
      expect(lineOf(page)).toMatchObject({ id, quantity: 7, cost: { totalAmount: { amount: "126.00" } } });
      await change(page, (cart) => cart.linesRemove([id]));
      expect(page.current).toMatchObject({ lines: [], totalQuantity: 0 });
    });

    it("stores a note, attributes, codes and the buyer", async () => {
      const { page } = await aPageWithCart();
      await change(page, (cart) => cart.noteUpdate("Ring twice"));
      await change(page, (cart) => cart.cartAttributesUpdate([{ key: "Gift", value: "yes" }]));
      await change(page, (cart) => cart.discountCodesUpdate(["TENOFF", "NOSUCHCODE"]));
      await change(page, (cart) => cart.buyerIdentityUpdate({ email: "ann@example.com", countryCode: "CA" }));
      expect(page.current).toMatchObject({
        note: "Ring twice",
        attributes: [{ key: "Gift", value: "yes" }],
        discountCodes: [
          { code: "TENOFF", applicable: true },
          { code: "NOSUCHCODE", applicable: false },
        ],
        buyerIdentity: { email: "ann@example.com", countryCode: "CA" },
        cost: { totalAmount: { amount: "16.20" } },
      });
    });

    it("of another country changes to the page's country automatically", async () => {
      const { shop } = await aPageWithCart();
      cleanup();
      const page = openPage(shop, "US");
      await waitFor(() => expect(page.current.buyerIdentity?.countryCode).toBe("US"));
      await settles(page);
    });

    it("stays as it is if a line is rejected, and does not count as completed", async () => {
      const { shop, page } = await aPageWithCart();
      const id = page.current.id;
      for (const line of [
        { merchandiseId: "gid://shopify/ProductVariant/1" },
        { merchandiseId: shop.variantId("record"), quantity: 6 },
        { merchandiseId: shop.variantId("mug"), quantity: 0 },
      ])
        await change(page, (cart) => cart.linesAdd([line]));
      expect(page.current).toMatchObject({ id, totalQuantity: 1 });
      expect(page.current.error).toBeUndefined();
      expect(localStorage.getItem(CART_ID)).toBe(id);
    });

    it("counts and prices 600 lines, although the page reads only the first 250", async () => {
      const { shop, page } = await aPageWithCart();
      const lines = Array.from({ length: 600 }, (_, place) => ({
        merchandiseId: shop.variantId("mug"),
        attributes: [{ key: "Name", value: String(place) }],
      }));
      await change(page, (cart) => cart.linesAdd(lines));
      expect(page.current.lines).toHaveLength(250);
      expect(page.current.totalQuantity).toBe(601);
      expect(page.current.cost?.subtotalAmount?.amount).toBe("10818.00");
    });

    it("shows an error and does not change while the store cannot answer, and works again afterwards", async () => {
      const { shop, page } = await aPageWithCart();
      vi.stubGlobal("fetch", async () => shop.post("not JSON"));
      await change(page, (cart) => cart.noteUpdate("Lost?"));
      expect(page.current.error).toMatchObject([{ message: "The body is not JSON." }]);
      expect(page.current.totalQuantity).toBe(1);
      vi.stubGlobal("fetch", shop.fetch);
      await change(page, (cart) => cart.noteUpdate("A gift"));
      expect(page.current).toMatchObject({ note: "A gift", totalQuantity: 1 });
      expect(page.current.error).toBeUndefined();
    });

    it("that cannot be fetched keeps its id for the next visit", async () => {
      const { shop, page } = await aPageWithCart();
      const id = page.current.id;
      cleanup();
      const next = openPage({ ...shop, accessToken: "another" });
      await waitFor(() => expect(next.current.error).toMatchObject([{ extensions: { code: "UNAUTHORIZED" } }]));
      expect(next.current.status).toBe("uninitialized");
      expect(localStorage.getItem(CART_ID)).toBe(id);
    });

    it("counts as completed after its order was placed, and the next line begins a new cart", async () => {
      const { shop, page } = await aPageWithCart();
      const id = page.current.id ?? "";
      const checkout = await shop.checkouts.ofCart(id.split("/").at(-1) ?? "");
      if (!checkout) throw new Error("The cart has no checkout");
      const key = { token: checkout.token, key: checkout.key };
      await shop.checkouts.setEmail(key, "ann@example.com");
      await shop.checkouts.setDelivery(key, "at-a-show");
      const ready = shop.checkouts.find(key);
      if (!ready) throw new Error("The checkout does not exist any more");
      const { total: expectedTotal, due: expectedDue } = ready.priced;
      expect(await shop.orders.place(key, { method: "e-transfer", expectedTotal, expectedDue })).toMatchObject({
        ok: true,
      });

      await change(page, (cart) => cart.noteUpdate("Too late"));
      expect(page.current).toMatchObject({ status: "idle", lines: [], totalQuantity: 0 });
      expect(localStorage.getItem(CART_ID)).toBeNull();
      await change(page, (cart) => cart.linesAdd([{ merchandiseId: shop.variantId("mug") }]));
      expect(page.current.totalQuantity).toBe(1);
      expect(page.current.id).not.toBe(id);
    });
  });

  test("clients of 2022 and 2023 can create a cart too", async () => {
    const shop = await openShop();
    const require = createRequire(import.meta.url);
    for (const client of ["hydrogen-react-2022-10", "hydrogen-react-2023-10"]) {
      const path = require
        .resolve(`${client}/package.json`)
        .replace(/package\.json$/, "dist/node-dev/cart-queries.mjs");
      const queries = await import(/* @vite-ignore */ path);
      const answer = await shop.ask(queries.CartCreate(queries.defaultCartFragment), {
        input: { lines: [{ merchandiseId: shop.variantId("mug") }] },
        numCartLines: 250,
        country: "CA",
      });
      expect(answer).toMatchObject({ status: 200, data: { cartCreate: { cart: { totalQuantity: 1 } } } });
    }
  });
}
