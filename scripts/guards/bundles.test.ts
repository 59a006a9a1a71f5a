import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { describe, expect, it } from "vitest";

const CLIENT = "site/dist/client";

/** Text that no bundle may contain: names of secrets, and the server's modules. */
const FORBIDDEN = [
  "SERVICE_ROLE",
  "CLIENT_SECRET",
  "API_SECRET",
  "STRIPE_SECRET",
  "WEBHOOK_SECRET",
  "ADMIN_PASSWORD",
  "SMTP_URL",
  "PRIVATE KEY",
  '"node:',
  "process.env",
  "sourceMappingURL",
];

/** APIs that some supported browsers (docs/product.md §2) lack. Source: developer.mozilla.org, on each API. */
const TOO_NEW = [
  "URL.canParse",
  "URL.parse(",
  "AbortSignal.any",
  "Promise.try",
  "Promise.withResolvers",
  "Array.fromAsync",
  "Object.groupBy",
  "Map.groupBy",
  "Iterator.from",
  "RegExp.escape",
  ".isWellFormed(",
  ".isSubsetOf(",
  ".symmetricDifference(",
  ".checkVisibility(",
];

describe("the site's bundles", () => {
  const texts = () =>
    readdirSync(join(CLIENT, "assets"))
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => ({ name, text: readFileSync(join(CLIENT, "assets", name), "utf8") }));

  const placesOf = (words: readonly string[]) =>
    texts().flatMap(({ name, text }) => words.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`));

  it("contain no secret and no server module", () => {
    expect(texts().length).toBeGreaterThan(5);
    expect(placesOf(FORBIDDEN)).toEqual([]);
  });

  it("use no API that is too new for the supported browsers", () => {
    expect(placesOf(TOO_NEW)).toEqual([]);
  });

  it("contain none of the artist's texts, because these come as data", () => {
    // The cast holds: this is the demo's own file.
    const artist = JSON.parse(readFileSync(join(demoContent(), "artist.json"), "utf8")) as {
      name: string;
      tagline: string;
    };
    const found = texts().filter(({ text }) => text.includes(artist.name) || text.includes(artist.tagline));
    expect(found.map(({ name }) => name)).toEqual([]);
  });

  it("contain no path of the build machine", () => {
    const found = texts().filter(({ text }) => text.includes(process.cwd()));
    expect(found.map(({ name }) => name)).toEqual([]);
  });
});
