import { describe, expect, it } from "vitest";
import { UNUSED, variantOf } from "../a-store.case.ts";
import { aCatalogue, type CatalogueOverrides } from "../catalogue/a-catalogue.case.ts";
import type { Discount, StoreSettings } from "../catalogue/store-settings.ts";
import type { PricedCart, PricingRequest } from "../model/cart.ts";
import type { UsageCounters } from "../usage/usage-counters.ts";
import { priceCart } from "./price-cart.ts";

const ONTARIO = { countryCode: "CA", provinceCode: "ON" };
const NOW = new Date("2026-06-01T12:00:00Z");
const HALF: Discount = {
  code: "HALF",
  title: "Half",
  value: { kind: "percentage", millionths: 500_000 },
  oncePerCustomer: false,
};
const FIVE_OFF: Discount = { ...HALF, code: "FIVE", value: { kind: "amount", amount: 500 } };
const FREE_POST: Discount = { ...HALF, code: "POST", value: { kind: "free-shipping" } };

type Cart = Partial<Omit<PricingRequest, "lines">> & {
  /** Pieces by product, "mug", or by product and variant, "tee S / Ink". */
  pieces?: Record<string, number>;
  settings?: Partial<StoreSettings>;
  products?: NonNullable<CatalogueOverrides["products"]>;
  usage?: Partial<UsageCounters>;
};

/** Prices a cart: by default two mugs at 18.00. */
function price({ pieces = { mug: 2 }, settings = {}, products, usage, ...request }: Cart = {}): PricedCart {
  const catalogue = aCatalogue({ settings, ...(products ? { products } : {}) });
  const lines = Object.entries(pieces).map(([name, quantity], at) => {
    const [handle = "", ...title] = name.split(" ");
    const variant = variantOf(catalogue, handle, title.length > 0 ? title.join(" ") : undefined);
    return { id: `line ${at}`, variantId: variant.id, quantity, attributes: [] };
  });
  return priceCart(
    { lines, discountCodes: [], address: null, deliveryHandle: null, giftCards: [], ...request },
    { snapshot: catalogue.snapshot, usage: { ...UNUSED, ...usage }, now: NOW },
  );
}

describe("goods", () => {
  it("cost their price times their quantity", () => {
    const cart = price({ pieces: { mug: 2, "tee S / Ink": 3 } });
    expect(cart.lines.map(({ subtotal }) => subtotal)).toEqual([3600, 11_400]);
    expect(cart).toMatchObject({ linesSubtotal: 15_000, subtotal: 15_000, total: 15_000, due: 15_000, quantity: 5 });
  });

  it("that are no longer in the catalogue cost nothing and are listed as unavailable", () => {
    const gone = { id: "gone", variantId: 1, quantity: 4, attributes: [] };
    const cart = priceCart(
      { lines: [gone], discountCodes: [], address: null, deliveryHandle: null, giftCards: [] },
      { snapshot: aCatalogue().snapshot, usage: UNUSED, now: NOW },
    );
    expect(cart).toMatchObject({ lines: [], unavailable: [gone], quantity: 0, total: 0, requiresShipping: false });
  });

  it("that cost more than can be calculated exactly are rejected", () => {
    const dear = { handle: "dear", title: "Dear", price: "9999999.99" };
    expect(() => price({ pieces: { dear: 1_000_000 }, products: [dear] })).toThrow(RangeError);
  });
});

