import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { aPicture } from "@porchlight/fixtures/pages.ts";
import { describe, expect, it } from "vitest";
import { someContent } from "../../../../testing/gateway-process.ts";
import { aShop, STORE, tee } from "./a-shop-folder.case.ts";

const DEMO = join(demoContent(), "store");

describe("products", () => {
  it("the demo's files are valid and show every feature", () => {
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

  it("ids are the same on every machine, so carts stay valid", () => {
    const products = tee("price: 38.00", "options:", "  - { name: Size, values: [S, M] }");
    const [product] = aShop({ products }).open().current().products;
    expect(product?.id).toBe(17_668_565_403_408);
    expect(product?.variants.map(({ id, title }) => [title, id])).toEqual([
      ["S", 27_868_710_011_681],
      ["M", 182_843_604_387_102],
    ]);
  });

  it("a product without options has one variant, with Shopify's name for it", () => {
    const snapshot = aShop({ products: tee("price: 38", "stock: 3", "sku:") })
      .open()
      .current();
    const [variant] = snapshot.products[0]?.variants ?? [];
    expect(variant).toMatchObject({ title: "Default Title", price: 3800, listedStock: 3, sku: null });
    expect(variant?.selectedOptions).toEqual([{ name: "Title", value: "Default Title" }]);
    expect(snapshot.variantById(variant?.id ?? 0)).toBe(variant);
  });

  it("prices are exact and have the decimals of their currency", () => {
    const price = (store: string, written: string) =>
      aShop({ store, products: tee(`price: ${written}`) })
        .open()
        .current().products[0]?.variants[0]?.price;
    expect(price(STORE, "0.29")).toBe(29);
    expect(price(STORE, "1234567.10")).toBe(123_456_710);
    expect(price("currency: JPY\ncountry: JP\n", "1200")).toBe(1200);
  });

  it("a variant inherits the fields of its product", () => {
    const products = tee(
      "price: 38.00",
      "grams: 220",
      "options: [{ name: Size, values: [S, 08] }]",
      "variants:",
      "  - { options: [S], stock: 2 }",
      "  - { options: [08], price: 41.50, grams: 240, keepSelling: yes, taxed: no, perOrder: 2 }",
    );
    expect(aShop({ products }).open().current().products[0]?.variants).toMatchObject([
      { title: "S", price: 3800, weight: 220, listedStock: 2, sellsBeyondStock: false, taxable: true, perOrder: 10 },
      { title: "08", price: 4150, weight: 240, listedStock: null, sellsBeyondStock: true, taxable: false, perOrder: 2 },
    ]);
  });

  it("a product's dates come from its fields, not from its file", () => {
    const shop = aShop({ products: tee("price: 38.00", "added: 2026-05-01") });
    expect(shop.open().current().products[0]).toMatchObject({
      createdAt: "2026-05-01T00:00:00.000Z",
      updatedAt: "2026-05-01T00:00:00.000Z",
    });
  });

  it("a handle may have letters and vowels of any script, and is normalised", () => {
    for (const handle of ["ガーデン", "ค่ำคืน", "सफ़र-2", "été"]) {
      const products = tee("price: 38.00").replace("handle: tee", `handle: ${handle.normalize("NFD")}`);
      expect(aShop({ products }).open().current().productByHandle(handle.normalize()), handle).toBeDefined();
    }
  });

  it("a hidden product is not on sale", () => {
    const snapshot = aShop({ products: tee("price: 38.00", "hidden: yes") })
      .open()
      .current();
    expect(snapshot.products).toEqual([]);
    expect(snapshot.productByHandle("tee")).toBeUndefined();
  });

  it("a pasted script in a description is shown as text", () => {
    const products = tee("price: 38.00", "description: '*Soft* & <script>alert(1)</script> worn'");
    expect(aShop({ products }).open().current().products[0]).toMatchObject({
      descriptionHtml: "<p><em>Soft</em> &amp; &lt;script&gt;alert(1)&lt;/script&gt; worn</p>",
      description: "Soft & <script>alert(1)</script> worn",
    });
  });

  it("a discount for an unknown product is only logged", () => {
    const discounts = "discounts:\n  - { code: five, percent: 5, products: [tee, shirt] }\n";
    const shop = aShop({ store: `${STORE}${discounts}`, products: tee("price: 38.00", "hidden: yes") });
    shop.open();
    expect(shop.said).toMatchObject([{ reason: 'store/store.yaml, FIVE: there is no product "shirt"' }]);
  });

  it("a picture's URL has its largest size, and a missing one is only logged", () => {
    const pictures = { "store/tee": aPicture({ width: 4000, height: 5000, version: "0a1b2c3d" }) };
    const images = [
      "images:",
      "  - { file: tee.jpg, alt: A tee }",
      "  - { file: gone.jpg }",
      "  - { file: phone.heic }",
    ];
    const shop = aShop({ products: tee("price: 38.00", ...images), pictures });
    const [product] = shop.open().current().products;
    expect(product?.images).toMatchObject([
      { path: "/optimized/store/tee-hero.jpg?v=0a1b2c3d", altText: "A tee", width: 2560, height: 3200 },
    ]);
    const reason =
      "store/products.yaml, line 7: gone.jpg is not in content/store; " +
      "line 8: phone.heic is in a format that cannot be used; save it as JPEG, PNG, WebP, AVIF or TIFF";
    expect(shop.said).toMatchObject([{ files: ["gone.jpg", "phone.heic"], reason }]);
  });

  it("a file without a prepared picture is reported as still being prepared, or as not a picture", () => {
    const images = `images: [ { file: ${"für.jpg".normalize("NFD")} }, { file: tee.jpg } ]`;
    const shop = aShop({ products: tee("price: 38.00", images) });
    shop.write("store/Tee.jpg", "");
    shop.write("store/tee.jpg", "");
    shop.write("store/für.jpg".normalize("NFC"), "");
    shop.open();
    const reason = expect.stringMatching(
      /: für\.jpg is being prepared, or is no picture; .*: tee\.jpg is being prepared, or is no picture$/,
    );
    expect(shop.said).toMatchObject([{ files: ["für.jpg", "tee.jpg"], reason }]);
  });

  it("a picture whose name differs only in capitals is suggested, and names are normalised", () => {
    const pictures = { "store/f\u00fcr": aPicture() };
    const images = `images: [ { file: ${"f\u00fcr.jpg".normalize("NFD")} }, { file: tee.jpg } ]`;
    const shop = aShop({ products: tee("price: 38.00", images), pictures });
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

it("the shop has policies with their placeholders filled in", () => {
  const shop = aShop();
  cpSync(someContent(), shop.contentDir, { recursive: true });
  shop.write("store/refunds.md", "---\ntitle: Refunds\n---\nWrite to {legalEmail}, {name} will read it.\n");
  const { policies } = shop.open().current().shop;
  expect(policies.refundPolicy).toMatchObject({ title: "Refunds", handle: "refund-policy", path: "/terms#returns" });
  expect(policies.refundPolicy?.body).toBe("<p>Write to legal@harbourline.example, Harbour Line will read it.</p>");
  expect(policies.privacyPolicy?.body).toContain("<h2>");
  expect(policies.termsOfService?.path).toBe("/terms");
});

it("a placeholder without a value in the refund policy is reported with its file, and shown as written", () => {
  const shop = aShop();
  cpSync(someContent(), shop.contentDir, { recursive: true });
  shop.write("store/refunds.md", "---\ntitle: Refunds\n---\n{nmae} will read it.\n");
  expect(shop.open().current().shop.policies.refundPolicy?.body).toBe("<p>{nmae} will read it.</p>");
  const reason = expect.stringMatching(/^store\/refunds\.md: nothing is called \{nmae\}; there are \{name\}, /);
  expect(shop.said).toMatchObject([{ level: 40, reason }]);
});
