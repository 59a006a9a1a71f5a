import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCallbackName, parseAnswer } from "./mailing-list.ts";
import { formatAmount, minorDigits, parseAmount } from "./money.ts";
import { albumSlug } from "./music.ts";

const text = fc.oneof(anyText(), fc.string({ unit: "grapheme" }));
const currency = fc.constantFrom("CAD", "JPY", "KWD", "EUR", "HUF");
// Twelve digits stand before the point at most.
const units = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 });

describe("money", () => {
  it("comes back as it was written, to the smallest unit", () => {
    fc.assert(
      fc.property(units, currency, (amount, currency) => {
        const written = formatAmount(amount, currency);
        expect(written).toMatch(/^-?\d+(\.\d+)?$/);
        expect(written.split(".")[1]?.length ?? 0).toBe(minorDigits(currency));
        expect(parseAmount(written, currency)).toBe(amount);
      }),
      tries(500),
    );
  });

  it("of whatever text is a whole number that can be counted with exactly, or none", () => {
    const decimal = fc.stringMatching(/^-?\d{0,14}(\.\d{0,14})?$/);
    fc.assert(
      fc.property(fc.oneof(text, decimal), currency, (written, currency) => {
        const amount = parseAmount(written, currency);
        if (amount === undefined) return;
        expect(Number.isSafeInteger(amount)).toBe(true);
        expect(parseAmount(formatAmount(amount, currency), currency)).toBe(amount);
      }),
      tries(1_000),
    );
  });

  it("is as much as the number that a person reads", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), currency, (amount, currency) => {
        const read = Number(formatAmount(amount, currency));
        expect(read).toBeCloseTo(amount / 10 ** minorDigits(currency), 6);
      }),
      tries(300),
    );
  });
});

describe("the mailing list's answer", () => {
  const callback = fc.oneof(fc.constantFrom("cb", "$", "_a1"), text);
  const result = fc.constantFrom("success" as const, "error" as const);

  it("comes back from the call that it was written as, whatever its words", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z_$][\w$]{0,10}$/),
        result,
        text,
        fc.constantFrom("", ";"),
        (name, result, msg, end) => {
          expect(isCallbackName(name)).toBe(true);
          expect(parseAnswer(`${name}(${JSON.stringify({ result, msg })})${end}`, name)).toEqual({ result, msg });
        },
      ),
      tries(500),
    );
  });

  it("that is something else is none, and never runs", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.json(),
          fc.json().map((body) => `cb(${body})`),
        ),
        callback,
        (said, callback) => {
          const answer = parseAnswer(said, callback);
          if (answer !== undefined) expect(Object.keys(answer)).toEqual(["result", "msg"]);
        },
      ),
      tries(500),
    );
  });

  it("calls nothing but one plain name", () => {
    fc.assert(
      fc.property(text, (name) => {
        if (isCallbackName(name)) expect(() => new Function(`return (${name}) => ${name}`)).not.toThrow(TypeError);
        if (/[^\w$]/.test(name)) expect(isCallbackName(name)).toBe(false);
      }),
      tries(500),
    );
  });
});

describe("an album's part of an address", () => {
  it("stays one part, in whatever script the name is, and is its own", () => {
    fc.assert(
      fc.property(text, (name) => {
        const slug = albumSlug({ id: "an-id", name });
        expect(slug).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*$/u);
        expect(slug).toBe(albumSlug({ id: "an-id", name: name.normalize("NFD") }));
        expect(slug.isWellFormed()).toBe(true);
        expect(albumSlug({ id: "an-id", name: slug })).toBe(slug);
      }),
      tries(500),
    );
  });
});
