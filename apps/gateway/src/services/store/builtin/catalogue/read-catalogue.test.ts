import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { aPicture } from "@porchlight/fixtures/pages.ts";
import { describe, expect, it } from "vitest";
import { someContent } from "../../../../testing/gateway-process.ts";
import { aShop, STORE, tee } from "./an-owners-shop.case.ts";
import type { Catalogue } from "./catalogue.ts";

const DEMO = join(import.meta.dirname, "../../../../../../../content/store");

describe("the owner's products", () => {
  it("the demo's files can be used, and show what a shop may hold", () => {
    const shop = aShop();
    cpSync(DEMO, join(shop.contentDir, "store"), { recursive: true, filter: (path) => !path.endsWith(".jpg") });
    const snapshot = shop.open().current();
    expect(snapshot.products).toHaveLength(10);
    expect(snapshot.productByHandle("lake-effect-tee")?.variants).toHaveLength(10);
    const variants = snapshot.products.flatMap((product) => product.variants);
    expect(variants.some(({ compareAtPrice }) => compareAtPrice !== null)).toBe(true);
    expect(variants.some((variant) => variant.listedStock === 0 && !variant.sellsBeyondStock)).toBe(true);
    expect(variants.some((variant) => variant.listedStock === 0 && variant.sellsBeyondStock)).toBe(true);
    expect(variants.some((variant) => !variant.requiresShipping)).toBe(true);
    expect(snapshot.collections.map(({ title }) => title)).toEqual(["Wear", "Records", "For the house"]);
    const taxesOf = (code: string) =>
      snapshot.settings.taxes.filter(({ province }) => province === code).map((tax) => [tax.title, tax.rateMillionths]);
    expect(taxesOf("ON")).toEqual([["HST", 130_000]]);
    expect(taxesOf("QC")).toEqual([
      ["GST", 50_000],
      ["QST", 99_750],
    ]);
    expect(snapshot.settings.payments.map(({ handle }) => handle)).toContain("interac-e-transfer");
  });

  it("a folder without a shop is an empty shop", () => {
    const shop = aShop();
    rmSync(join(shop.contentDir, "store"), { recursive: true });
    const snapshot = shop.open().current();
    expect(snapshot.products).toEqual([]);
    expect(snapshot.shop).toMatchObject({ name: "June Marlow", policies: { privacyPolicy: null } });
    expect(shop.said).toEqual([]);
  });

  it("ids are the same on every machine, so carts keep hold of what they hold", () => {
    const products = tee("    price: 38.00\n    options:\n      - { name: Size, values: [S, M] }\n");
    const [product] = aShop({ products }).open().current().products;
    expect(product?.id).toBe(17_668_565_403_408);
    expect(product?.variants.map(({ id, title }) => [title, id])).toEqual([
      ["S", 27_868_710_011_681],
      ["M", 182_843_604_387_102],
    ]);
  });

  it("a product without options has one variant, called as in the hosted shop", () => {
    const snapshot = aShop({ products: tee("    price: 38\n    stock: 3\n    sku:\n") })
      .open()
      .current();
    const [variant] = snapshot.products[0]?.variants ?? [];
    expect(variant).toMatchObject({ title: "Default Title", price: 3800, listedStock: 3, sku: null });
    expect(variant?.selectedOptions).toEqual([{ name: "Title", value: "Default Title" }]);
    expect(snapshot.variantById(variant?.id ?? 0)).toBe(variant);
  });

  it("prices are exact and in the currency's own digits", () => {
    const price = (store: string, written: string) =>
      aShop({ store, products: tee(`    price: ${written}\n`) })
        .open()
        .current().products[0]?.variants[0]?.price;
    expect(price(STORE, "0.29")).toBe(29);
    expect(price(STORE, "1234567.10")).toBe(123_456_710);
    expect(price("currency: JPY\ncountry: JP\n", "1200")).toBe(1200);
  });

  it("what a variant does not say for itself its product says", () => {
    const products = tee(
      [
        "    price: 38.00",
        "    grams: 220",
        "    options:",
        "      - { name: Size, values: [S, 08] }",
        "    variants:",
        "      - { options: [S], stock: 2 }",
        "      - { options: [08], price: 41.50, grams: 240, keepSelling: yes, taxed: no }",
      ].join("\n"),
    );
    expect(aShop({ products }).open().current().products[0]?.variants).toMatchObject([
      { title: "S", price: 3800, weight: 220, listedStock: 2, sellsBeyondStock: false, taxable: true },
      { title: "08", price: 4150, weight: 240, listedStock: null, sellsBeyondStock: true, taxable: false },
    ]);
  });

  it("a product is as old as its own words say, not as its file", () => {
    const shop = aShop({ products: tee("    price: 38.00\n    added: 2026-05-01\n") });
    expect(shop.open().current().products[0]).toMatchObject({
      createdAt: "2026-05-01T00:00:00.000Z",
      updatedAt: "2026-05-01T00:00:00.000Z",
    });
  });

  it("a handle keeps the letters and vowels of its script, and is read in one form", () => {
    for (const handle of ["ガーデン", "ค่ำคืน", "सफ़र-2", "été"]) {
      const products = tee("    price: 38.00\n").replace("handle: tee", `handle: ${handle.normalize("NFD")}`);
      expect(aShop({ products }).open().current().productByHandle(handle.normalize()), handle).toBeDefined();
    }
  });

  it("a hidden product is not there", () => {
    const snapshot = aShop({ products: tee("    price: 38.00\n    hidden: yes\n") })
      .open()
      .current();
    expect(snapshot.products).toEqual([]);
    expect(snapshot.productByHandle("tee")).toBeUndefined();
  });

  it("a pasted script in a description is shown as text", () => {
    const products = tee("    price: 38.00\n    description: '*Soft* & <script>alert(1)</script> worn'\n");
    expect(aShop({ products }).open().current().products[0]).toMatchObject({
      descriptionHtml: "<p><em>Soft</em> &amp; &lt;script&gt;alert(1)&lt;/script&gt; worn</p>",
      description: "Soft & <script>alert(1)</script> worn",
    });
  });

  it("a discount for a product that is not there is only said", () => {
    const discounts = "discounts:\n  - { code: five, percent: 5, products: [tee, shirt] }\n";
    const shop = aShop({ store: `${STORE}${discounts}`, products: tee("    price: 38.00\n    hidden: yes\n") });
    shop.open();
    expect(shop.said).toMatchObject([{ reason: 'store/store.yaml, FIVE: there is no product "shirt"' }]);
  });

  it("pictures are addressed by their largest size, and one that is not there is only said", () => {
    const pictures = { "store/tee": aPicture({ width: 4000, height: 5000, version: "0a1b2c3d" }) };
    const images =
      "    images:\n      - { file: tee.jpg, alt: A tee }\n      - { file: gone.jpg }\n      - { file: phone.heic }\n";
    const shop = aShop({ products: tee(`    price: 38.00\n${images}`), pictures });
    const [product] = shop.open().current().products;
    expect(product?.images).toMatchObject([
      { path: "/optimized/store/tee-hero.jpg?v=0a1b2c3d", altText: "A tee", width: 2560, height: 3200 },
    ]);
    const reason =
      "store/products.yaml, line 7: gone.jpg is not in content/store, or is no picture; " +
      "line 8: phone.heic is in a format that cannot be used; save it as JPEG, PNG, WebP, AVIF or TIFF";
    expect(shop.said).toMatchObject([{ files: ["gone.jpg", "phone.heic"], reason }]);
  });

  it("pictures that have other capitals are offered, and names are read in one form", () => {
    const pictures = { "store/f\u00fcr": aPicture() };
    const images = `    images: [ { file: ${"f\u00fcr.jpg".normalize("NFD")} }, { file: tee.jpg } ]\n`;
    const shop = aShop({ products: tee(`    price: 38.00\n${images}`), pictures });
    shop.write("store/Tee.JPG", "");
    expect(shop.open().current().products[0]?.images).toHaveLength(1);
    expect(shop.said).toMatchObject([
      {
        files: ["tee.jpg"],
        reason: expect.stringContaining("tee.jpg is not in content/store; there is Tee.JPG, with other capitals"),
      },
    ]);
  });
});

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

it("the shop names its policies, with the artist's own contacts in them", () => {
  const shop = aShop();
  cpSync(someContent(), shop.contentDir, { recursive: true });
  shop.write("store/refunds.md", "---\ntitle: Refunds\n---\nWrite to {legalEmail}, {name} will read it.\n");
  const { policies } = shop.open().current().shop;
  expect(policies.refundPolicy).toMatchObject({ title: "Refunds", handle: "refund-policy", path: "/terms" });
  expect(policies.refundPolicy?.body).toBe("<p>Write to legal@harbourline.example, Harbour Line will read it.</p>");
  expect(policies.privacyPolicy?.body).toContain("<h2>");
  expect(policies.termsOfService?.path).toBe("/terms");
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
