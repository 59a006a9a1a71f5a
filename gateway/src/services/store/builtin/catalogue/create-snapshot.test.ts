import { describe, expect, it } from "vitest";
import { aCatalogue } from "./a-catalogue.case.ts";
import type { ProductSortKey, Variant } from "./catalogue.ts";

const { snapshot } = aCatalogue({
  products: [
    {
      handle: "tee",
      title: "Lake Effect tee",
      type: "T-shirt",
      tags: ["wear", "Summer 2026"],
      added: "2026-05-01",
      price: "38.00",
      options: [{ name: "Colour", values: ["Ink", "Bone"] }],
      variants: [
        { options: ["Ink"], sku: "TEE-INK", stock: "0" },
        { options: ["Bone"], sku: "TEE-BONE", price: "41.00", stock: "0" },
      ],
    },
    { handle: "mug", title: "Café mug", type: "Mug", tags: ["house"], added: "2026-04-01", price: "18.00" },
    {
      handle: "record",
      title: "Effect of the Lake (LP)",
      type: "Record",
      vendor: "Net Shed Records",
      tags: ["music"],
      added: "2026-03-01",
      updated: "2026-11-01",
      price: "32.50",
      stock: "5",
    },
  ],
  collections: [
    { handle: "wear", title: "Things to wear", products: ["tee"] },
    { handle: "house", title: "For the house", updated: "2026-11-11", products: ["mug", "record"] },
  ],
});

const isListed = ({ listedStock }: Variant) => listedStock !== 0;

const search = (query: string, sortKey: ProductSortKey = "BEST_SELLING", isAvailable = isListed) =>
  snapshot.listProducts({ query, sortKey, reverse: false, isAvailable }).map(({ handle }) => handle);

describe("a search of products", () => {
  it.each([
    // Every word has to match the beginning of a word; case and accents do not matter.
    ["lake", ["tee", "record"]],
    ["LAKE eff", ["tee", "record"]],
    ["ffect", []],
    ["cafe", ["mug"]],
    ["bone", ["tee"]],
    ["net shed", ["record"]],
    ["music lake", ["record"]],
    ["t-shirt", ["tee"]],
    // A phrase must be within one text.
    ['"lake effect"', ["tee"]],
    ["'effect of'", ["record"]],
    ['"tee t shirt"', []],
    // Connectives and modifiers.
    ["mug OR record", ["mug", "record"]],
    ["lake AND tee", ["tee"]],
    ["lake -tee", ["record"]],
    ["lake NOT tee", ["record"]],
    ["-lake", ["mug"]],
    ["lake tee OR mug", ["tee", "mug"]],
    ["lake (tee OR mug)", ["tee"]],
    ["-(tee OR mug)", ["record"]],
    // Fields.
    ["title:effect", ["tee", "record"]],
    ['title:"lake effect"', ["tee"]],
    ["title:mug*", ["mug"]],
    ["product_type:mug", ["mug"]],
    ["product_type:T-shirt", ["tee"]],
    ['vendor:"Net Shed Records"', ["record"]],
    ["vendor:net*", ["record"]],
    ["tag:'summer 2026'", ["tee"]],
    ["tag:summer", []],
    ["tag_not:house", ["tee", "record"]],
    ["-tag:house", ["tee", "record"]],
    ["sku:tee-bone", ["tee"]],
    ["sku:*", ["tee"]],
    ["variants.price:18", ["mug"]],
    ["variants.price:>32.50", ["tee"]],
    ["variants.price:>=32.50 variants.price:<38", ["record"]],
    ["variants.price:<=18.00", ["mug"]],
    ["created_at:2026-05-01", ["tee"]],
    ["created_at:>2026-03-15", ["tee", "mug"]],
    ['created_at:<="2026-04-01T00:00:00Z"', ["mug", "record"]],
    ["updated_at:>'2026-10-01'", ["record"]],
    ["available_for_sale:true", ["mug", "record"]],
    ["available_for_sale:false", ["tee"]],
    // A query with wrong syntax searches for its words.
    ['"lake effect', ["tee", "record"]],
    ["(lake", ["tee", "record"]],
    ["lake)", ["tee", "record"]],
    ["lake AND", []],
    ["tee -", ["tee"]],
    ["lake:effect", ["tee", "record"]],
    ["variants.price:cheap", []],
    [": ( \" '", ["tee", "mug", "record"]],
    ["\ud800", ["tee", "mug", "record"]],
    ["   ", ["tee", "mug", "record"]],
    ["__proto__:x", []],
    ["constructor:lake", []],
  ])("%j", (query, handles) => {
    expect(search(query)).toEqual(handles);
  });

  it("checks availability at each search", () => {
    expect(search("available_for_sale:true", "ID", () => false)).toEqual([]);
    expect(search("available_for_sale:true", "BEST_SELLING", ({ sku }) => sku === "TEE-INK")).toEqual(["tee"]);
    expect(search("-available_for_sale:true", "BEST_SELLING", () => true)).toEqual([]);
  });

  it("sorts by relevance: the more words in the title, the better", () => {
    expect(search("lake OR record OR effect OR mug", "RELEVANCE")).toEqual(["tee", "record", "mug"]);
    expect(search("net OR café", "RELEVANCE")).toEqual(["mug", "record"]);
  });

  it("returns quickly when a search is long or deeply nested", () => {
    expect(search("(".repeat(1_000))).toEqual(["tee", "mug", "record"]);
    expect(search(`${"lake OR ".repeat(120)}lake`)).toEqual(["tee", "record"]);
    expect(search(`${"-".repeat(900)}lake`)).toEqual(["tee", "record"]);
  });

  it("applies all parts of a long search", () => {
    expect(search(`${"lake ".repeat(190)} -tag:music`)).toEqual(["tee"]);
    expect(search(`${"lake ".repeat(190)} "effect of"`)).toEqual(["record"]);
  });

  it("returns the cached list if the same search is repeated", () => {
    const options = { query: "lake", sortKey: "TITLE", reverse: true, isAvailable: isListed } as const;
    expect(snapshot.listProducts(options)).toBe(snapshot.listProducts(options));
  });
});