describe("a discount code", () => {
  const settings = { discounts: [HALF, FIVE_OFF, FREE_POST] };
  const errorOf = (discount: Partial<Discount>, cart: Cart = {}) =>
    price({ ...cart, settings: { discounts: [{ ...HALF, ...discount }] }, discountCodes: ["half"] }).discounts[0]
      ?.error;

  it("works in upper or lower case, and reduces the price of every line", () => {
    const cart = price({ pieces: { mug: 1, record: 1 }, settings, discountCodes: [" haLF "] });
    expect(cart.lines.map(({ discounts }) => discounts)).toEqual([
      [{ code: " haLF ", amount: 900 }],
      [{ code: " haLF ", amount: 1625 }],
    ]);
    expect(cart).toMatchObject({ linesSubtotal: 5050, subtotal: 2525, total: 2525 });
  });

  it("of an amount is spread over the lines and never takes more than the goods cost", () => {
    const cart = price({ pieces: { mug: 1, record: 1 }, settings, discountCodes: ["FIVE"] });
    expect(cart.lines.map(({ total }) => total)).toEqual([1622, 2928]);
    const much = { discounts: [{ ...FIVE_OFF, value: { kind: "amount" as const, amount: 999_999 } }] };
    expect(price({ settings: much, discountCodes: ["FIVE"] })).toMatchObject({ subtotal: 0, total: 0, due: 0 });
  });

  it("for some products does not reduce the price of others", () => {
    const some = { discounts: [{ ...HALF, products: ["record"] }] };
    const cart = price({ pieces: { mug: 1, record: 1 }, settings: some, discountCodes: ["HALF"] });
    expect(cart.lines.map(({ total }) => total)).toEqual([1800, 1625]);
  });

  it("does not apply together with a code that reduces more, but applies together with free shipping", () => {
    const cart = price({
      settings,
      discountCodes: ["FIVE", "HALF", "POST"],
      address: ONTARIO,
      deliveryHandle: "canada-parcel",
    });
    expect(cart.discounts).toMatchObject([
      { code: "FIVE", error: "another-is-better", amount: 0 },
      { code: "HALF", amount: 1800 },
      { code: "POST", amount: 1200 },
    ]);
    expect(cart.discounts[1]).not.toHaveProperty("error");
    expect(cart).toMatchObject({ subtotal: 1800, deliveryPrice: 0 });
  });

  it("that does not apply has an error with the reason", () => {
    expect(price({ settings, discountCodes: ["nothing"] }).discounts).toEqual([
      { code: "nothing", error: "not-found", amount: 0 },
    ]);
    expect(errorOf({ startsAt: "2026-06-01T12:00:01Z" })).toBe("not-yet");
    expect(errorOf({ startsAt: "2026-06-01T12:00:00Z" })).toBeUndefined();
    expect(errorOf({ endsAt: "2026-06-01T12:00:00Z" })).toBe("expired");
    expect(errorOf({ endsAt: "2026-06-01T12:00:01Z" })).toBeUndefined();
    expect(errorOf({ limit: 3 }, { usage: { discountUses: () => 3 } })).toBe("used-up");
    expect(errorOf({ limit: 3 }, { usage: { discountUses: () => 2 } })).toBeUndefined();
    expect(errorOf({ minimum: 3601 })).toBe("below-minimum");
    expect(errorOf({ minimum: 3600 })).toBeUndefined();
    expect(errorOf({ products: ["record"] })).toBe("no-such-product");
  });

  it("for some products counts only those towards its minimum", () => {
    const records = { products: ["record"], minimum: 5000 };
    expect(errorOf(records, { pieces: { mug: 9, record: 1 } })).toBe("below-minimum");
    expect(errorOf(records, { pieces: { record: 2 } })).toBeUndefined();
  });

  it("for free shipping applies only if something is shipped", () => {
    const ticket = { handle: "ticket", title: "Ticket", price: "20.00", shipped: "no" as const };
    const cart = price({ pieces: { ticket: 1 }, products: [ticket], settings, discountCodes: ["POST"] });
    expect(cart.discounts[0]?.error).toBe("no-such-product");
  });
});

describe("delivery", () => {
  const zones: Partial<StoreSettings> = {
    shipping: [
      {
        title: "Canada",
        countries: ["CA"],
        rates: [
          { handle: "letter", title: "Letter", price: 300, upToGrams: 500 },
          { handle: "parcel", title: "Parcel", price: 1200, freeFrom: 3600 },
        ],
      },
      { title: "Elsewhere", countries: ["*"], rates: [{ handle: "world", title: "Worldwide", price: 2500 }] },
    ],
  };
  const handlesOf = (cart: PricedCart) => cart.deliveryOptions.map(({ handle }) => handle);

  it("has the rates of the zone that names the country, or else of the zone for everywhere", () => {
    expect(handlesOf(price({ settings: zones, address: ONTARIO }))).toEqual(["parcel", "at-a-show"]);
    const inJapan = { countryCode: "JP", provinceCode: "" };
    expect(handlesOf(price({ settings: zones, address: inJapan }))).toEqual(["world", "at-a-show"]);
    expect(handlesOf(price({ address: inJapan }))).toEqual(["at-a-show"]);
  });

  it("by pickup needs no address", () => {
    const cart = price({ deliveryHandle: "at-a-show" });
    expect(handlesOf(cart)).toEqual(["at-a-show"]);
    expect(cart).toMatchObject({ delivery: { kind: "pickup" }, deliveryPrice: 0 });
  });

  it("offers no rate whose weight limit the goods exceed", () => {
    expect(handlesOf(price({ pieces: { mug: 1 }, settings: zones, address: ONTARIO }))).toContain("letter");
    expect(handlesOf(price({ pieces: { mug: 2 }, settings: zones, address: ONTARIO }))).not.toContain("letter");
  });

  it("is free if the subtotal after discounts is high enough", () => {
    const request = { address: ONTARIO, deliveryHandle: "parcel" };
    expect(price({ settings: zones, ...request }).deliveryPrice).toBe(0);
    const settings = { ...zones, discounts: [FIVE_OFF] };
    expect(price({ settings, ...request, discountCodes: ["FIVE"] }).deliveryPrice).toBe(1200);
  });

  it("that is no longer an option is not chosen", () => {
    const cart = price({ settings: zones, address: ONTARIO, deliveryHandle: "world" });
    expect(cart).toMatchObject({ delivery: null, deliveryPrice: 0, subtotal: 3600 });
  });

  it("is not needed for goods that are not shipped", () => {
    const ticket = { handle: "ticket", title: "Ticket", price: "20.00", shipped: "no" as const };
    const cart = price({ pieces: { ticket: 1 }, products: [ticket], address: ONTARIO });
    expect(cart).toMatchObject({ requiresShipping: false, deliveryOptions: [] });
  });
});

