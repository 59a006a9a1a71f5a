import { render, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aCartItem, storeCart } from "./a-cart-item.case.ts";
import { type FakeStore, openFakeStore } from "./fake-store.case.ts";
import { StorefrontCart } from "./storefront-cart.tsx";
import { refreshes, storefrontState, UNKNOWN } from "./storefront-state.ts";

let store: FakeStore;

beforeEach(() => {
  localStorage.clear();
  storefrontState.set(UNKNOWN);
  store = openFakeStore();
  store.shopDomain = "shop.example";
  store.shopCountry = "DE";
  storeCart(aCartItem(1));
});

afterEach(() => {
  document.documentElement.lang = "";
});

/** @returns the country of a new cart on a site in this language */
async function countryOn(lang: string): Promise<string | undefined> {
  document.documentElement.lang = lang;
  render(<StorefrontCart />);
  await waitFor(() => expect(store.carts.size).toBe(1));
  return [...store.carts.values()][0]?.countryCode;
}

test("a language without a country uses the hosted shop's country", async () => {
  expect(await countryOn("de")).toBe("DE");
});

test("a language with a country needs no request to the shop", async () => {
  expect(await countryOn("fr-CH")).toBe("CH");
  expect(store.operations).not.toContain("ShopCountry");
});

test("a shop without a country uses the default", async () => {
  delete store.shopCountry;
  expect(await countryOn("de")).toBe("CA");
});

test("a failed request for the shop's country is repeated", async () => {
  store.responses.set("ShopCountry", () => Promise.reject(new TypeError("Failed to fetch")));
  document.documentElement.lang = "de";
  render(<StorefrontCart />);
  await waitFor(() => expect(storefrontState.get().step).toBe("stuck"));
  store.responses.clear();
  refreshes.set(refreshes.get() + 1);
  await waitFor(() => expect([...store.carts.values()][0]?.countryCode).toBe("DE"));
});
