import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextSlice } from "node:timers/promises";
import { aPicture } from "@porchlight/fixtures/pages.ts";
import { describe, expect, it } from "vitest";
import { aShop, tee } from "./a-shop-folder.case.ts";
import type { Catalogue } from "./catalogue.ts";
import { priceText } from "./money-format.ts";

describe("an edit", () => {
  it("shows soon, and saving without changes has no effect", () => {
    const shop = aShop({ products: tee("price: 38.00") });
    const catalogue = shop.open();
    const before = catalogue.current();
    shop.write("store/products.yaml", tee("price: 39.00"));
    expect(catalogue.current()).toBe(before);
    shop.wait(100);
    const after = catalogue.current();
    expect(after.products[0]?.variants[0]?.price).toBe(3900);
    expect(after.version).not.toBe(before.version);
    shop.write("store/products.yaml", tee("price: 39.00"));
    shop.wait(100);
    expect(catalogue.current()).toBe(after);
  });

  it("of the artist's language changes how amounts look, although no file of the shop changes", () => {
    const shop = aShop({ products: tee("price: 1038.00") });
    const catalogue = shop.open();
    const before = catalogue.current();
    shop.setLanguage("de");
    shop.wait(100);
    const after = catalogue.current();
    expect([before, after].map(({ settings }) => priceText(103_800, settings))).toEqual([
      "$1,038.00",
      "1.038,00\u00a0$",
    ]);
    expect(after.version).not.toBe(before.version);
  });

  it("that is written in two steps is not reported as broken in between, and shows at the next check", () => {
    const shop = aShop({ products: tee("price: 38.00") });
    const catalogue = shop.open();
    const before = catalogue.current();
    const path = join(shop.contentDir, "store/products.yaml");
    writeFileSync(path, tee("pri"));
    shop.wait(100);
    expect(catalogue.current()).toBe(before);
    shop.wait(500);
    writeFileSync(path, tee("price: 40.00"));
    expect(catalogue.current().products[0]?.variants[0]?.price).toBe(4000);
    shop.wait(1_000);
    catalogue.current();
    expect(shop.said).toEqual([]);
  });

  it("that is broken is logged once, and the last good catalogue stays", () => {
    const shop = aShop({ products: tee("price: 38.00") });
    const catalogue = shop.open();
    const before = catalogue.current();
    shop.write("store/products.yaml", tee("price: lots"));
    for (let check = 0; check < 30; check += 1) {
      shop.wait(100);
      expect(catalogue.current()).toBe(before);
    }
    expect(shop.said).toHaveLength(1);
    expect(String(shop.said[0]?.reason)).toContain("store/products.yaml, line 4");
    expect(catalogue.problem()).toBe(shop.said[0]?.reason);
    shop.write("store/products.yaml", tee("price: 40.00"));
    shop.wait(100);
    expect(catalogue.current().products[0]?.variants[0]?.price).toBe(4000);
    expect(catalogue.problem()).toBeUndefined();
  });

  it("that breaks artist.json or a page does not block edits of the shop; the pages report it", () => {
    const shop = aShop({ products: tee("price: 38.00") });
    const text = (title: string) => `---\ntitle: ${title}\n---\nWords.\n`;
    shop.write("terms.md", text("Terms"));
    shop.write("store/refunds.md", text("Refunds"));
    const catalogue = shop.open();
    for (const [file, broken] of [
      ["terms.md", "Words."],
      ["artist.json", "{"],
    ] as const) {
      shop.write(file, broken);
      shop.wait(100);
      expect(catalogue.current().shop.policies.termsOfService?.title).toBe("Terms");
    }
    shop.write("store/products.yaml", tee("price: 40.00"));
    shop.wait(100);
    expect(catalogue.current().products[0]?.variants[0]?.price).toBe(4000);
    expect(shop.said).toEqual([]);
    rmSync(join(shop.contentDir, "artist.json"));
    shop.write("store/refunds.md", "Words.");
    shop.wait(100);
    expect(catalogue.current().shop.policies.refundPolicy?.title).toBe("Refunds");
    shop.wait(1_000);
    catalogue.current();
    expect(shop.said).toMatchObject([{ reason: expect.stringContaining("store/refunds.md, line 1") }]);
  });

  it.each(["store/products.yaml", "store/store.yaml"])("that deletes %s is logged, and the shop stays", (file) => {
    const shop = aShop({ products: tee("price: 38.00") });
    const catalogue = shop.open();
    const before = catalogue.current();
    rmSync(join(shop.contentDir, file));
    shop.wait(100);
    expect(catalogue.current()).toBe(before);
    shop.wait(1_000);
    expect(catalogue.current()).toBe(before);
    mkdirSync(join(shop.contentDir, file));
    shop.wait(100);
    expect(catalogue.current()).toBe(before);
    shop.wait(1_000);
    expect(catalogue.current()).toBe(before);
    expect(shop.said).toMatchObject([
      { reason: expect.stringContaining(`${file} is gone`) },
      { reason: `${file} is a folder; it must be a file` },
    ]);
  });

  it("that removes all products has to say `products: []`; an empty file removes none", () => {
    const shop = aShop({ products: tee("price: 38.00") });
    const catalogue = shop.open();
    shop.write("store/products.yaml", "");
    shop.wait(100);
    expect(catalogue.current().products).toHaveLength(1);
    shop.write("store/products.yaml", "products: []\n");
    shop.wait(100);
    expect(catalogue.current().products).toEqual([]);
  });

  it("that adds a shop to a folder without one opens the shop", () => {
    const shop = aShop();
    const catalogue = shop.open();
    expect(catalogue.current().products).toEqual([]);
    shop.write("store/products.yaml", tee("price: 38.00"));
    shop.wait(100);
    expect(catalogue.current().products).toHaveLength(1);
  });

  it("of a picture changes its URL", () => {
    const pictures = { "store/tee": aPicture({ version: "0a1b2c3d" }) };
    const shop = aShop({ products: tee("price: 38.00", "images:", "  - file: tee.jpg"), pictures });
    const catalogue = shop.open();
    expect(catalogue.current().products[0]?.images[0]?.path).toContain("?v=0a1b2c3d");
    shop.pictures["store/tee"] = aPicture({ version: "99999999" });
    shop.wait(1_000);
    expect(catalogue.current().products[0]?.images[0]?.path).toContain("?v=99999999");
  });

  it("of a stock number counts only after a second, as the file may be half written; other fields show at once", () => {
    const shop = aShop({ products: tee("price: 38.00", "stock: 12") });
    const catalogue = shop.open();
    const [shown, versions] = [() => catalogue.current().products[0]?.variants[0], new Set<string>()];
    const edit = (...fields: string[]) => {
      shop.write("store/products.yaml", tee(...fields));
      shop.wait(900);
      versions.add(catalogue.current().version);
      return shown();
    };
    expect(edit("price: 39.00")).toMatchObject({ price: 3900, listedStock: 12 });
    expect(edit("price: 39.00", "stock: 2")).toMatchObject({ listedStock: 12 });
    expect(edit("price: 39.00", "stock: 24")).toMatchObject({ price: 3900, listedStock: 12 });
    shop.wait(1_000);
    expect(shown()).toMatchObject({ price: 3900, listedStock: 24 });
    versions.add(catalogue.current().version);
    expect(versions.size).toBe(4);

    expect(edit("price: 39.00")).toMatchObject({ listedStock: 24 });
    shop.wait(1_000);
    expect(shown()).toMatchObject({ listedStock: null });
    // A new product has no earlier stock number.
    const mug = "  - { handle: mug, title: Mug, price: 18.00, stock: 5 }\n";
    shop.write("store/products.yaml", `${tee("price: 39.00")}${mug}`);
    shop.wait(100);
    expect(catalogue.current().productByHandle("mug")?.variants[0]?.listedStock).toBe(5);
    expect(shop.said).toEqual([]);
  });

  it("that removes a product for a moment keeps its stock number", () => {
    const whole = `${tee("price: 38.00", "stock: 12")}  - { handle: mug, title: Mug, price: 18.00, stock: 5 }\n`;
    const shop = aShop({ products: whole });
    const catalogue = shop.open();
    const mug = () => catalogue.current().productByHandle("mug")?.variants[0];
    shop.write("store/products.yaml", tee("price: 38.00", "stock: 12"));
    shop.wait(500);
    expect(mug()).toBeUndefined();
    shop.write("store/products.yaml", whole.replace("stock: 5", "stock: 50"));
    shop.wait(500);
    expect(mug()?.listedStock).toBe(5);
    shop.write("store/products.yaml", tee("price: lots"));
    shop.wait(500);
    expect(mug()?.listedStock).toBe(5);
    shop.wait(1_000);
    // The broken file says nothing about the stock.
    expect(mug()?.listedStock).toBe(5);
    expect(shop.said).toHaveLength(1);
    shop.write("store/products.yaml", whole.replace("stock: 5", "stock: 50"));
    shop.wait(500);
    expect(mug()?.listedStock).toBe(5);
    shop.wait(1_000);
    expect(mug()?.listedStock).toBe(50);
  });

  it("is found when the clock has been set back", () => {
    const shop = aShop({ products: tee("price: 38.00") });
    const catalogue = shop.open();
    shop.write("store/products.yaml", tee("price: 39.00"));
    shop.wait(-86_400_000);
    expect(catalogue.current().products[0]?.variants[0]?.price).toBe(3900);
  });
});

