import { readFileSync } from "node:fs";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { expect, it } from "vitest";
import { MANIFEST_FILE } from "../../gateway/src/content/demo/manifest.ts";
import { manifestTextOf } from "../../tools/generate/demo-manifest.ts";

it("the demo's manifest is what npm run generate -- --demo creates from the demo", () => {
  expect(readFileSync(MANIFEST_FILE, "utf8")).toBe(manifestTextOf(demoContent()));
});
