import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DemoParts } from "@porchlight/protocol/demo.ts";
import { expect, it } from "vitest";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { createKnownDemo } from "./known-demo.ts";

const WHOLE: DemoParts = { isWhole: true, files: [], shared: [] };

function aSite(look: () => Promise<DemoParts>) {
  const contentDir = aTestFolder();
  mkdirSync(join(contentDir, "images"));
  const question = { contentDir, hasOwnShop: true, hasOwnMusic: true };
  return { contentDir, known: createKnownDemo({ question, publicUrl: "https://ann.example", look }) };
}

it("files are read again only when one of them has changed", async () => {
  let looks = 0;
  const { contentDir, known } = aSite(async () => {
    looks += 1;
    return WHOLE;
  });
  expect(await known()).toEqual({ ...WHOLE, isPublic: true });
  await Promise.all([known(), known()]);
  expect(looks).toBe(1);
  writeFileSync(join(contentDir, "about.md"), "---\ntitle: About\n---\n");
  await known();
  writeFileSync(join(contentDir, "images/n1.jpg"), "a picture");
  await known();
  expect(looks).toBe(3);
});

it("a look that fails is made again the next time", async () => {
  let looks = 0;
  const { known } = aSite(async () => {
    looks += 1;
    if (looks === 1) throw new Error("no thread");
    return WHOLE;
  });
  await expect(known()).rejects.toThrow("no thread");
  expect((await known()).isWhole).toBe(true);
});
