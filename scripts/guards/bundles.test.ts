import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const CLIENT = "apps/site/dist/client";

/** What a browser is never sent: names of secrets, the owner's words, the server's own modules. */
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

describe("what a browser is sent", () => {
  const texts = () =>
    readdirSync(join(CLIENT, "assets"))
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => ({ name, text: readFileSync(join(CLIENT, "assets", name), "utf8") }));

  it("names no secret and no module of the server", () => {
    expect(texts().length).toBeGreaterThan(5);
    const found = texts().flatMap(({ name, text }) =>
      FORBIDDEN.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  it("holds none of the artist's words, which come as data", () => {
    // The project's own file; any field would do.
    const artist = JSON.parse(readFileSync("content/artist.json", "utf8")) as { name: string; tagline: string };
    const found = texts().filter(({ text }) => text.includes(artist.name) || text.includes(artist.tagline));
    expect(found.map(({ name }) => name)).toEqual([]);
  });

  it("names no path of the machine it was built on", () => {
    const found = texts().filter(({ text }) => text.includes(process.cwd()));
    expect(found.map(({ name }) => name)).toEqual([]);
  });
});
