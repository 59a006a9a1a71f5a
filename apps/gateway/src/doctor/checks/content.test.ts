import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { someContent } from "../../testing/gateway-process.ts";
import { anOutside, aSite, the } from "../a-site.case.ts";
import { checkContent } from "./content.ts";

/** Findings about a content folder; the pictures that the demo's words name are there, as far as names go. */
function check(contentDir: string, environment: Record<string, string> = {}) {
  return checkContent(aSite({ CONTENT_DIR: contentDir, ...environment }), anOutside());
}

describe("files of content", () => {
  it("that can be used are good, and missing pictures are worth a look", async () => {
    const findings = await check(someContent());
    expect(the("content-files", findings).verdict).toBe("good");
    expect(the("content-named-files", findings)).toMatchObject({ verdict: "look" });
    expect(the("content-named-files", findings).found).toContain("images/");
  });

  it("that are all there are good", async () => {
    const findings = await check(join(import.meta.dirname, "../../../../../content"));
    expect(findings.map(({ verdict }) => verdict)).toEqual(["good", "good"]);
  });

  it("that cannot be used are all told, each with its file", async () => {
    const contentDir = someContent();
    writeFileSync(join(contentDir, "artist.json"), "{");
    mkdirSync(join(contentDir, "music"));
    writeFileSync(join(contentDir, "music/albums.yaml"), "albums:\n  - name: Long Point\n    type: tape\n");
    mkdirSync(join(contentDir, "store"));
    writeFileSync(join(contentDir, "store/products.yaml"), "products: none\n");
    const bad = (await check(contentDir)).filter(({ verdict }) => verdict === "bad");
    expect(bad.map(({ found }) => /artist\.json|albums\.yaml|store\.yaml/.exec(found)?.[0])).toEqual([
      "artist.json",
      "albums.yaml",
      "store.yaml",
    ]);
  });

  it("of a shop that is not sold from are not looked at", async () => {
    const contentDir = someContent();
    mkdirSync(join(contentDir, "store"));
    writeFileSync(join(contentDir, "store/products.yaml"), "products: none\n");
    const shopify = { SHOPIFY_STORE_DOMAIN: "a.myshopify.com", SHOPIFY_STOREFRONT_ACCESS_TOKEN: "token" };
    expect(the("content-files", await check(contentDir, shopify)).verdict).toBe("good");
  });
});