describe("an edit of a shop with hundreds of products", () => {
  const HUNDREDS = 600;
  const many = (price: string) =>
    `products:\n${Array.from({ length: HUNDREDS }, (_, at) => {
      const description = "A shirt that is *worn* by somebody, with a few words about it, as shirts have them.";
      return `  - { handle: tee-${at}, title: Tee ${at}, price: ${price}, images: [{ file: tee.jpg }], description: "${description}" }\n`;
    }).join("")}`;
  const priceIn = (catalogue: Catalogue) => catalogue.current().products.at(-1)?.variants[0]?.price;

  it("is read in time slices, and the previous catalogue stays until then", async () => {
    const shop = aShop({ products: many("38.00") });
    const catalogue = shop.open();
    const before = catalogue.current();
    let slices = 0;
    const createdIn = new Set<number>();
    // Looking for a product's picture shows in which time slice the product is created.
    Object.defineProperty(shop.pictures, "store/tee", { get: () => void createdIn.add(slices) });
    shop.write("store/products.yaml", many("39.00"));
    shop.wait(100);
    for (; catalogue.current() === before; slices += 1) await nextSlice();
    expect(priceIn(catalogue)).toBe(3900);
    // The file is parsed on another thread, and the products are created in many slices.
    expect(Math.min(...createdIn)).toBeGreaterThan(10);
    expect(createdIn.size).toBeGreaterThan(20);
  });

  it("that is broken is logged with its line, and the next edit is read as usual", async () => {
    const shop = aShop({ products: many("38.00") });
    const catalogue = shop.open();
    const before = catalogue.current();
    shop.write("store/products.yaml", many("lots"));
    shop.wait(100);
    // The first message is about the missing picture, at the start.
    while (shop.said.length === 1) {
      shop.wait(100);
      expect(catalogue.current()).toBe(before);
      await nextSlice();
    }
    expect(String(shop.said[1]?.reason)).toContain(
      "store/products.yaml, line 2 (products 1, price): must be an amount",
    );
    shop.write("store/products.yaml", many("40.00"));
    while (catalogue.current() === before) {
      shop.wait(100);
      await nextSlice();
    }
    expect(priceIn(catalogue)).toBe(4000);
  });

  it("that continues while it is read is read again, so that no half of it ever shows", async () => {
    const shop = aShop({ products: many("38.00") });
    const catalogue = shop.open();
    const before = catalogue.current();
    shop.write(
      "store/products.yaml",
      many("39.00")
        .slice(0, -many("39.00").length / 4)
        .replace(/.*$/, ""),
    );
    shop.wait(100);
    expect(catalogue.current()).toBe(before);
    shop.write("store/products.yaml", many("40.00"));
    while (catalogue.current() === before) {
      shop.wait(100);
      await nextSlice();
    }
    expect(catalogue.current().products).toHaveLength(HUNDREDS);
    expect(priceIn(catalogue)).toBe(4000);
  });
});
