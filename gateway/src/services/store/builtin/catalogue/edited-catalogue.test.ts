import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { aPicture } from "@porchlight/fixtures/pages.ts";
import { describe, expect, it } from "vitest";
import { aShop, tee } from "./an-owners-shop.case.ts";
import type { Catalogue } from "./catalogue.ts";
import { priceText } from "./money-format.ts";

const _DEMO = join(import.meta.dirname, "../../../../../../content/store");

describe("an edit", () => {
  it("shows soon, and a file that was only saved again changes nothing", () => {
    const shop = aShop({ products: tee("    price: 38.00\n") });
    const catalogue = shop.open();
    const before = catalogue.current();
    shop.write("store/products.yaml", tee("    price: 39.00\n"));
    expect(catalogue.current()).toBe(before);
    shop.wait(100);
    const after = catalogue.current();
    expect(after.products[0]?.variants[0]?.price).toBe(3900);
    expect(after.version).not.toBe(before.version);
    shop.write("store/products.yaml", tee("    price: 39.00\n"));
    shop.wait(100);
    expect(catalogue.current()).toBe(after);
  });

  it("of the artist's language shows in amounts, although no file of the shop has changed", () => {
    const shop = aShop({ products: tee("    price: 1038.00\n") });
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

  it("that is written in two pieces is no mistake between them, and shows at the next look", () => {
    const shop = aShop({ products: tee("    price: 38.00\n") });
    const catalogue = shop.open();
    const before = catalogue.current();
    const path = join(shop.contentDir, "store/products.yaml");
    writeFileSync(path, tee("    pri"));
    shop.wait(100);
    expect(catalogue.current()).toBe(before);
    shop.wait(500);
    writeFileSync(path, tee("    price: 40.00\n"));
    expect(catalogue.current().products[0]?.variants[0]?.price).toBe(4000);
    shop.wait(1_000);
    catalogue.current();
    expect(shop.said).toEqual([]);
  });

  it("that is broken is logged once and the last good one stays", () => {
    const shop = aShop({ products: tee("    price: 38.00\n") });
    const catalogue = shop.open();
    const before = catalogue.current();
    shop.write("store/products.yaml", tee("    price: lots\n"));
    for (let look = 0; look < 30; look += 1) {
      shop.wait(100);
      expect(catalogue.current()).toBe(before);
    }
    expect(shop.said).toHaveLength(1);
    expect(String(shop.said[0]?.reason)).toContain("store/products.yaml, line 4");
    expect(catalogue.trouble()).toBe(shop.said[0]?.reason);
    shop.write("store/products.yaml", tee("    price: 40.00\n"));
    shop.wait(100);
    expect(catalogue.current().products[0]?.variants[0]?.price).toBe(4000);
    expect(catalogue.trouble()).toBeUndefined();
  });

  it("of the artist's words that cannot be used is left for the pages to tell, and holds up no edit of the shop", () => {
    const shop = aShop({ products: tee("    price: 38.00\n") });
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
    shop.write("store/products.yaml", tee("    price: 40.00\n"));
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

  it.each(["store/products.yaml", "store/store.yaml"])("that takes %s away is logged, and the shop stays", (file) => {
    const shop = aShop({ products: tee("    price: 38.00\n") });
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

  it("that sells nothing any more says so in words", () => {
    const shop = aShop({ products: tee("    price: 38.00\n") });
    const catalogue = shop.open();
    shop.write("store/products.yaml", "");
    shop.wait(100);
    expect(catalogue.current().products).toHaveLength(1);
    shop.write("store/products.yaml", "products: []\n");
    shop.wait(100);
    expect(catalogue.current().products).toEqual([]);
  });

  it("that adds a shop to a folder without one opens it", () => {
    const shop = aShop();
    const catalogue = shop.open();
    expect(catalogue.current().products).toEqual([]);
    shop.write("store/products.yaml", tee("    price: 38.00\n"));
    shop.wait(100);
    expect(catalogue.current().products).toHaveLength(1);
  });

  it("of a picture gives it another address", () => {
    const pictures = { "store/tee": aPicture({ version: "0a1b2c3d" }) };
    const shop = aShop({ products: tee("    price: 38.00\n    images:\n      - file: tee.jpg\n"), pictures });
    const catalogue = shop.open();
    expect(catalogue.current().products[0]?.images[0]?.path).toContain("?v=0a1b2c3d");
    shop.pictures["store/tee"] = aPicture({ version: "99999999" });
    shop.wait(1_000);
    expect(catalogue.current().products[0]?.images[0]?.path).toContain("?v=99999999");
  });

  it("of pieces counts once the file has stood still for a second, as it may be half written; its words show at once", () => {
    const shop = aShop({ products: tee("    price: 38.00\n    stock: 12\n") });
    const catalogue = shop.open();
    const [shown, versions] = [() => catalogue.current().products[0]?.variants[0], new Set<string>()];
    const edit = (rest: string) => {
      shop.write("store/products.yaml", tee(rest));
      shop.wait(900);
      versions.add(catalogue.current().version);
      return shown();
    };
    expect(edit("    price: 39.00\n")).toMatchObject({ price: 3900, listedStock: 12 });
    expect(edit("    price: 39.00\n    stock: 2")).toMatchObject({ listedStock: 12 });
    expect(edit("    price: 39.00\n    stock: 24\n")).toMatchObject({ price: 3900, listedStock: 12 });
    shop.wait(1_000);
    expect(shown()).toMatchObject({ price: 3900, listedStock: 24 });
    versions.add(catalogue.current().version);
    expect(versions.size).toBe(4);

    expect(edit("    price: 39.00\n")).toMatchObject({ listedStock: 24 });
    shop.wait(1_000);
    expect(shown()).toMatchObject({ listedStock: null });
    // What is new has nothing to keep.
    const mug = "  - { handle: mug, title: Mug, price: 18.00, stock: 5 }\n";
    shop.write("store/products.yaml", `${tee("    price: 39.00\n")}${mug}`);
    shop.wait(100);
    expect(catalogue.current().productByHandle("mug")?.variants[0]?.listedStock).toBe(5);
    expect(shop.said).toEqual([]);
  });

  it("that takes a product away for a moment leaves its number as it was", () => {
    const whole = `${tee("    price: 38.00\n    stock: 12\n")}  - { handle: mug, title: Mug, price: 18.00, stock: 5 }\n`;
    const shop = aShop({ products: whole });
    const catalogue = shop.open();
    const mug = () => catalogue.current().productByHandle("mug")?.variants[0];
    shop.write("store/products.yaml", tee("    price: 38.00\n    stock: 12\n"));
    shop.wait(500);
    expect(mug()).toBeUndefined();
    shop.write("store/products.yaml", whole.replace("stock: 5", "stock: 50"));
    shop.wait(500);
    expect(mug()?.listedStock).toBe(5);
    shop.write("store/products.yaml", tee("    price: lots\n"));
    shop.wait(500);
    expect(mug()?.listedStock).toBe(5);
    shop.wait(1_000);
    // Nobody knows what the broken file was to say.
    expect(mug()?.listedStock).toBe(5);
    expect(shop.said).toHaveLength(1);
    shop.write("store/products.yaml", whole.replace("stock: 5", "stock: 50"));
    shop.wait(500);
    expect(mug()?.listedStock).toBe(5);
    shop.wait(1_000);
    expect(mug()?.listedStock).toBe(50);
  });

  it("is seen when the clock was set back", () => {
    const shop = aShop({ products: tee("    price: 38.00\n") });
    const catalogue = shop.open();
    shop.write("store/products.yaml", tee("    price: 39.00\n"));
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

  it("is read while visitors are answered, with the last good one until it is done", async () => {
    const shop = aShop({ products: many("38.00") });
    const catalogue = shop.open();
    const before = catalogue.current();
    let turns = 0;
    const madeIn = new Set<number>();
    // A product is made in the turn that looks for its picture.
    Object.defineProperty(shop.pictures, "store/tee", { get: () => void madeIn.add(turns) });
    shop.write("store/products.yaml", many("39.00"));
    shop.wait(100);
    for (; catalogue.current() === before; turns += 1) await nextTurn();
    expect(priceIn(catalogue)).toBe(3900);
    // The file is read in no turn of ours, and what it says is made in many.
    expect(Math.min(...madeIn)).toBeGreaterThan(10);
    expect(madeIn.size).toBeGreaterThan(20);
  });

  it("that is broken is logged by its line, and the next one is read", async () => {
    const shop = aShop({ products: many("38.00") });
    const catalogue = shop.open();
    const before = catalogue.current();
    shop.write("store/products.yaml", many("lots"));
    shop.wait(100);
    // That the picture is not there is said at the start.
    while (shop.said.length === 1) {
      shop.wait(100);
      expect(catalogue.current()).toBe(before);
      await nextTurn();
    }
    expect(String(shop.said[1]?.reason)).toContain(
      "store/products.yaml, line 2 (products 1, price): must be an amount",
    );
    shop.write("store/products.yaml", many("40.00"));
    while (catalogue.current() === before) {
      shop.wait(100);
      await nextTurn();
    }
    expect(priceIn(catalogue)).toBe(4000);
  });

  it("that goes on while it is read is read anew, so that no half of it shows", async () => {
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
      await nextTurn();
    }
    expect(catalogue.current().products).toHaveLength(HUNDREDS);
    expect(priceIn(catalogue)).toBe(4000);
  });
});
