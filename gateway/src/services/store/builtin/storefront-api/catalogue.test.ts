import { describe, expect, it, test } from "vitest";
import { ofBuiltinAlone } from "../../../../testing/through-hosted.ts";
import { truncated } from "../truncated.ts";
import { aServedStore } from "./served-store.case.ts";

/** Fields of products and collections that the official clients do not select. */

describe("a product", () => {
  it("has its range of prices, its stock, its collections and its page", async () => {
    const store = await aServedStore({ collections: [{ handle: "wear", title: "To wear", products: ["tee"] }] });
    const { data } = await store.ask(`{ product(handle: "tee") {
      priceRange { minVariantPrice { amount } maxVariantPrice { amount currencyCode } }
      compareAtPriceRange { maxVariantPrice { amount } }
      totalInventory onlineStoreUrl tags options(first: 1) { name values }
      collections(first: 5) { nodes { handle } }
    } }`);
    expect(data).toEqual({
      product: {
        priceRange: { minVariantPrice: { amount: "38.00" }, maxVariantPrice: { amount: "38.00", currencyCode: "CAD" } },
        compareAtPriceRange: { maxVariantPrice: { amount: "0.00" } },
        totalInventory: 11,
        onlineStoreUrl: `${store.url}/shop/tee`,
        tags: ["wear", "cotton"],
        options: [{ name: "Size", values: ["S", "M"] }],
        collections: { nodes: [{ handle: "wear" }] },
      },
    });
  });

  it("finds the variant of the chosen options", async () => {
    const store = await aServedStore();
    const choose = (size: string) =>
      store.ask(
        `query ($o: [SelectedOptionInput!]!) { product(handle: "tee") {
          variantBySelectedOptions(selectedOptions: $o) { sku availableForSale currentlyNotInStock quantityAvailable }
        } }`,
        {
          o: [
            { name: "Colour", value: "Bone" },
            { name: "Size", value: size },
          ],
        },
      );
    expect((await choose("M")).data).toEqual({
      product: {
        variantBySelectedOptions: {
          sku: "TEE-M-BONE",
          availableForSale: true,
          currentlyNotInStock: true,
          quantityAvailable: 0,
        },
      },
    });
    expect((await choose("XXL")).data).toEqual({ product: { variantBySelectedOptions: null } });
  });

  it("has a unit price, so that goods can be compared", async () => {
    const store = await aServedStore({
      products: [
        { handle: "syrup", title: "Maple syrup", price: "12.00", measure: { holds: "750 ml", per: "100 ml" } },
      ],
    });
    const { data } = await store.ask(`{ product(handle: "syrup") { variants(first: 1) { nodes {
      unitPrice { amount } unitPriceMeasurement { measuredType quantityUnit quantityValue referenceUnit referenceValue }
    } } } }`);
    expect(data).toMatchObject({
      product: { variants: { nodes: [{ unitPrice: { amount: "1.60" } }] } },
    });
  });
});

describe("the products of a collection", () => {
  it("are sorted in the owner's order, or in a requested order", async () => {
    const store = await aServedStore({
      collections: [{ handle: "all", title: "All", products: ["record", "tee", "mug"] }],
    });
    const order = async (args: string) => {
      const { data } = await store.ask<{ collection: { products: { nodes: { handle: string }[] } } }>(
        `{ collection(handle: "all") { products(first: 9 ${args}) { nodes { handle } } } }`,
      );
      return data?.collection.products.nodes.map(({ handle }) => handle);
    };
    expect(await order("")).toEqual(["record", "tee", "mug"]);
    expect(await order("reverse: true")).toEqual(["mug", "tee", "record"]);
    expect(await order("sortKey: PRICE")).toEqual(["mug", "record", "tee"]);
    expect(await order("sortKey: TITLE")).toEqual(["mug", "tee", "record"]);
    expect(await order("sortKey: CREATED")).toEqual(["record", "mug", "tee"]);
  });
});

test(
  "the shop ships to the countries of its zones, or to all countries",
  ofBuiltinAlone("cached responses"),
  async () => {
    const store = await aServedStore();
    const countries = async () => {
      const { data } = await store.ask<{ shop: { shipsToCountries: string[] } }>("{ shop { shipsToCountries } }");
      return data?.shop.shipsToCountries ?? [];
    };
    expect(await countries()).toEqual(["CA"]);
    store.catalogue.change({ settings: { shipping: [{ title: "World", countries: ["*"], rates: [] }] } });
    const all = await countries();
    expect(all).toEqual(expect.arrayContaining(["CA", "US", "NZ", "XK"]));
    expect(all.length).toBeGreaterThan(200);
  },
);

test("text is cut between whole characters, and only if it is too long", () => {
  expect(truncated("Soft cotton", undefined)).toBe("Soft cotton");
  expect(truncated("Soft cotton", 11)).toBe("Soft cotton");
  expect(truncated("Soft cotton", 6)).toBe("Soft…");
  expect(truncated("🎸🎸🎸", 2)).toBe("🎸…");
  expect(truncated("🎸🎸", 3)).toBe("🎸🎸");
  expect(truncated("Soft", 0)).toBe("…");
});
