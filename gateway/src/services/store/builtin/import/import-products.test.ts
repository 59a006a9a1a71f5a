import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aTestFolder } from "../../../../testing/gateway-process.ts";
import { aShop, importLines } from "./an-import.case.ts";

/** Headers that Shopify's export had for many years. */
const CLASSIC =
  "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value," +
  "Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price," +
  "Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Image Src,Image Position,Image Alt Text," +
  "Gift Card,Variant Image,Status";

/** Headers of the newer export. */
const NEWER =
  "Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode," +
  "Option1 name,Option1 value,Price,Compare-at price,Charge tax,Inventory tracker,Inventory quantity," +
  "Continue selling when out of stock,Weight value (grams),Requires shipping,Product image URL,Image position," +
  "Image alt text,Variant image URL,Gift card";

describe("Shopify's product file", () => {
  it("is imported with its classic columns", async () => {
    const shop = aShop();
    const report = await importLines(shop, [
      `\uFEFF${CLASSIC}`,
      'tee,Lake tee,"<p>Soft, <b>heavy</b>.</p>\r\n<ul><li>Cotton</li></ul>",June,Shirt,"wear, summer",TRUE,Size,S,Colour,Ink,TEE-S,220,shopify,4,deny,38.00,45.00,TRUE,TRUE,,,,FALSE,,active',
      "tee,,,,,,,,M,,Ink,TEE-M,230,shopify,-2,continue,38.00,,TRUE,TRUE,,,,,,",
      "song,Song,,June,Download,,TRUE,Title,Default Title,,,,0,,,deny,1.29,,FALSE,FALSE,,,,FALSE,,active",
      "old,Old shirt,,,,,FALSE,Title,Default Title,,,,,,,deny,5,,TRUE,TRUE,,,,FALSE,,draft",
    ]);
    expect(report).toMatchObject({ results: { added: ["tee", "song", "old"] }, rejected: [] });
    const { products, productByHandle } = shop.read();
    expect(products.map(({ handle }) => handle)).toEqual(["tee", "song"]);
    const tee = productByHandle("tee");
    expect(tee).toMatchObject({
      title: "Lake tee",
      vendor: "June",
      productType: "Shirt",
      tags: ["wear", "summer"],
      createdAt: "2026-11-20T00:00:00.000Z",
      descriptionHtml: "<p>Soft, <strong>heavy</strong>.</p>\n<ul>\n<li>Cotton</li>\n</ul>",
      options: [
        { name: "Size", values: ["S", "M"] },
        { name: "Colour", values: ["Ink"] },
      ],
    });
    expect(tee?.variants).toMatchObject([
      { title: "S / Ink", price: 3800, compareAtPrice: 4500, sku: "TEE-S", weight: 220, listedStock: 4 },
      { title: "M / Ink", price: 3800, compareAtPrice: null, weight: 230, listedStock: 0, sellsBeyondStock: true },
    ]);
    expect(productByHandle("song")?.variants).toMatchObject([
      { title: "Default Title", price: 129, requiresShipping: false, taxable: false, listedStock: null },
    ]);
    expect(shop.products()).toContain("hidden: yes");
  });

  it("is imported with its newer columns", async () => {
    const shop = aShop();
    await importLines(shop, [
      NEWER,
      "Mug,harbour-mug,<p>Enamel</p>,June,Home > Kitchen > Mugs,,house,TRUE,Active,MUG,0123456789012,Title,Default Title,22.00,,TRUE,shopify,7,FALSE,310.5,TRUE,,,,,FALSE",
      'Cap,cap,"Says ""hello""",,,Cap,,TRUE,Active,CAP-1,,Fit,One,36,,TRUE,shopify,1,TRUE,,TRUE,,,,,FALSE',
    ]);
    const { productByHandle } = shop.read();
    expect(productByHandle("harbour-mug")).toMatchObject({ productType: "Mugs", tags: ["house"] });
    expect(productByHandle("harbour-mug")?.variants).toMatchObject([
      { price: 2200, sku: "MUG", barcode: "0123456789012", weight: 311, listedStock: 7, sellsBeyondStock: false },
    ]);
    expect(productByHandle("cap")).toMatchObject({ description: "Says “hello”", options: [{ name: "Fit" }] });
    expect(productByHandle("cap")?.variants).toMatchObject([{ title: "One", sellsBeyondStock: true }]);
  });

  it("counts stock only for tracked variants, whatever their quantity", async () => {
    const shop = aShop();
    const lines = [
      "Title,Option1 Name,Option1 Value,Variant Inventory Tracker,Variant Inventory Qty,Variant Price",
      "Download,,,,0,1.29",
      "Tee,Size,S,shopify,0,38.00",
      "Tee,,M,,0,38.00",
    ];
    await importLines(shop, lines);
    const { productByHandle } = shop.read();
    expect(productByHandle("download")?.variants).toMatchObject([{ listedStock: null }]);
    expect(productByHandle("tee")?.variants).toMatchObject([{ listedStock: 0 }, { listedStock: null }]);
    expect((await importLines(shop, lines)).results.same).toEqual(["download", "tee"]);
  });

  it("does not change the owner's own text, and updates products with the same handle", async () => {
    const shop = aShop(
      [
        "# What I sell",
        "products:",
        "  - handle: poster",
        "    title: Poster # the big one",
        "    price: 40.00",
        "  # Printed by hand",
        "  - handle: tee",
        "    title: Old name",
        "    type: T-shirt",
        "    price: 30.00",
        "    grams: 200",
        "    images:",
        "      - { file: mine.jpg, alt: A tee on a pier }",
        "    options:",
        "      - name: Size",
        "        values: [ S, M, XS ]",
        "    variants:",
        "      - { options: [ S ], sku: OLD, stock: 3, image: mine.jpg } # the last few",
        "      - { options: [ M ], stock: 9, price: 31.00 }",
        "      - { options: [ XS ], stock: 0 }",
        "collections:",
        "  - { handle: wear, title: Wear, products: [ tee ] }",
        "",
      ].join("\n"),
    );
    const lines = [
      "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price",
      "tee,New name,Size,S,TEE-S,5,38.00",
      "tee,,,M,TEE-M,9,38.00",
      "tee,,,L,TEE-L,2,38.00",
    ];
    expect((await importLines(shop, lines)).results).toEqual({ added: [], changed: ["tee"], same: [] });
    expect(shop.products()).toBe(
      [
        "# What I sell",
        "products:",
        "  - handle: poster",
        "    title: Poster # the big one",
        "    price: 40.00",
        "  # Printed by hand",
        "  - handle: tee",
        "    title: New name",
        "    type: T-shirt",
        "    price: 38.00",
        "    grams: 200",
        "    images:",
        "      - { file: mine.jpg, alt: A tee on a pier }",
        "    options:",
        "      - name: Size",
        "        values: [ S, M, L, XS ]",
        "    variants:",
        "      - { options: [ S ], sku: TEE-S, stock: 5, image: mine.jpg } # the last few",
        "      - { options: [ M ], stock: 9, sku: TEE-M }",
        "      - { options: [ L ], sku: TEE-L, stock: 2 }",
        "      - { options: [ XS ], stock: 0 }",
        "collections:",
        "  - { handle: wear, title: Wear, products: [ tee ] }",
        "",
      ].join("\n"),
    );
    const before = shop.products();
    expect((await importLines(shop, lines)).results.same).toEqual(["tee"]);
    expect(shop.products()).toBe(before);
  });

  it("backs up the previous file under a new name each time, and reports what changed", async () => {
    const first = "products:\n  - handle: pin\n    title: Pin # mine\n    price: 12.00\n    stock: 160\n";
    const shop = aShop(first);
    const importRow = (row: string) => importLines(shop, ["Title,Price,Variant Inventory Qty", row]);
    expect((await importRow("Pin,12.00,160")).backup).toBeUndefined();

    const { changes, backup = "" } = await importRow("Pin,13.00,99");
    expect(changes).toEqual(new Map([["pin", ["price 12.00 → 13.00", "stock 160 → 99"]]]));
    expect(backup).toBe(join(shop.contentDir, "store/products.yaml.before-2026-11-20T23-00-00.000Z"));
    expect(readFileSync(backup, "utf8")).toBe(first);

    const second = shop.products();
    const again = await importRow("Pin,14.00,99");
    expect(readFileSync(again.backup ?? "", "utf8")).toBe(second);
    expect(readFileSync(backup, "utf8")).toBe(first);
  });

  it("does not change the price of a variant that it does not name", async () => {
    const shop = aShop(
      [
        "products:",
        "  - handle: tee",
        "    title: Tee",
        "    price: 30.00",
        "    options: [ { name: Size, values: [ S, XS ] } ]",
        "    variants: [ { options: [ S ] }, { options: [ XS ] } ]",
      ].join("\n"),
    );
    await importLines(shop, [
      "Handle,Title,Option1 Name,Option1 Value,Variant Price",
      "tee,Tee,Size,S,38.00",
      "tee,,,M,40.00",
    ]);
    expect(shop.read().products[0]?.variants.map(({ title, price }) => [title, price])).toEqual([
      ["S", 3800],
      ["M", 4000],
      ["XS", 3000],
    ]);
  });

  it("is imported with letters and vowels of every script in handles, normalised", async () => {
    const shop = aShop();
    const handles = ["夜のガーデン", "서울의-밤", "ค่ำคืน", "बारिश", "été", "❤️-love"];
    const { results, rejected } = await importLines(shop, [
      "Handle,Title,Option1 Name,Option1 Value,Variant Price",
      ...handles.map((handle) => `${handle.normalize("NFD")},Tee,Title,Default Title,38.00`),
    ]);
    expect(rejected).toEqual([]);
    expect(results.added).toEqual([...handles.slice(0, -1), "love"]);
    expect(shop.read().products.map(({ handle }) => handle)).toEqual(results.added);
  });

  it("has its issues reported with their lines, and the rest is imported", async () => {
    const shop = aShop();
    const { results, rejected } = await importLines(shop, [
      "Handle,Title,Tags,Option1 Name,Option1 Value,Variant Price,Gift Card",
      ",,lost,,,,",
      "tee,Tee,,Size,S,38.00,",
      '"cap","Cap\r\nof two lines",,Size,S,cheap,',
      "cap,,,,M,36.00,",
      "tee,,,,S,38.00,",
      "tee,,,,M,,",
      "card,Gift card,,Title,Default Title,25.00,TRUE",
      "mug,,,Title,Default Title,22.00,",
      "pin,Pin,,Title,Default Title,12.345,",
      "tote,Tote,,Title,Default Title,28.00,",
    ]);
    expect(results.added).toEqual(["tee", "tote"]);
    expect(rejected).toEqual([
      { line: 2, reason: "it has neither a handle nor a title" },
      { line: 4, reason: '"cheap" is no price; it must look like 38.00' },
      { line: 7, reason: '"tee" has the variant "S" already' },
      { line: 8, reason: '"tee" has no price here' },
      { line: 9, reason: "it is a gift card; list gift cards in store.yaml" },
      { line: 10, reason: '"mug" has no title' },
      { line: 11, reason: '"pin", price: 12.345 is no amount in CAD; write it like 38.00' },
    ]);
    expect(shop.read().products.map(({ handle }) => handle)).toEqual(["tee", "tote"]);
  });

  it.each([
    ["no content", [""], "is empty"],
    ["no titles", ["Name,Email", "Ann,ann@example.com"], 'no column "Title"'],
    ["another encoding", Buffer.from("Title,Variant Price\nCaf\xe9,1.00\n", "latin1"), "line 2: this is not UTF-8"],
    ["an unclosed quote", ["Title,Variant Price", '"Tee,1.00', "Mug,2.00"], "cannot be read"],
  ])("with %s changes nothing", async (_, lines, sentence) => {
    const shop = aShop("products: []\n");
    await expect(importLines(shop, lines)).rejects.toThrow(sentence);
    expect(shop.products()).toBe("products: []\n");
  });

  it("changes nothing if it is missing, or if the shop already has an issue", async () => {
    const shop = aShop("products:\n  - handle: tee\n");
    await expect(importLines(shop, ["Title,Price", "Mug,22.00"])).rejects.toThrow("store/products.yaml, line 2");
    await expect(importLines(aShop(), [], { file: "/nowhere.csv" })).rejects.toThrow("There is no file /nowhere.csv.");
    const empty = { ...aShop(), contentDir: aTestFolder() };
    await expect(importLines(empty, ["Title,Price", "Mug,22.00"])).rejects.toThrow("store/store.yaml is missing");
  });

  it("is not imported in a dry run, only reported", async () => {
    const shop = aShop();
    const report = await importLines(
      shop,
      ["Title,Price,Product image URL", "Mug,22.00,https://pictures.example/mug.jpg"],
      {
        isDryRun: true,
        fetchPicture: () => Promise.reject(new Error("A dry run fetches no pictures")),
      },
    );
    expect(report).toMatchObject({ results: { added: ["mug"] }, pictures: 1 });
    expect(readdirSync(join(shop.contentDir, "store"))).toEqual(["store.yaml"]);
  });
});
