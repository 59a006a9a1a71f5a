import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ContentError } from "../../../../content/content.ts";
import { aShop, type Files, STORE, tee } from "./a-shop-folder.case.ts";

/** The message if the shop cannot start with these files. */
function findError(files: Files): string {
  try {
    aShop(files).open();
  } catch (error) {
    if (error instanceof ContentError) return error.message;
    throw error;
  }
  return "";
}

/** Lines of a valid `store.yaml`, followed by these. */
const aStore = (...lines: string[]) => [STORE.trim(), ...lines];

describe("an issue in the shop's files is reported with its place", () => {
  it.each([
    [tee(), "line 2 (products 1, price): is missing"],
    [tee("price: 38,00"), "line 4 (products 1, price): must be an amount such as 38.00"],
    [tee("price: 38.005"), "line 4 (products 1, price): 38.005 is no amount in CAD; write it like 38.00"],
    [tee("price: 1.000"), "line 4 (products 1, price): 1.000 is no amount in CAD; write it like 38.00"],
    [tee("price: -1"), "line 4 (products 1, price): must be an amount such as 38.00"],
    [tee("pric: 38.00"), 'line 4 (products 1, pric): nothing here is called "pric"'],
    [tee("price: 38.00", "stock: -3"), "line 5 (products 1, stock): must be a whole number, 0 or more"],
    [tee("price: 38.00", "perOrder: 0"), "line 5 (products 1, perOrder): must be a whole number, 1 or more: 4"],
    [tee("price: 38.00", "price: 39.00"), 'line 5: "price" is there twice; keep one of them'],
    [
      `${tee("price: 38.00")}  - handle: tee\n    title: Other\n    price: 1\n`,
      'line 5 (products 2, handle): "tee" is already the handle of product 1',
    ],
    [
      "products:\n  - handle: A Tee\n    title: Tee\n    price: 1\n",
      "line 2 (products 1, handle): must be small letters",
    ],
    ["products:\n  - just words\n", "line 2 (products 1): must have names and values"],
    ["products: [\n", "line 2: "],
    [
      tee("options: [{ name: Size, values: [S] }]", "variants:", "  - { options: [S], price: 82,50 }"),
      "line 6: a comma ends a value between braces, so 82,50 is not one number; write 82.50",
    ],
    [
      tee("variants:", "  - { price: 1,200.00, options: [S] }"),
      "line 5: a comma ends a value between braces, so 1,200.00 is not one number; write 1200.00",
    ],
    [
      tee("price: 38.00", "measure: { holds: 1,500 ml, per: 100 ml }"),
      'line 5: "500 ml" stands there without a value; words with a comma need quotes: "1,500 ml"',
    ],
    [tee("price: 38.00", "withdrawal: never"), "line 5 (products 1, withdrawal): must be none or untilSent"],
    [
      tee("price: 38.00", "withdrawal: untilSent"),
      "line 5 (products 1, withdrawal): untilSent is for downloads: it needs shipped: no",
    ],
    [tee("price: 38.00", "pric:"), 'line 5 (products 1, pric): nothing here is called "pric"'],
    ["products: *nowhere\n", "line 1: words that begin with * need quotes"],
    [tee("price: 38.00", "added: 2026-02-30"), "line 5 (products 1, added): is not a day of the calendar"],
    [
      tee("price: 38.00", "stock: 9", "options:", "  - { name: Size, values: [S, M] }"),
      "line 5 (products 1, stock): belongs to each variant",
    ],
    [
      tee("price: 38.00", "options:", "  - { name: Size, values: [S, S] }"),
      'line 6 (products 1, options 1): "S" is there twice',
    ],
    [
      tee("price: 38.00", "options:", "  - { name: Size, values: [S] }", "variants:", "  - { options: [XS] }"),
      'line 8 (products 1, variants 1): "XS" is not among the values of Size',
    ],
    [
      tee("price: 38.00", "options:", "  - { name: Size, values: [S] }", "variants:", "  - { options: [S, Ink] }"),
      "line 8 (products 1, variants 1): needs one value for each of the product's options: Size",
    ],
    [
      tee(
        "price: 38.00",
        "options:",
        "  - { name: Size, values: [S] }",
        "variants:",
        "  - { options: [S] }",
        "  - { options: [S] }",
      ),
      'line 9 (products 1, variants 2): the variant "S" is there twice',
    ],
    [
      tee(
        "price: 38.00",
        "options:",
        "  - { name: Size, values: [S] }",
        "variants:",
        "  - { options: [S], image: no.jpg }",
      ),
      "no.jpg is not among the product's images",
    ],
    [tee("price: 38.00", "variants:", "  - { options: [S] }"), "there are variants, but the product has no options"],
    [tee("price: 38.00", "measure: { holds: 340 ml, per: 100 g }"), "340 ml cannot be compared with 100 g"],
    [
      `${tee("price: 38.00")}collections:\n  - handle: wear\n    title: Wear\n    products: [shirt]\n`,
      'there is no product with the handle "shirt"',
    ],
  ])("%j", (products, message) => {
    const error = findError({ products });
    expect(error).toMatch(/^store\/products\.yaml, line /);
    expect(error).toContain(message);
  });

  it.each([
    [
      aStore("unpaidOrdersExpireAfter: 0"),
      "line 3 (unpaidOrdersExpireAfter): must be 1 to 90 days, such as 7 days, or never",
    ],
    [
      aStore("payments:", "  - { title: Cash, instructions: Pay., unpaidOrdersExpireAfter: two weeks }"),
      "line 4 (payments 1, unpaidOrdersExpireAfter): must be 1 to 90 days, such as 7 days, or never",
    ],
    [["currency: DOLLARS", "country: CA"], "line 1 (currency): is no currency"],
    [["country: CA"], 'line 1: "currency" is missing'],
    [
      aStore("shipping:", "  - { title: C, countries: [CA], rates: [{ title: P, price: 1, upToDays: 366 }] }"),
      "line 4 (shipping 1, rates 1, upToDays): must not be more than 365",
    ],
    [
      aStore("taxes:", "  - { title: GST, country: CA, percent: 101 }"),
      "line 4 (taxes 1, percent): must not be more than 100",
    ],
    [
      aStore("taxes:", "  - { title: QST, country: CA, percent: 9,975 }"),
      "line 4: a comma ends a value between braces, so 9,975 is not one number; write 9.975 or 9975",
    ],
    [
      aStore("discounts:", "  - { code: FIVE, amount: 5,50 }", "  - { code: TEN, amount: 1,000,000 }"),
      "line 4: a comma ends a value between braces, so 5,50 is not one number; write 5.50; line 5: a comma ends a value between braces, so 1,000,000 is not one number; write 1000000",
    ],
    [
      aStore("shipping:", "  - { title: Britain, countries: [CA, UK], rates: [] }"),
      "line 4 (shipping 1, countries 2): UK is no country that orders can go to; United Kingdom is GB",
    ],
    [["currency: CAD", "country: in Canada!"], "line 2 (country): must be two capital letters: CA"],
    [["currency: CAD", "country: ZZ"], "line 2 (country): ZZ is no country that orders can go to"],
    [aStore("province: Q1"), "line 3 (province): Q1 is no province of Canada"],
    [
      aStore("taxes:", "  - { title: QST, country: CA, provinces: [ON, QU], percent: 9 }"),
      "line 4 (taxes 1, provinces): QU is no province of Canada",
    ],
    [
      aStore(
        "shipping:",
        "  - { title: A, countries: [CA], rates: [] }",
        "  - { title: B, countries: [CA], rates: [] }",
      ),
      "line 5 (shipping 2): CA is in another zone already",
    ],
    [
      aStore("discounts:", "  - { code: FIVE, percent: 5, amount: 5.00 }"),
      "line 4 (discounts 1): needs exactly one of",
    ],
    [
      aStore("discounts:", "  - { code: five, percent: 5 }", "  - { code: FIVE, percent: 5 }"),
      "the code FIVE is there already",
    ],
    [
      aStore("discounts:", "  - { code: five, percent: 5, startsAt: 2026-12-02, endsAt: 2026-12-01 }"),
      "ends before it starts",
    ],
    [
      aStore(
        "timeZone: America/Toronto",
        "discounts:",
        "  - { code: five, percent: 5, startsAt: 2026-12-02, endsAt: 2026-12-02T00:00Z }",
      ),
      "ends before it starts",
    ],
    [
      aStore("timeZone: Toronto"),
      "line 3 (timeZone): is no time zone; write the name of yours, such as America/Toronto",
    ],
    [
      aStore("payments:", "  - { title: Card, instructions: Later }"),
      'line 4 (payments 1): "card" already stands for paying at Stripe; change this title',
    ],
    [
      aStore("payments:", "  - { title: Nothing due, instructions: Later }"),
      'line 4 (payments 1): "nothing-due" already stands for an order that costs nothing; change this title',
    ],
    [
      aStore("payments:", "  - { title: 💵, instructions: At the show }"),
      "line 4 (payments 1): needs a letter or a digit in its title",
    ],
    [
      aStore("pickup:", "  - { title: Send }"),
      'line 4 (pickup 1): "send" already stands for shipping; change this title',
    ],
    [aStore("pickup:", '  - { title: "!" }'), "line 4 (pickup 1): needs a letter or a digit in its title"],
    [aStore("giftCards:", "  - { code: SHORT, balance: 5.00 }"), "must be 8 to 32 letters and digits"],
    [aStore("giftCards:", "  - { code: LONG-ENOUGH, balance: 5.001 }"), "5.001 is no amount in CAD"],
    // In Chile fifteen thousand pesos are written 15.000.
    [
      aStore("giftCards:", "  - { code: LONG-ENOUGH, balance: 15.000, currency: CLP }"),
      "15.000 is no amount in CLP; write it like 38",
    ],
  ])("%j", (store, message) => {
    const error = findError({ store: store.join("\n"), products: "products: []\n" });
    expect(error).toMatch(/^store\/store\.yaml, line /);
    expect(error).toContain(message);
  });

  it("a wrong date is one issue", () => {
    expect(findError({ products: tee("price: 38.00", "added: May 2026") })).toBe(
      "store/products.yaml, line 5 (products 1, added): must be a day such as 2026-05-01, or a moment such as " +
        "2026-05-01T19:30-04:00",
    );
  });

  it("products need a store.yaml for their currency", () => {
    const shop = aShop({ products: tee("price: 38.00") });
    rmSync(join(shop.contentDir, "store/store.yaml"));
    expect(() => shop.open()).toThrow("store/store.yaml is missing");
  });

  it("two handles with the same id are rejected", () => {
    // These two were found among 48 million: the first 48 bits of their checksums are equal.
    const products = ["b7n5c", "2qe6x"].map((handle) => `  - { handle: ${handle}, title: Tee, price: 1.00 }\n`);
    expect(findError({ products: `products:\n${products.join("")}` })).toContain(
      '"product:2qe6x" and "product:b7n5c" get the same id',
    );
  });

  it("only a few of a hundred issues are reported", () => {
    const products = `products:\n${"  - handle: 1 2\n".repeat(100)}`;
    expect(findError({ products })).toMatch(/; and \d+ more$/);
  });

  it("the combinations of three long lists are counted, not built", () => {
    const values = `[${Array.from({ length: 300 }, (_, at) => at).join(", ")}]`;
    const options = ["A", "B", "C"].map((name) => `  - { name: ${name}, values: ${values} }`);
    expect(findError({ products: tee("price: 1", "options:", ...options) })).toContain("27000000 variants");
  });
});
