import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addressPart } from "./address-part.ts";

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
