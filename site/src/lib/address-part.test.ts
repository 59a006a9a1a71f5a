import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addressPart } from "./address-part.ts";

test.each([
  ["/music/long-point", "", "long-point"],
  ["/music/long-point/", "", "long-point"],
  ["/", "#/music/long-point?from=email", "long-point"],
  ["/music/long-point", "#/music", undefined],
  ["/music/m%C3%BCll", "", "müll"],
  ["/music/100%", "", "100%"],
  ["/music", "", undefined],
  ["/music/a/b", "", undefined],
  ["/shop/long-point", "", undefined],
])("the address %s%s names %s", (pathname, hash, part) => {
  expect(addressPart("music", { pathname, hash })).toBe(part);
});

const screen = fc.constantFrom("shop", "music");
const text = fc.string({ unit: "grapheme", minLength: 1 }).filter((name) => name.isWellFormed());

test("a part is found in paths and hashes, in every writing system", () => {
  fc.assert(
    fc.property(screen, text, fc.constantFrom("", "/"), fc.constantFrom("", "?a=b"), (screen, name, end, query) => {
      const path = `/${screen}/${encodeURIComponent(name)}${end}`;
      expect(addressPart(screen, { pathname: path, hash: "" })).toBe(name);
      expect(addressPart(screen, { pathname: "/anything", hash: `#${path}${query}` })).toBe(name);
      expect(addressPart(screen === "shop" ? "music" : "shop", { pathname: path, hash: "" })).toBeUndefined();
      expect(addressPart(screen, { pathname: `/${screen}${end}`, hash: "" })).toBeUndefined();
    }),
    tries(300),
  );
});

test("any address has one part or none", () => {
  const rough = fc.string({ unit: fc.constantFrom("/", "%", "2", "f", "#", "?", "shop", "a", "é"), maxLength: 9 });
  fc.assert(
    fc.property(rough, rough, screen, (path, hash, screen) => {
      const part = addressPart(screen, { pathname: `/${path}`, hash: `#${hash}` });
      if (part !== undefined) expect(part).not.toBe("");
    }),
    tries(500),
  );
});
