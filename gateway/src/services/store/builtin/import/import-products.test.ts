import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aTestFolder } from "../../../../testing/gateway-process.ts";
import { aShop, importLines } from "./an-import.case.ts";

/** Heads of the export that shops have had for many years. */
const LONG_STANDING =
  "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value," +
  "Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price," +
  "Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Image Src,Image Position,Image Alt Text," +
  "Gift Card,Variant Image,Status";

/** Heads of the newer export. */
const NEWER =
  "Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode," +
  "Option1 name,Option1 value,Price,Compare-at price,Charge tax,Inventory tracker,Inventory quantity," +
  "Continue selling when out of stock,Weight value (grams),Requires shipping,Product image URL,Image position," +
  "Image alt text,Variant image URL,Gift card";

describe("a file of Shopify's", () => {
  it("with the long-standing columns becomes products", async () => {
    const shop = aShop();
    const report = await importLines(shop, [
      `\uFEFF${LONG_STANDING}`,
      'tee,Lake tee,"<p>Soft, <b>heavy</b>.</p>\r\n<ul><li>Cotton</li></ul>",June,Shirt,"wear, summer",TRUE,Size,S,Colour,Ink,TEE-S,220,shopify,4,deny,38.00,45.00,TRUE,TRUE,,,,FALSE,,active',
      "tee,,,,,,,,M,,Ink,TEE-M,230,shopify,-2,continue,38.00,,TRUE,TRUE,,,,,,",
      "song,Song,,June,Download,,TRUE,Title,Default Title,,,,0,,,deny,1.29,,FALSE,FALSE,,,,FALSE,,active",
      "old,Old shirt,,,,,FALSE,Title,Default Title,,,,,,,deny,5,,TRUE,TRUE,,,,FALSE,,draft",
    ]);
    expect(report).toMatchObject({ outcomes: { added: ["tee", "song", "old"] }, refused: [] });
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

  it("with the newer columns becomes products", async () => {
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

  it("counts only what the file says is counted, whatever quantity stands beside it", async () => {
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
    expect((await importLines(shop, lines)).outcomes.same).toEqual(["download", "tee"]);
  });

  it("leaves what the owner wrote, and brings products with the same handle up to date", async () => {
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
    expect((await importLines(shop, lines)).outcomes).toEqual({ added: [], changed: ["tee"], same: [] });
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
    expect((await importLines(shop, lines)).outcomes.same).toEqual(["tee"]);
    expect(shop.products()).toBe(before);
  });

  it("keeps what stood there before, under a name of its own each time, and tells what changed", async () => {
    const first = "products:\n  - handle: pin\n    title: Pin # mine\n    price: 12.00\n    stock: 160\n";
    const shop = aShop(first);
    const bring = (row: string) => importLines(shop, ["Title,Price,Variant Inventory Qty", row]);
    expect((await bring("Pin,12.00,160")).kept).toBeUndefined();

    const { changes, kept = "" } = await bring("Pin,13.00,99");
    expect(changes).toEqual(new Map([["pin", ["price 12.00 → 13.00", "stock 160 → 99"]]]));
    expect(kept).toBe(join(shop.contentDir, "store/products.yaml.before-2026-11-20T23-00-00.000Z"));
    expect(readFileSync(kept, "utf8")).toBe(first);

    const second = shop.products();
    const again = await bring("Pin,14.00,99");
    expect(readFileSync(again.kept ?? "", "utf8")).toBe(second);
    expect(readFileSync(kept, "utf8")).toBe(first);
  });

  it("leaves a variant that it does not name at its price", async () => {
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

  it("keeps the letters and vowels of every script in handles, in one form", async () => {
    const shop = aShop();
    const handles = ["夜のガーデン", "서울의-밤", "ค่ำคืน", "बारिश", "été", "❤️-love"];
    const { outcomes, refused } = await importLines(shop, [
      "Handle,Title,Option1 Name,Option1 Value,Variant Price",
      ...handles.map((handle) => `${handle.normalize("NFD")},Tee,Title,Default Title,38.00`),
    ]);
    expect(refused).toEqual([]);
    expect(outcomes.added).toEqual([...handles.slice(0, -1), "love"]);
    expect(shop.read().products.map(({ handle }) => handle)).toEqual(outcomes.added);
  });

  it("has its mistakes named by their lines, and the rest goes in", async () => {
    const shop = aShop();
    const { outcomes, refused } = await importLines(shop, [
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
    expect(outcomes.added).toEqual(["tee", "tote"]);
    expect(refused).toEqual([
      { line: 2, reason: "it has neither a handle nor a title" },
      { line: 4, reason: '"cheap" is no price; it must look like 38.00' },
      { line: 7, reason: '"tee" has the variant "S" already' },
      { line: 8, reason: '"tee" has no price here' },
      { line: 9, reason: "it is a gift card; gift cards stand in store.yaml" },
      { line: 10, reason: '"mug" has no title' },
      { line: 11, reason: '"pin", price: 12.345 is no amount in CAD; write it like 38.00' },
    ]);
    expect(shop.read().products.map(({ handle }) => handle)).toEqual(["tee", "tote"]);
  });

  it.each([
    ["nothing at all", [""], "is empty"],
    ["no titles", ["Name,Email", "Ann,ann@example.com"], 'no column "Title"'],
    ["another alphabet", Buffer.from("Title,Variant Price\nCaf\xe9,1.00\n", "latin1"), "line 2: this is not UTF-8"],
    ["a quotation mark that never ends", ["Title,Variant Price", '"Tee,1.00', "Mug,2.00"], "cannot be read"],
  ])("with %s changes nothing", async (_, lines, sentence) => {
    const shop = aShop("products: []\n");
    await expect(importLines(shop, lines)).rejects.toThrow(sentence);
    expect(shop.products()).toBe("products: []\n");
  });

  it("that is not there, or a shop that has a mistake already, changes nothing", async () => {
    const shop = aShop("products:\n  - handle: tee\n");
    await expect(importLines(shop, ["Title,Price", "Mug,22.00"])).rejects.toThrow("store/products.yaml, line 2");
    await expect(importLines(aShop(), [], { file: "/nowhere.csv" })).rejects.toThrow("There is no file /nowhere.csv.");
    const empty = { ...aShop(), contentDir: aTestFolder() };
    await expect(importLines(empty, ["Title,Price", "Mug,22.00"])).rejects.toThrow("store/store.yaml is missing");
  });

  it("is only talked about in a dry run", async () => {
    const shop = aShop();
    const report = await importLines(
      shop,
      ["Title,Price,Product image URL", "Mug,22.00,https://pictures.example/mug.jpg"],
      {
        isDryRun: true,
        fetchPicture: () => Promise.reject(new Error("asked")),
      },
    );
    expect(report).toMatchObject({ outcomes: { added: ["mug"] }, pictures: 1 });
    expect(readdirSync(join(shop.contentDir, "store"))).toEqual(["store.yaml"]);
  });
});
