import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aShopProduct } from "@porchlight/fixtures/shop-product.ts";
import type { ShopProducts } from "@porchlight/protocol/shop.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { somePages } from "../testing/gateway-in-memory.ts";
import { aRecorder, textOf } from "./pages.case.ts";

beforeEach(() => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  return () => vi.restoreAllMocks();
});

describe("the shop's pages", () => {
  const shirt = aShopProduct({ handle: "shirt", title: "Shirt" });
  const mug = aShopProduct({ handle: "mug & cup", title: "Mug" });
  const dataOf = (pages: ReturnType<typeof somePages>["pages"], screen = "shop") =>
    JSON.parse(textOf(pages, `/content/${screen}.json`));

  it("have products in the HTML but not in the data, because the browser requests them from the store", () => {
    const { drawn, renderer } = aRecorder();
    const { pages } = somePages({ renderer, products: () => ({ products: [shirt, mug], currencyCode: "CAD" }) });
    expect(pages.find("/shop")?.status).toBe(200);
    expect(pages.find("/shop/mug%20%26%20cup")?.status).toBe(200);
    expect(pages.find("/shop/none")).toBeUndefined();
    expect(drawn.map(({ content }) => content)).toMatchObject([
      { screen: "shop", products: [{ handle: "shirt" }, { handle: "mug & cup" }] },
      { screen: "shop", products: [{ handle: "mug & cup" }], handle: "mug & cup" },
    ]);
    expect(dataOf(pages).content).not.toHaveProperty("products");
    expect(dataOf(pages).content).toMatchObject({ screen: "shop", currencyCode: "CAD" });
  });

  it("have the products in the data too, together with their time, while the shop is unavailable", () => {
    const asOf = "2026-03-01T12:00:00.000Z";
    const { pages } = somePages({ products: () => ({ products: [shirt, mug], currencyCode: "CAD", asOf }) });
    expect(dataOf(pages).content).toMatchObject({ products: [{ handle: "shirt" }, { handle: "mug & cup" }], asOf });
  });

  it("have the products' age in seconds as a header if they show products while the shop is unavailable", () => {
    let now = new Date("2026-03-01T12:01:30.500Z");
    let products: ShopProducts = { products: [shirt, mug], currencyCode: "CAD", asOf: "2026-03-01T12:00:00.000Z" };
    const { pages } = somePages({ products: () => products, clock: () => now });
    const ages = () =>
      ["/shop", "/shop/shirt", "/content/shop.json", "/sitemap.xml", "/about"].map((path) => {
        const page = pages.find(path);
        const all = [page?.headers, ...Object.values(page?.bodies ?? {}).map(({ headers }) => headers)];
        expect(new Set(all.map((headers) => headers?.Age)).size).toBe(1);
        return page?.headers.Age;
      });
    expect(ages()).toEqual(["90", "90", "90", "90", undefined]);
    const [page, of] = [textOf(pages, "/shop"), pages.find("/shop")?.etag];
    now = new Date("2026-03-01T14:00:00.000Z");
    expect(ages()).toEqual(["7200", "7200", "7200", "7200", undefined]);
    expect([textOf(pages, "/shop"), pages.find("/shop")?.etag]).toEqual([page, of]);
    now = new Date("2026-03-01T11:00:00.000Z");
    expect(pages.find("/shop")?.headers.Age).toBe("0");
    products = { products: [shirt, mug], currencyCode: "CAD" };
    expect(ages()).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it("say on every page whether prices include taxes, and change as soon as that changes", () => {
    const { drawn, renderer } = aRecorder();
    let products: ShopProducts = { products: [shirt], currencyCode: "GBP" };
    const { pages } = somePages({ renderer, products: () => products });
    const taxesOnAbout = () => {
      pages.find("/about");
      return drawn.at(-1)?.site.taxes;
    };
    expect(taxesOnAbout()).toBeUndefined();
    products = { ...products, taxes: "included" };
    expect(taxesOnAbout()).toBe("included");
  });

  it("add the words about returns to the terms, and change the terms as soon as these words change", () => {
    const { drawn, renderer } = aRecorder();
    const returns = { heading: "Returns", html: "<p>14 days</p>" };
    let products: ShopProducts = { products: [], currencyCode: "NOK" };
    const { pages } = somePages({ renderer, products: () => products });
    const lastOfTerms = () => {
      pages.find("/terms");
      const content = drawn.at(-1)?.content;
      return content?.screen === "terms" ? content.sections.at(-1) : undefined;
    };
    expect(lastOfTerms()?.id).not.toBe("returns");
    products = { ...products, returns };
    expect(lastOfTerms()).toEqual({ id: "returns", ...returns });
    products = { ...products, returns: { ...returns, html: "<p>30 days</p>" } };
    expect(lastOfTerms()?.html).toBe("<p>30 days</p>");
    expect(dataOf(pages, "terms").content.sections.at(-1).id).toBe("returns");
  });

  it("are cached once for all spellings of an address", () => {
    const { drawn, renderer } = aRecorder();
    const onSale = { products: [shirt, mug], currencyCode: "CAD" };
    const { pages } = somePages({ renderer, products: () => onSale });
    const page = pages.find("/shop/mug%20%26%20cup");
    for (const spelling of ["mug%20&%20cup", "%6dug%20%26%20cup", "%6D%75g %26 cup"]) {
      expect(pages.find(`/shop/${spelling}`)).toBe(page);
    }
    expect(pages.find("/shop/%")).toBeUndefined();
    expect(drawn).toHaveLength(1);
  });

  it("are rendered again when a product changes, and other pages are not", () => {
    let products = { products: [shirt], currencyCode: "CAD" };
    const { pages } = somePages({ products: () => products });
    const [before, about] = [pages.find("/shop"), pages.find("/about")];
    expect(pages.find("/shop")).toBe(before);
    expect(textOf(pages, "/sitemap.xml")).not.toContain("/shop/mug");
    products = { products: [shirt, mug], currencyCode: "CAD" };
    expect(pages.find("/shop")).not.toBe(before);
    expect(pages.find("/about")).toBe(about);
    expect(textOf(pages, "/sitemap.xml")).toContain("<loc>https://artist.example/shop/mug%20%26%20cup</loc>");
  });

  it("show the owner's text about the shop, or a default if it is missing", () => {
    const { pages, contentDir } = somePages();
    rmSync(join(contentDir, "store"), { recursive: true, force: true });
    expect(dataOf(pages).content).toMatchObject({ title: "Shop", introductionHtml: "" });
    mkdirSync(join(contentDir, "store"));
    writeFileSync(join(contentDir, "store/shop.md"), "---\ntitle: The table\n---\n<b>Hello</b> from {name}.\n");
    expect(dataOf(pages).content).toMatchObject({
      title: "The table",
      introductionHtml: "<p>&lt;b&gt;Hello&lt;/b&gt; from Harbour Line.</p>",
    });
  });
});
