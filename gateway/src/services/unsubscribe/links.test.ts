import { hash } from "node:crypto";
import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createUnsubscribeLinks, TOKEN_MAX_LENGTH } from "./links.ts";

const PUBLIC_URL = "https://artist.example";
const ANN = "ann@example.com";

function aSecret(name: string): string {
  return hash("sha256", name, "base64url");
}

function someLinks(name = "ours") {
  const links = createUnsubscribeLinks({ secret: () => aSecret(name), publicUrl: PUBLIC_URL });
  const linkFor = links.linker();
  return { ...links, linkFor, tokenFor: (email: string) => linkFor(email).split("?t=")[1] ?? "" };
}

it("an address always has the same link, which is unique to it and the site and does not reveal it", () => {
  const { linkFor, linker } = someLinks();
  expect(linkFor(ANN)).toMatch(/^https:\/\/artist\.example\/unsubscribe\?t=[\w-]{42}$/);
  expect(linker()(ANN)).toBe(linkFor(ANN));
  const others = ["anne@example.com", "amn@example.com", "ann@example.con"].map((email) => someLinks().tokenFor(email));
  const all = [someLinks().tokenFor(ANN), someLinks("another site").tokenFor(ANN), ...others];
  // Even the beginnings of the tokens differ, although the addresses begin alike.
  expect(new Set(all.map((token) => token.slice(0, 8))).size).toBe(all.length);
  expect(new Set(all.map((token) => token.slice(-8))).size).toBe(all.length);
  for (const token of all) expect(Buffer.from(token, "base64url").toString("latin1")).not.toMatch(/ann@|example/);
});

it("an old link still works", () => {
  const token = "4V7bNkn_8PD7yl7yZ--yxSIweSgq2TBQwoETY7UuJg";
  const secret = Buffer.alloc(32, 1).toString("base64url");
  expect(createUnsubscribeLinks({ secret: () => secret, publicUrl: PUBLIC_URL }).read(token)).toBe(ANN);
});

it("an address of any length and in any script can be read from its token", () => {
  const { tokenFor, read } = someLinks();
  const sign = fc.constantFrom("a", "é", "漢", "🎸", ".", "+", "'", '"', "\u202e");
  const address = fc.string({ unit: sign, minLength: 1, maxLength: 120 }).map((name) => `${name}@example.com`);
  fc.assert(
    fc.property(address, (email) => {
      const token = tokenFor(email);
      expect(token).toMatch(/^[\w-]+$/);
      expect(read(token)).toBe(email);
    }),
    tries(500),
  );
  const longest = tokenFor(`${"漢".repeat(252)}@x`);
  expect(longest.length).toBeLessThanOrEqual(TOKEN_MAX_LENGTH);
  expect(read(longest)).toBe(`${"漢".repeat(252)}@x`);
});

it("only a complete token of this site is valid", () => {
  const { tokenFor, read } = someLinks();
  const token = tokenFor(ANN);
  const swapped = tokenFor("ben@example.com").slice(0, 22) + token.slice(22);
  const bytes = Buffer.from(token, "base64url");
  const flipped = Array.from(bytes, (_, at) => {
    const changed = Buffer.from(bytes);
    // The `!` holds: the copy has the same length as the buffer.
    changed[at]! ^= 1;
    return changed.toString("base64url");
  });
  const forged = [
    "",
    ANN,
    Buffer.from(ANN).toString("base64url"),
    token.slice(0, -1),
    token.slice(1),
    `${token}A`,
    `${token}=`,
    `${token} `,
    ` ${token}`,
    `${token}%20`,
    token.toLowerCase(),
    token.toUpperCase(),
    bytes.toString("base64").replace("+", " "),
    bytes.toString("hex"),
    swapped,
    ...flipped,
    someLinks("another site").tokenFor(ANN),
    "A".repeat(TOKEN_MAX_LENGTH),
    "A".repeat(1_000_000),
    "😀".repeat(20),
  ];
  for (const text of forged) expect([text.slice(0, 60), read(text)]).toEqual([text.slice(0, 60), undefined]);
  expect(read(token)).toBe(ANN);
});

it("the reader never throws, for any text", () => {
  const { read } = someLinks();
  fc.assert(
    fc.property(fc.oneof(anyText(), fc.base64String()), (text) => read(text) === undefined),
    tries(1_000),
  );
});
