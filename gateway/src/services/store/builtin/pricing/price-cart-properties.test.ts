import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { UNUSED } from "../a-store.case.ts";
import { aCatalogue } from "../catalogue/a-catalogue.case.ts";
import type { Discount, StoreSettings } from "../catalogue/store-settings.ts";
import type { PricedCart, PricingRequest } from "../model/cart.ts";
import { priceCart } from "./price-cart.ts";

const PRICES = ["0.00", "0.01", "0.99", "7.77", "18.00", "32.50", "99999.99"];
const catalogue = aCatalogue({
  products: PRICES.flatMap((price, at) => [
    { handle: `taxed-${at}`, title: "Taxed", price, grams: "300" },
    { handle: `free-${at}`, title: "Free of tax", price, grams: "1", taxed: "no" as const },
  ]),
});
const variants = catalogue.snapshot.products.flatMap((product) => product.variants);
const ONTARIO = { countryCode: "CA", provinceCode: "ON" };
const rate = fc.integer({ min: 0, max: 1_000_000 });

const discount: fc.Arbitrary<Omit<Discount, "code">> = fc.record({
  title: fc.constant("Some discount"),
  oncePerCustomer: fc.constant(false),
  products: fc.subarray(
    variants.map(({ product }) => product.handle),
    { minLength: 1 },
  ),
  value: fc.oneof(
    fc.record({ kind: fc.constant("percentage" as const), millionths: rate }),
    fc.record({ kind: fc.constant("amount" as const), amount: fc.integer({ min: 0, max: 10_000_000 }) }),
    fc.constant({ kind: "free-shipping" as const }),
  ),
});

const settings: fc.Arbitrary<Partial<StoreSettings>> = fc.record({
  taxesIncluded: fc.boolean(),
  taxesOnShipping: fc.boolean(),
  taxes: fc.array(fc.record({ country: fc.constant("CA"), title: fc.constant("Tax"), rateMillionths: rate }), {
    maxLength: 3,
  }),
  discounts: fc.array(discount, { maxLength: 4 }).map((list) => list.map((one, at) => ({ ...one, code: `CODE${at}` }))),
});

const request: fc.Arbitrary<PricingRequest> = fc.record({
  lines: fc
    .array(fc.tuple(fc.nat(variants.length - 1), fc.integer({ min: 1, max: 5_000 })), { maxLength: 30 })
    .map((list) =>
      list.map(([at, quantity], number) => ({
        id: `line ${number}`,
        // `at` is always an index of a variant.
        variantId: variants[at]?.id ?? 0,
        quantity,
        attributes: [],
      })),
    ),
  discountCodes: fc.subarray(["CODE0", "CODE1", "CODE2", "CODE3"]),
  address: fc.option(fc.constant(ONTARIO)),
  deliveryHandle: fc.constantFrom(null, "canada-parcel", "at-a-show"),
  giftCards: fc.array(fc.record({ id: fc.nat(), balance: fc.integer({ min: 0, max: 100_000 }) }), { maxLength: 3 }),
});

function price(request: PricingRequest, settings: Partial<StoreSettings>): PricedCart {
  const snapshot = { ...catalogue.snapshot, settings: { ...catalogue.snapshot.settings, ...settings } };
  return priceCart(request, { snapshot, usage: UNUSED, now: new Date("2026-06-01T12:00:00Z") });
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

it("every sum is the sum of its parts", () => {
  fc.assert(
    fc.property(request, settings, (request, settings) => {
      const cart = price(request, settings);
      const { lines, discounts } = cart;
      for (const line of lines) {
        expect(line.subtotal).toBe(line.unitPrice * line.line.quantity);
        expect(line.total).toBe(line.subtotal - sum(line.discounts.map(({ amount }) => amount)));
      }
      const offGoods = sum(lines.flatMap((line) => line.discounts.map(({ amount }) => amount)));
      const offDelivery = (cart.delivery?.price ?? 0) - cart.deliveryPrice;
      expect(sum(discounts.map(({ amount }) => amount))).toBe(offGoods + offDelivery);
      expect(cart.linesSubtotal - offGoods).toBe(cart.subtotal);
      expect(cart.totalTax).toBe(sum(cart.taxes.map(({ amount }) => amount)));
      const taxOnTop = settings.taxesIncluded ? 0 : cart.totalTax;
      expect(cart.total).toBe(cart.subtotal + cart.deliveryPrice + taxOnTop);
      expect(cart.due).toBe(cart.total - sum(cart.giftCards.map(({ used }) => used)));
      expect(sum(lines.map(({ tax }) => tax))).toBeLessThanOrEqual(cart.totalTax);
    }),
    tries(),
  );
});

it("every amount is a whole number and not negative", () => {
  fc.assert(
    fc.property(request, settings, (request, settings) => {
      const cart = price(request, settings);
      const amounts = [
        ...cart.lines.flatMap(({ subtotal, total, tax, discounts }) => [
          subtotal,
          total,
          tax,
          ...discounts.map(({ amount }) => amount),
        ]),
        ...cart.discounts.map(({ amount }) => amount),
        ...cart.giftCards.map(({ used }) => used),
        ...cart.taxes.map(({ amount }) => amount),
        cart.subtotal,
        cart.deliveryPrice,
        cart.total,
        cart.due,
      ];
      expect(amounts.filter((amount) => !Number.isSafeInteger(amount) || amount < 0)).toEqual([]);
    }),
    tries(),
  );
});

it("the order of lines changes no total", () => {
  const totalsOf = ({ subtotal, deliveryPrice, taxes, total, due, discounts }: PricedCart) => {
    return { subtotal, deliveryPrice, taxes, total, due, discounts };
  };
  fc.assert(
    fc.property(request, settings, (request, settings) => {
      const turned = { ...request, lines: request.lines.toReversed() };
      expect(totalsOf(price(turned, settings))).toEqual(totalsOf(price(request, settings)));
    }),
    tries(),
  );
});

it("a thousand lines of a million pieces are priced exactly", () => {
  const variant = variants.find(({ price }) => price === 777);
  const lines = Array.from({ length: 1_000 }, (_, at) => ({
    id: `line ${at}`,
    variantId: variant?.id ?? 0,
    quantity: 1_000_000,
    attributes: [],
  }));
  const taxes = [{ country: "CA", title: "Tax", rateMillionths: 149_750 }];
  const request = { lines, discountCodes: [], address: ONTARIO, deliveryHandle: null, giftCards: [] };
  const cart = price(request, { taxes });
  expect(cart.linesSubtotal).toBe(777_000_000_000);
  expect(cart.totalTax).toBe(116_355_750_000);
  expect(sum(cart.lines.map(({ tax }) => tax))).toBe(116_355_750_000);
});
