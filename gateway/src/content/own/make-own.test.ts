import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { expect, it } from "vitest";
import { chooseContentDir, DEMO_CONTENT_DIR } from "../../config/content-dir.ts";
import { aSmallDisk, canMount } from "../../data/data-folder.case.ts";
import { inspectWords } from "../../doctor/inspections/content.ts";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { makeOwn } from "./make-own.ts";

it("content is the owner's once it is in the data folder, else the demo's", () => {
  const dataDir = join(aTestFolder(), "data");
  expect(chooseContentDir(dataDir, undefined)).toBe(DEMO_CONTENT_DIR);
  const own = makeOwn(dataDir, demoContent(), "demo");
  expect(chooseContentDir(dataDir, undefined)).toBe(own);
  expect(chooseContentDir(dataDir, "/elsewhere")).toBe("/elsewhere");
});

it("the whole demo is copied, with the times of its files, and existing content stays", () => {
  const dataDir = aTestFolder();
  const own = makeOwn(dataDir, demoContent(), "demo") ?? "";
  const names = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  expect(names(own)).toEqual(names(demoContent()));
  const file = join("images", "n1.jpg");
  expect(statSync(join(own, file)).mtimeMs).toBeCloseTo(statSync(join(demoContent(), file)).mtimeMs, -1);
  expect(makeOwn(dataDir, demoContent(), "empty")).toBeUndefined();
  expect(readFileSync(join(own, "artist.json"), "utf8")).toContain("Harbour Line");
});

it("an empty frame holds nothing of the demo's artist, and the site starts with it", () => {
  const dataDir = aTestFolder();
  const own = makeOwn(dataDir, demoContent(), "empty") ?? "";
  const { mistakes, missing, unfilled } = inspectWords({ contentDir: own, hasOwnShop: true });
  expect({ mistakes, missing, unfilled }).toEqual({ mistakes: [], missing: [], unfilled: [] });
  const texts = readdirSync(own, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(md|yaml|json)$/.test(name),
  );
  for (const name of texts.filter((one) => !one.startsWith("schemas"))) {
    const written = readFileSync(join(own, name), "utf8").replaceAll(/^\s*#.*$/gm, "");
    expect(written, name).not.toMatch(/Harbour|Osier|Lake Effect|Long Point|harbourline/);
  }
  expect(readdirSync(join(own, "images"))).toEqual([]);
  expect(existsSync(join(own, "press.md"))).toBe(false);
});

it.skipIf(!canMount())("on a full disk nothing is left behind, and the error says what to do", () => {
  const { dir } = aSmallDisk(1);
  expect(() => makeOwn(dir, demoContent(), "demo")).toThrow(`The disk that holds ${dir} is full.`);
  expect(readdirSync(dir)).toEqual([]);
});

it("a folder that cannot be filled leaves nothing behind", () => {
  const dataDir = aTestFolder();
  mkdirSync(join(dataDir, "other"));
  expect(() => makeOwn(dataDir, join(dataDir, "nothing"), "demo")).toThrow();
  expect(readdirSync(dataDir)).toEqual(["other"]);
});
