import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it } from "vitest";
import { silentLog } from "../testing/gateway-in-memory.ts";
import { aTestFolder } from "../testing/gateway-process.ts";
import { createPictureStore } from "./picture-store.ts";

async function aStore(pictures: Record<string, { width: number; height: number }>) {
  const folder = aTestFolder();
  const originals = join(folder, "images");
  const kept = join(folder, "kept");
  mkdirSync(join(originals, "store"), { recursive: true });
  for (const [name, { width, height }] of Object.entries(pictures)) await draw(join(originals, name), width, height);
  const store = createPictureStore(originals, kept, silentLog);
  return { originals, kept, store, again: () => createPictureStore(originals, kept, silentLog) };
}

const draw = (path: string, width: number, height: number, colour = "#d83b65") =>
  sharp({ create: { width, height, channels: 3, background: colour } }).toFile(path);

it("every original is there in five widths and three formats, none wider than itself", async () => {
  const { store } = await aStore({
    "n1.jpg": { width: 2000, height: 1000 },
    "store/shirt.png": { width: 600, height: 600 },
  });
  expect(await store.refresh()).toBe(2);
  expect(store.find("n1", "A lake")).toMatchObject({
    width: 2000,
    height: 1000,
    alt: "A lake",
    variants: [
      { suffix: "thumbnail", width: 300 },
      { suffix: "small", width: 640 },
      { suffix: "medium", width: 1024 },
      { suffix: "large", width: 1920 },
      { suffix: "hero", width: 2000 },
    ],
  });
  for (const [path, format, width] of [
    ["n1-large.jpg", "jpeg", 1920],
    ["webp/n1-thumbnail.webp", "webp", 300],
    ["avif/n1-hero.avif", "heif", 2000],
    ["store/shirt-hero.jpg", "jpeg", 600],
  ] as const) {
    const file = store.file(path);
    const { width: real, format: kind } = await sharp(file?.path).metadata();
    expect([path, kind, real]).toEqual([path, format, width]);
  }
  // Widths that a small original has twice are offered once.
  expect(store.find("store/shirt", "")?.variants.map(({ width }) => width)).toEqual([300, 600]);
});

it("a second start has nothing to do, and neither has a new name or a new date for the same picture", async () => {
  const { store, again, originals } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
  await store.refresh();
  expect(await again().refresh()).toBe(0);
  cpSync(join(originals, "n1.jpg"), join(originals, "copy.jpg"));
  utimesSync(join(originals, "n1.jpg"), new Date(0), new Date(0));
  const third = again();
  expect(await third.refresh()).toBe(0);
  expect(third.find("copy", "")?.version).toBe(third.find("n1", "")?.version);
});

it("a changed original is made anew under another version, and what it left is dropped", async () => {
  const { store, originals, kept } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
  await store.refresh();
  const before = store.find("n1", "")?.version;
  expect(store.hasChanged()).toBe(false);
  await draw(join(originals, "n1.jpg"), 500, 300, "#000000");
  expect(store.hasChanged()).toBe(true);
  expect(await store.refresh()).toBe(1);
  expect(store.find("n1", "")).toMatchObject({ width: 500 });
  expect(store.find("n1", "")?.version).not.toBe(before);
  expect(readdirSync(kept).filter((name) => name !== "checksums.json")).toHaveLength(1);
  rmSync(join(originals, "n1.jpg"));
  await store.refresh();
  expect(store.find("n1", "")).toBeUndefined();
});

it("what is no picture is left out and the others are there", async () => {
  const { store, originals } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
  writeFileSync(join(originals, "broken.jpg"), "no picture");
  writeFileSync(join(originals, "._n1.jpg"), "what a Mac leaves");
  symlinkSync(join(originals, "nowhere"), join(originals, "link.jpg"));
  mkdirSync(join(originals, "folder.jpg"));
  expect(await store.refresh()).toBe(2);
  expect(store.find("broken", "")).toBeUndefined();
  expect(store.find("n1", "")).toBeDefined();
  expect(store.hasChanged()).toBe(false);
});

it("a picture that is overwritten with something broken stays as it was", async () => {
  const { store, originals } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
  await store.refresh();
  const before = store.find("n1", "");
  writeFileSync(join(originals, "n1.jpg"), "half an upload");
  await store.refresh();
  expect(store.find("n1", "")).toEqual(before);
  expect(existsSync(store.file("n1-small.jpg")?.path ?? "")).toBe(true);
});

it("of two pictures with one name the newer is shown", async () => {
  const { store, originals } = await aStore({
    "n1.jpg": { width: 400, height: 300 },
    "n1.png": { width: 500, height: 300 },
  });
  utimesSync(join(originals, "n1.png"), new Date(0), new Date(0));
  await store.refresh();
  expect(store.find("n1", "")).toMatchObject({ width: 400 });
});

it("a variant that was lost is made again", async () => {
  const { store, again } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
  await store.refresh();
  rmSync(store.file("webp/n1-small.webp")?.path ?? "");
  expect(await again().refresh()).toBe(1);
});

it("what a start that was killed left half made is made again", async () => {
  const { store, again, kept } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
  await store.refresh();
  const [folder = ""] = readdirSync(kept).filter((name) => name !== "checksums.json");
  rmSync(join(kept, folder, "picture.json"));
  expect(await again().refresh()).toBe(1);
});

it("no address reaches a file outside", async () => {
  const { store } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
  await store.refresh();
  for (const path of [
    "../kept/checksums.json",
    "n1.jpg",
    "n1-huge.jpg",
    "n1-hero.png",
    "webp/n1-hero.jpg",
    "__proto__-hero.jpg",
    "",
  ]) {
    expect(store.file(path)).toBeUndefined();
  }
});
