import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkoutId, checkoutKeyIn, globalId, isGlobalId, nameIn, numberIn, parseGlobalId } from "./ids.ts";

const type = fc.constantFrom("Product", "ProductVariant", "Cart", "Checkout", "Order");
const name = fc.stringMatching(/^[\w-]{1,64}$/);

describe("an id", () => {
  it("is parsed into the parts that it was made of, and is not accepted for another type", () => {
    fc.assert(
      fc.property(type, type, fc.maxSafeNat(), name, name, (type, other, number, name, key) => {
        expect(numberIn(globalId(type, number), type)).toBe(number);
        expect(nameIn(globalId(type, name), type)).toBe(name);
        if (other !== type)
          expect(numberIn(globalId(type, number), other) ?? nameIn(globalId(type, name), other)).toBeUndefined();
        expect(checkoutKeyIn(checkoutId({ token: name, key }))).toEqual({ token: name, key });
      }),
      tries(300),
    );
  });

  it("is either parsed or undefined for any text, and undefined beyond the length limit", () => {
    const rough = fc.array(
      fc.constantFrom(
        "gid://shopify/",
        "Cart",
        "Checkout",
        "/",
        "?",
        "key=",
        "&",
        "%",
        "1",
        "é",
        "\n",
        "x".repeat(120),
      ),
      { maxLength: 7 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          rough.map((parts) => parts.join("")),
          anyText(),
        ),
        (text) => {
          const parsed = parseGlobalId(text);
          expect(isGlobalId(text)).toBe(parsed !== undefined);
          if (!parsed) return;
          expect(text.length).toBeLessThanOrEqual(300);
          expect(text.startsWith(globalId(parsed.type, parsed.name))).toBe(true);
          const number = numberIn(text, parsed.type);
          if (number !== undefined) expect(Number(parsed.name)).toBe(number);
        },
      ),
      tries(200),
    );
  });
});
