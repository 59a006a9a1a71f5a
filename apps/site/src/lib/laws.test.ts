import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addressPart } from "./address-part.ts";
import { formatPrice } from "./format-price.ts";

const screen = fc.constantFrom("shop", "music");
const text = fc.string({ unit: "grapheme", minLength: 1 }).filter((name) => name.isWellFormed());

test("the part of an address is found again in its path and under its hash, in every script", () => {
  fc.assert(
    fc.property(screen, text, fc.constantFrom("", "/"), fc.constantFrom("", "?a=b"), (screen, name, end, query) => {
      const path = `/${screen}/${encodeURIComponent(name)}${end}`;
      expect(addressPart(screen, { pathname: path, hash: "" })).toBe(name);
      expect(addressPart(screen, { pathname: "/anything", hash: `#${path}${query}` })).toBe(name);
      expect(addressPart(screen === "shop" ? "music" : "shop", { pathname: path, hash: "" })).toBeUndefined();
      // The screen's own address names nothing.
      expect(addressPart(screen, { pathname: `/${screen}${end}`, hash: "" })).toBeUndefined();
    }),
    tries(300),
  );
});

test("whatever an address is, its part is one part, or there is none", () => {
  const rough = fc.string({ unit: fc.constantFrom("/", "%", "2", "f", "#", "?", "shop", "a", "é"), maxLength: 9 });
  fc.assert(
    fc.property(rough, rough, screen, (path, hash, screen) => {
      const part = addressPart(screen, { pathname: `/${path}`, hash: `#${hash}` });
      if (part !== undefined) expect(part).not.toBe("");
    }),
    tries(500),
  );
});

test("a price is shown with every digit that it has, however large", () => {
  const amount = fc.tuple(fc.bigInt({ min: 0n, max: 999_999_999_999n }), fc.integer({ min: 0, max: 99 }));
  fc.assert(
    fc.property(amount, ([whole, cents]) => {
      const decimals = String(cents).padStart(2, "0");
      const shown = formatPrice({ amount: `${whole}.${decimals}`, currencyCode: "CAD" });
      expect(shown.replaceAll(/[^\d.]/g, "")).toBe(`${whole}.${decimals}`);
    }),
    tries(300),
  );
});

test("a price reads as Intl writes it, whether it was asked or not", () => {
  const currency = fc.constantFrom(..."AUD CAD CHF EUR GBP HKD INR JPY KWD MXN NZD SGD USD".split(" "));
  const decimals = fc.stringMatching(/^(\.\d{1,5})?$/);
  const amount = fc.tuple(fc.constantFrom("", "-", "0"), fc.bigInt({ min: 0n, max: 9_999_999_999n }), decimals);
  fc.assert(
    fc.property(amount, currency, ([sign, whole, decimals], currencyCode) => {
      const format = new Intl.NumberFormat("en", {
        style: "currency",
        currency: currencyCode,
        currencyDisplay: "narrowSymbol",
      });
      const asked = `${sign}${whole}${decimals}`;
      expect(formatPrice({ amount: asked, currencyCode })).toBe(format.format(asked as `${number}`));
    }),
    tries(300),
  );
});
