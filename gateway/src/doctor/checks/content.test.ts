import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { describe, expect, it } from "vitest";
import { someContent } from "../../testing/gateway-process.ts";
import { anOutside, aSite, the } from "../a-site.case.ts";
import { inspectContent } from "../inspections/content.ts";
import { checkContent } from "./content.ts";

/** Findings about a content folder. */
function check(contentDir: string, environment: Record<string, string> = {}) {
  return checkContent(aSite({ CONTENT_DIR: contentDir, ...environment }), anOutside());
}

describe("files of content", () => {
  it("are good when they can be used, and missing pictures are worth a look", async () => {
    const findings = await check(someContent());
    expect(the("content-files", findings).status).toBe("good");
    expect(the("content-named-files", findings)).toMatchObject({ status: "look" });
    expect(the("content-named-files", findings).found).toContain("images/");
  });

  it.each(["about.md", "store/refunds.md"])("are worth a look when a placeholder has no value: %s", async (file) => {
    const contentDir = someContent();
    mkdirSync(join(contentDir, "store"));
    writeFileSync(join(contentDir, file), "---\ntitle: A text\n---\nI am {nmae}.\n");
    const { status, found } = the("content-files", await check(contentDir));
    expect(status).toBe("look");
    expect(found.startsWith(`${file}: nothing is called {nmae}; there are {name}, `)).toBe(true);
    expect(found.endsWith(" and {governingLaw}.")).toBe(true);
  });

  it("are worth a look when the code of a gift card can be guessed, and the finding shows no part of the code", async () => {
    const contentDir = someContent();
    mkdirSync(join(contentDir, "store"));
    const cards = "giftCards: [{ code: 12345678, balance: 50 }, { code: K7QF-93XT-LM2P-8VRA, balance: 50 }]";
    writeFileSync(join(contentDir, "store/store.yaml"), `currency: CAD\ncountry: CA\n${cards}\n`);
    const findings = (await check(contentDir)).filter(({ id }) => id === "content-gift-cards");
    expect(findings.map(({ found }) => found)).toEqual([
      "The code of gift card number 1 in store/store.yaml can be guessed.",
    ]);
    expect(JSON.stringify(findings)).not.toContain("5678");
  });

  it("are worth a look, and are named, when their content is not what their file type says", async () => {
    const contentDir = someContent();
    mkdirSync(join(contentDir, "images"));
    mkdirSync(join(contentDir, "music"));
    for (const name of ["n1", "n2", "n6", "bio", "background", "social"]) {
      cpSync(join(demoContent(), "music/lake-effect.jpg"), join(contentDir, `images/${name}.jpg`));
    }
    writeFileSync(join(contentDir, "images/n2.jpg"), "half an upload");
    writeFileSync(join(contentDir, "music/late.mp3"), "no song");
    writeFileSync(
      join(contentDir, "music/albums.yaml"),
      "albums:\n  - { name: Late, type: single, released: 2026, tracks: [{ title: Late, file: late.mp3 }] }\n",
    );
    expect(the("content-named-files", await check(contentDir))).toMatchObject({
      status: "look",
      found: "2 files cannot be read as pictures or recordings: images/n2.jpg, music/late.mp3.",
    });
  });

  it("are good when none is missing, and an unchanged demo is reported in one sentence", async () => {
    const findings = await check(demoContent());
    expect(findings.map(({ id, status }) => [id, status])).toEqual([
      ["content-files", "good"],
      ["content-named-files", "good"],
      ["content-demo", "look"],
    ]);
  });

  it("are bad when they are an unchanged demo on a public site", async () => {
    const outside = anOutside();
    const inspections = {
      ...outside.inspections,
      demo: async () => ({ isWhole: true, files: [], shared: [], own: {} }),
    };
    const site = aSite({ CONTENT_DIR: someContent(), PUBLIC_URL: "https://ann.example" });
    const found = the("content-demo", await checkContent(site, { ...outside, inspections }));
    expect(found).toMatchObject({ status: "bad", found: expect.stringContaining("Everybody can see it") });
  });

  it("are named file by file when they still come from the demo, and are bad on a public site", async () => {
    const contentDir = someContent();
    const demo = async (environment?: Record<string, string>) =>
      (await check(contentDir, environment)).filter(({ id }) => id === "content-demo");
    writeFileSync(join(contentDir, "about.md"), "---\ntitle: About\n---\nI am Ann.\n");
    const [first, ...others] = await demo();
    expect(first).toMatchObject({ status: "look", found: expect.stringContaining("contacts, legal (line 31)") });
    expect(others.map(({ found }) => found)).toEqual([
      expect.stringContaining("accessibility.md"),
      expect.stringContaining("privacy.md"),
      expect.stringContaining("terms.md"),
    ]);
    expect((await demo({ PUBLIC_URL: "https://ann.example" }))[0]?.status).toBe("bad");
    for (const file of ["artist.json", "privacy.md"]) writeFileSync(join(contentDir, file), "{}");
    expect(await demo()).toEqual([
      expect.objectContaining({
        status: "good",
        found: expect.stringContaining("which may be right for you: accessib"),
      }),
    ]);
  });

  it("are all reported when they cannot be used, each with its file", async () => {
    const contentDir = someContent();
    writeFileSync(join(contentDir, "artist.json"), "{");
    mkdirSync(join(contentDir, "music"));
    writeFileSync(join(contentDir, "music/albums.yaml"), "albums:\n  - name: Long Point\n    type: tape\n");
    mkdirSync(join(contentDir, "store"));
    writeFileSync(join(contentDir, "store/products.yaml"), "products: none\n");
    const bad = (await check(contentDir)).filter(({ status }) => status === "bad");
    expect(bad.map(({ found }) => /artist\.json|albums\.yaml|store\.yaml/.exec(found)?.[0])).toEqual([
      "artist.json",
      "albums.yaml",
      "store.yaml",
    ]);
  });

  it("are reported when shows cannot be used, or name a picture that is missing", async () => {
    const contentDir = someContent();
    const show = "  - { id: a, date: 2027-02-20, venue: V, town: Kingston, country: CA, picture: { name: poster } }\n";
    writeFileSync(join(contentDir, "shows.yaml"), `shows:\n${show}`);
    const options = { contentDir, dataDir: contentDir, hasOwnShop: true };
    expect((await inspectContent(options, async () => {})).missing).toContain("images/poster");
    writeFileSync(join(contentDir, "shows.yaml"), `shows:\n${show.replace("id: a", "id: embed")}`);
    const bad = (await check(contentDir)).filter(({ status }) => status === "bad");
    expect(bad.map(({ found }) => found)).toEqual([
      expect.stringContaining("shows.yaml, line 2 (shows 1, id): cannot be embed"),
    ]);
  });

  it("are read again before they are reported if they were written just now", async () => {
    const contentDir = someContent();
    const whole = readFileSync(join(contentDir, "artist.json"), "utf8");
    writeFileSync(join(contentDir, "artist.json"), whole.slice(0, whole.length / 2));
    const options = { contentDir, dataDir: contentDir, hasOwnShop: true };
    const inspection = await inspectContent(options, async () => writeFileSync(join(contentDir, "artist.json"), whole));
    expect(inspection.mistakes).toEqual([]);
  });

  it("are not checked when they belong to a shop that is not in use", async () => {
    const contentDir = someContent();
    mkdirSync(join(contentDir, "store"));
    writeFileSync(join(contentDir, "store/products.yaml"), "products: none\n");
    const shopify = { SHOPIFY_STORE_DOMAIN: "a.myshopify.com", SHOPIFY_STOREFRONT_ACCESS_TOKEN: "token" };
    expect(the("content-files", await check(contentDir, shopify)).status).toBe("good");
  });
});
