import { aSite } from "@porchlight/fixtures/pages.ts";
import { aShopProduct } from "@porchlight/fixtures/shop-product.ts";
import type { ScreenContent } from "@porchlight/protocol/content.ts";
import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { applyHead } from "./apply-head.ts";
import { createHead } from "./head.ts";
import { usePartInHead } from "./use-part-in-head.ts";

const site = aSite({ name: "June Marlow", origin: "https://artist.example" });
const tee = aShopProduct({ handle: "tee", title: "Lake tee" });
const mug = aShopProduct({ handle: "mug", title: "Harbour mug" });
const words = {
  screen: "shop",
  title: "Shop",
  description: "",
  keywords: [],
  introductionHtml: "",
  currencyCode: "CAD",
};

function shop(open?: typeof tee): ScreenContent {
  return { ...words, screen: "shop", ...(open ? { handle: open.handle, products: [open] } : { products: [tee, mug] }) };
}

const canonical = () => document.querySelector('link[rel="canonical"]')?.getAttribute("href");
const products = () =>
  [...document.head.querySelectorAll("script")].flatMap(({ textContent }) => {
    const data = JSON.parse(textContent);
    return data["@type"] === "Product" ? [data.name] : [];
  });

afterEach(() => document.head.replaceChildren());

test("the whole head is for the open product, and afterwards for the shop", async () => {
  applyHead(createHead(site, shop(tee)));
  const { result: update } = renderHook(() => usePartInHead(site, "tee"));
  update.current("tee", "Lake tee", () => shop(tee));
  expect([document.title, canonical()]).toEqual(["Lake tee · June Marlow", "https://artist.example/shop/tee"]);

  update.current("mug", "Harbour mug", () => shop(mug));
  expect(document.title).toBe("Harbour mug · June Marlow");
  await waitFor(() => expect(canonical()).toBe("https://artist.example/shop/mug"));
  expect(products()).toEqual(["Harbour mug"]);

  update.current(undefined, "Shop", () => shop());
  await waitFor(() => expect(canonical()).toBe("https://artist.example/shop"));
  expect([document.title, products()]).toEqual(["Shop · June Marlow", []]);
});

test("a product that is closed before its head has loaded does not change the head", async () => {
  const { result: update } = renderHook(() => usePartInHead(site, undefined));
  update.current("tee", "Lake tee", () => shop(tee))();
  update.current("mug", "Harbour mug", () => shop(mug));
  await waitFor(() => expect(canonical()).toBe("https://artist.example/shop/mug"));
  expect(products()).toEqual(["Harbour mug"]);
});