describe("taxes", () => {
  const gst = { country: "CA", title: "GST", rateMillionths: 50_000 };
  const qst = { country: "CA", province: "QC", title: "QST", rateMillionths: 99_750 };
  const quebec = { countryCode: "CA", provinceCode: "QC" };

  it("are those of the address, on goods and shipping", () => {
    const cart = price({ address: ONTARIO, deliveryHandle: "canada-parcel" });
    expect(cart.taxes).toEqual([{ title: "HST", rateMillionths: 130_000, amount: 624 }]);
    expect(cart).toMatchObject({ totalTax: 624, total: 3600 + 1200 + 624 });
    expect(price({ address: quebec }).totalTax).toBe(0);
    expect(price().totalTax).toBe(0);
  });

  it("do not apply to shipping if the owner says so", () => {
    const request = { address: ONTARIO, deliveryHandle: "canada-parcel", settings: { taxesOnShipping: false } };
    expect(price(request).totalTax).toBe(468);
  });

  it("of a country and of its province both apply, each rounded once for the whole order", () => {
    const cart = price({ pieces: { record: 1, mug: 1 }, address: quebec, settings: { taxes: [gst, qst] } });
    // 5 % of 50.50 is 2.525, 9.975 % is 5.037375.
    expect(cart.taxes.map(({ amount }) => amount)).toEqual([253, 504]);
    expect(cart.lines.reduce((sum, { tax }) => sum + tax, 0)).toBe(757);
  });

  it("of less than a cent on each of three lines are calculated on the sum of the lines", () => {
    const products = ["a", "b", "c"].map((handle) => ({ handle, title: handle, price: "0.04" }));
    const cart = price({ pieces: { a: 1, b: 1, c: 1 }, products, address: ONTARIO });
    // Calculated line by line, the tax would be 3 × 1 cent, 25 %.
    expect(cart.totalTax).toBe(2);
  });

  it("that are included in the prices add nothing", () => {
    const settings = { taxesIncluded: true, taxes: [gst, qst] };
    const cart = price({ pieces: { mug: 1 }, address: quebec, settings });
    expect(cart.taxes.map(({ amount }) => amount)).toEqual([78, 156]);
    expect(cart).toMatchObject({ total: 1800, due: 1800 });
  });

  it("apply to prices after discounts, and not to tax-free goods", () => {
    const request = { address: ONTARIO, settings: { discounts: [HALF] }, discountCodes: ["HALF"] };
    expect(price(request).totalTax).toBe(234);
    const book = { handle: "book", title: "Book", price: "20.00", taxed: "no" as const };
    expect(price({ pieces: { book: 1 }, products: [book], address: ONTARIO }).totalTax).toBe(0);
  });

  it("of an order that is picked up are those of the shop's place", () => {
    const fetched = { address: quebec, deliveryHandle: "at-a-show" };
    expect(price({ ...fetched, settings: { province: "ON" } }).totalTax).toBe(468);
    expect(price({ ...fetched, settings: { taxes: [gst, qst] } }).totalTax).toBe(180);
  });

  it("of goods that are not shipped are those of the buyer's place, not the shop's", () => {
    const ticket = { handle: "ticket", title: "Ticket", price: "20.00", shipped: "no" as const };
    const vat = { country: "DE", title: "VAT", rateMillionths: 190_000 };
    const hst = { country: "CA", province: "ON", title: "HST", rateMillionths: 130_000 };
    const request = {
      pieces: { ticket: 1 },
      products: [ticket],
      settings: { province: "ON", taxes: [gst, qst, hst, vat] },
    };
    const taxAt = (countryCode: string, provinceCode = "") => {
      const { totalTax, taxPlace } = price({ ...request, address: { countryCode, provinceCode } });
      return taxPlace && totalTax;
    };
    expect([taxAt("CA", "QC"), taxAt("CA", "ON"), taxAt("DE"), taxAt("US")]).toEqual([300, 360, 380, 0]);
    // In this test Canada has a tax for a province, so its taxes are unknown until the province is known.
    expect([taxAt("CA"), taxAt(""), price(request).taxPlace]).toEqual([null, null, null]);
  });
});

describe("gift cards", () => {
  it("pay in their order, and reduce the sum due, not the total", () => {
    const giftCards = [
      { id: 1, balance: 1000 },
      { id: 2, balance: 5000 },
      { id: 3, balance: 700 },
    ];
    const cart = price({ giftCards });
    expect(cart).toMatchObject({ total: 3600, due: 0 });
    expect(cart.giftCards).toEqual([
      { id: 1, used: 1000 },
      { id: 2, used: 2600 },
      { id: 3, used: 0 },
    ]);
    expect(price({ giftCards: giftCards.slice(0, 1) })).toMatchObject({ total: 3600, due: 2600 });
  });
});