describe("sorting", () => {
  it.each([
    ["TITLE", ["mug", "record", "tee"]],
    ["PRICE", ["mug", "record", "tee"]],
    ["VENDOR", ["tee", "mug", "record"]],
    ["PRODUCT_TYPE", ["mug", "record", "tee"]],
    ["CREATED_AT", ["record", "mug", "tee"]],
    ["UPDATED_AT", ["mug", "tee", "record"]],
    ["BEST_SELLING", ["tee", "mug", "record"]],
    ["RELEVANCE", ["tee", "mug", "record"]],
  ] as const)("by %s", (sortKey, handles) => {
    const list = (reverse: boolean) =>
      snapshot.listProducts({ query: null, sortKey, reverse, isAvailable: isListed }).map(({ handle }) => handle);
    expect(list(false)).toEqual(handles);
    expect(list(true)).toEqual(handles.toReversed());
  });

  it("by ID is numeric", () => {
    const ids = snapshot
      .listProducts({ query: null, sortKey: "ID", reverse: false, isAvailable: isListed })
      .map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((one, two) => one - two));
  });
});

it.each([
  ["wear", ["wear"]],
  ["title:house", ["house"]],
  ["updated_at:>2026-11-01", ["house"]],
  ["nothing", []],
  [null, ["house", "wear"]],
])("collections by %j", (query, handles) => {
  const list = snapshot.listCollections({ query, sortKey: "TITLE", reverse: false });
  expect(list.map(({ handle }) => handle)).toEqual(handles);
});

it("recommends the products that have most in common, never the product itself", () => {
  const common = { price: "10.00" };
  const { snapshot: shop } = aCatalogue({
    products: [
      { handle: "tee", title: "Tee", type: "Shirt", tags: ["wear"], ...common },
      { handle: "mug", title: "Mug", ...common },
      { handle: "cap", title: "Cap", tags: ["Wear"], ...common },
      { handle: "shirt", title: "Shirt", type: "Shirt", tags: ["wear"], ...common },
      { handle: "pin", title: "Pin", ...common },
      ...Array.from({ length: 12 }, (_, at) => ({ handle: `tee-${at}`, title: "Tee", tags: ["wear"], ...common })),
    ],
    collections: [{ handle: "gifts", title: "Gifts", products: ["tee", "pin"] }],
  });
  const tee = shop.productByHandle("tee");
  const handles = tee && shop.recommendationsFor(tee).map(({ handle }) => handle);
  expect(handles?.slice(0, 4)).toEqual(["pin", "shirt", "cap", "tee-0"]);
  expect(handles).toHaveLength(10);
  const mug = shop.productByHandle("mug");
  expect(mug && shop.recommendationsFor(mug)).toEqual([]);
});
