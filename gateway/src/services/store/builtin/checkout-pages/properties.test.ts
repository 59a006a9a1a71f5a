import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, it, onTestFinished, vi } from "vitest";
import { variantOf } from "../a-store.case.ts";
import { createUsageCounters } from "../usage/usage-counters.ts";
import { ADDRESS, aCheckoutWith, aShop, formsOf } from "./a-buyer.case.ts";
import { field, readForm } from "./form.ts";

const name = fc.oneof(fc.constantFrom("email", "note", "key", "__proto__", "constructor", ""), anyText(8));

it("any form can be read: each field has its last value, without control characters", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, anyText(20)), { maxLength: 12 }), (fields) => {
      const form = readForm(new URLSearchParams(fields).toString());
      const sent = new Map(fields.map(([key, value]) => [key.toWellFormed(), value]));
      expect(new Set(Object.keys(form))).toEqual(new Set(sent.keys()));
      for (const [key, value] of sent) {
        const read = field(form, key);
        expect(read).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}]/u);
        expect(read).toBe(read.trim());
        if (!/[\p{Cc}\p{Cs}]/u.test(value)) expect(read).toBe(value.trim());
      }
      expect(field(form, "nobody sent this")).toBe("");
    }),
    tries(500),
  );
});

it("of a form with very many fields, only the first are decoded", () => {
  const decoder = vi.spyOn(globalThis, "URLSearchParams");
  onTestFinished(() => decoder.mockRestore());
  expect(Object.keys(readForm(Array.from({ length: 100_000 }, (_, at) => `a${at}=`).join("&")))).toHaveLength(60);
  expect(String(decoder.mock.calls[0]?.[0]).length).toBeLessThan(300);
});

it("bytes that are not a form are read as far as possible", () => {
  const part = fc.constantFrom("key", "=", "&", "%", "%0", "%00", "%zz", "%ff", "%ED%A0%80", "+", ";", "é", "\u0000");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      for (const value of Object.values(readForm(parts.join("")))) expect(value.isWellFormed()).toBe(true);
    }),
    tries(500),
  );
});

const TYPED = fc.oneof(
  fc.constantFrom("", "0", "1", "2", "-1", "1e3", "999999999999999", "9".repeat(20), "12.5", " 2 ", "٣"),
  fc.constantFrom(`"'><script>alert(1)</script>`, "remove", "e-transfer", "card", "at-a-show", "canada-parcel"),
  fc.constantFrom("half", "GIFT-1234-ABCD", "ann@example.com", "Ontario", "ZZ", "👩🏽‍🎤"),
  anyText(30),
);
/** The position of a form on the open page, and typed text for some of its fields. */
const FILLED = fc.record({
  form: fc.nat(7),
  typed: fc.oneof(fc.constant<[number, string][]>([]), fc.array(fc.tuple(fc.nat(14), TYPED), { maxLength: 3 })),
});

it("checkout pages show all that is typed as plain text, and stock, gift cards and sums stay right", async () => {
  const card = { code: "GIFT1234ABCD", balance: 2_000_000, currency: "CAD", isEnabled: true };
  const half = { code: "HALF", title: "Half", value: { kind: "percentage" as const, millionths: 500_000 } };
  const { store, buyer } = await aShop({
    products: [{ handle: "pin", title: "Pin", price: "7.77", stock: "100000" }],
    settings: { discounts: [{ ...half, oncePerCustomer: false }], giftCards: [card] },
  });
  const pin = variantOf(store.catalogue, "pin");
  const left = () => createUsageCounters(store.data.read, store.catalogue.current().settings).giftCardBalance(card);
  const seen = { refused: 0, placed: 0 };
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(FILLED, { maxLength: 10 }), async (isReady, forms) => {
      const checkout = await aCheckoutWith(store, "pin", 2);
      const stock = store.stock.onHand(pin) ?? 0;
      const balance = left();
      let page = await buyer.openCheckout(checkout);
      if (isReady) page = await buyer.submit(page, /\/contact$/, ADDRESS);
      for (const { form, typed } of forms) {
        const all = formsOf(page);
        const chosen = all[form % Math.max(1, all.length)];
        if (!chosen) break;
        const names = Object.keys(chosen.fields).filter((one) => one !== "key");
        const filled = Object.fromEntries(typed.map(([at, value]) => [names[at % names.length] ?? "", value]));
        page = await buyer.submit(page, new RegExp(`${chosen.action}$`), filled);
        expect([200, 404, 422]).toContain(page.status);
        expect(page.html).not.toContain("<script>alert");
        if (page.status === 422) seen.refused += 1;
      }

      const { order } = store.checkouts.find(checkout) ?? {};
      if (order) seen.placed += 1;
      const pieces = order?.lines.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0;
      const used = order?.giftCards.reduce((sum, one) => sum + one.used, 0) ?? 0;
      expect(store.stock.onHand(pin)).toBe(stock - pieces);
      expect(left()).toBe(balance - used);
      if (order) {
        expect(order.linesSubtotal).toBe(pieces * 777);
        expect(order.due).toBe(order.total - used);
        expect(order.total).toBeGreaterThanOrEqual(0);
      }
    }),
    tries(50),
  );
  expect(seen.refused).toBeGreaterThan(0);
  expect(seen.placed).toBeGreaterThan(0);
});
