import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it } from "vitest";
import { DUSK } from "../../content/words-over-pictures.ts";
import { aStoredLog } from "../../testing/stored-log.ts";
import { aStore, drawOriginal, neverEnding } from "./a-picture-store.case.ts";
import { UNUSED_RETENTION_MS } from "./picture-cache.ts";
import { PICTURE_FORMATS } from "./recipe.ts";

it("prepares every original in five widths and three formats, none wider than itself", async () => {
  const { store } = await aStore({
    "n1.jpg": { width: 2600, height: 1300 },
    "store/shirt.png": { width: 600, height: 600 },
  });
  expect(await store.prepare()).toBe(2);
  expect(store.find("n1", "A lake")).toMatchObject({
    width: 2600,
    height: 1300,
    alt: "A lake",
    variants: [
      { suffix: "thumbnail", width: 300 },
      { suffix: "small", width: 640 },
      { suffix: "medium", width: 1024 },
      { suffix: "large", width: 1920 },
      { suffix: "hero", width: 2560 },
    ],
  });
  for (const [path, format, width] of [
    ["n1-large.jpg", "jpeg", 1920],
    ["webp/n1-thumbnail.webp", "webp", 300],
    ["avif/n1-hero.avif", "heif", 2560],
    ["store/shirt-hero.jpg", "jpeg", 600],
  ] as const) {
    const file = store.file(path);
    const { width: real, format: kind } = await sharp(file?.path).metadata();
    expect([path, kind, real]).toEqual([path, format, width]);
  }
  // Equal widths of a small original are listed once.
  expect(store.find("store/shirt", "")?.variants.map(({ width }) => width)).toEqual([300, 600]);
});

it("draws a grainy picture with a lower quality for phones, and as usual for large displays and for other pictures", async () => {
  const { store, originals } = await aStore({ "plain.jpg": { width: 2400, height: 300 } });
  const grain = sharp({
    create: {
      width: 2400,
      height: 300,
      channels: 3,
      background: "#777",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  });
  await grain.jpeg({ quality: 95 }).toFile(join(originals, "grain.jpg"));
  await store.prepare();
  const bytesFor = async (name: string, suffix: string) => {
    const { path = "" } = store.file(`avif/${name}-${suffix}.avif`) ?? {};
    const { width } = await sharp(path).metadata();
    const usual = PICTURE_FORMATS[0]?.encode(sharp(join(originals, `${name}.jpg`)).resize({ width }), width);
    return { is: statSync(path).size, usual: (await usual?.toBuffer())?.length ?? 0 };
  };
  const [phone, display] = [await bytesFor("grain", "medium"), await bytesFor("grain", "hero")];
  expect(phone.is).toBeLessThan(0.8 * phone.usual);
  expect(display.is).toBeGreaterThan(0.95 * display.usual);
  const plain = await bytesFor("plain", "medium");
  expect(plain.is).toBe(plain.usual);
});

it("draws the upright part of a wide picture that fills the window, around its focus, and no other part", async () => {
  const { store, originals, again } = await aStore({ "tall.jpg": { width: 300, height: 500 } });
  const half = { create: { width: 500, height: 500, channels: 3 as const, background: "#0000ff" } };
  const red = sharp({ ...half, create: { ...half.create, width: 1000, background: "#ff0000" } });
  const halves = red.composite([{ input: await sharp(half).png().toBuffer(), left: 500, top: 0 }]);
  await halves.png().toFile(join(originals, "wide.png"));
  await store.prepare();
  const find = (from: typeof store, name: string, at: "hero" | "background", focus?: string) =>
    from.find(name, "", { place: { at, ...(focus !== undefined && { focus }) }, colours: DUSK })?.upright;
  expect(find(store, "tall", "hero")).toBeUndefined();
  expect(find(store, "wide", "background")).toBeUndefined();
  expect(store.file("avif/wide-upright50.avif")).toBeUndefined();

  const drawn = async (from: typeof store, focus: string) => {
    const percent = find(from, "wide", "hero", focus);
    await from.whenPrepared();
    const file = from.file(`avif/wide-upright${percent}.avif`);
    expect(file).toMatchObject({ contentType: "image/avif" });
    expect(file).not.toHaveProperty("isPreview");
    const { data, info } = await sharp(file?.path).raw().toBuffer({ resolveWithObject: true });
    const [left, right] = [data.subarray(0, 3), data.subarray((info.width - 1) * info.channels)];
    const isRed = (pixel: Buffer) => (pixel[0] ?? 0) > 128;
    return { percent, size: [info.width, info.height], red: [isRed(left), isRed(right)] };
  };
  expect(await drawn(store, "left")).toEqual({ percent: 25, size: [300, 500], red: [true, true] });
  expect(await drawn(store, "50% 10%")).toEqual({ percent: 50, size: [300, 500], red: [true, false] });
  // At the next start, the parts are there, and only a part for another focus is drawn.
  const next = again();
  expect(await next.prepare()).toBe(0);
  expect(await drawn(next, "right")).toEqual({ percent: 78, size: [300, 500], red: [false, false] });
  expect(next.file("avif/wide-upright51.avif")).toBeUndefined();
  expect(next.file("wide-upright25.jpg")).toBeUndefined();
});

it("sends the whole picture until its upright part is drawn", async () => {
  const { again } = await aStore({ "n1.jpg": { width: 900, height: 300 } });
  await again().prepare();
  const store = again({ draw: neverEnding });
  await store.refresh();
  expect(store.find("n1", "", { place: { at: "hero" }, colours: DUSK })).toMatchObject({ upright: 50 });
  const file = store.file("avif/n1-upright50.avif");
  expect(file).toMatchObject({ isPreview: true, contentType: "image/avif" });
  expect(await sharp(file?.path).metadata()).toMatchObject({ width: 900 });
});

it("finds a picture by either Unicode form of its name; if each form has a file, it shows the newer one", async () => {
  const decomposed = "portr\u00e4t".normalize("NFD");
  const { store, originals, again } = await aStore({ [`${decomposed}.jpg`]: { width: 400, height: 300 } });
  await store.prepare();
  for (const form of ["NFC", "NFD"]) {
    expect(store.find(decomposed.normalize(form), "")).toMatchObject({ name: "portr\u00e4t", width: 400 });
    expect(store.file(`${decomposed}-small.jpg`.normalize(form))).toBeDefined();
  }
  const { log, said } = aStoredLog();
  await drawOriginal(join(originals, "portr\u00e4t.jpg"), 500, 300);
  utimesSync(join(originals, `${decomposed}.jpg`), new Date(0), new Date(0));
  const both = again({ log });
  await both.prepare();
  expect(both.find("portr\u00e4t", "")).toMatchObject({ width: 500 });
  expect(said).toMatchObject([{ msg: "two pictures have one name; the newer one is shown" }]);
});

it("prepares nothing at a second start, or when only the name or the date of a picture has changed", async () => {
  const { store, again, originals } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
  await store.prepare();
  expect(await again().prepare()).toBe(0);
  cpSync(join(originals, "n1.jpg"), join(originals, "copy.jpg"));
  utimesSync(join(originals, "n1.jpg"), new Date(0), new Date(0));
  const third = again();
  expect(await third.prepare()).toBe(0);
  expect(third.find("copy", "")?.version).toBe(third.find("n1", "")?.version);
});

it("prepares a changed original under a new version, and deletes the old version after a day", async () => {
  const { originals, cacheDir, again } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
  let now = Date.parse("2026-03-01T12:00:00Z");
  const store = again({ clock: () => new Date(now) });
  const prepared = () => readdirSync(cacheDir).filter((name) => !name.endsWith(".json"));
  await store.prepare();
  const before = store.find("n1", "")?.version;
  expect(store.hasChanged()).toBe(false);
  await drawOriginal(join(originals, "n1.jpg"), 500, 300, "#000000");
  expect(store.hasChanged()).toBe(true);
  expect(await store.prepare()).toBe(1);
  expect(store.find("n1", "")).toMatchObject({ width: 500 });
  expect(store.find("n1", "")?.version).not.toBe(before);
  expect(prepared()).toHaveLength(2);
  now += UNUSED_RETENTION_MS - 1;
  await store.prepare();
  expect(prepared()).toHaveLength(2);
  now += 1;
  await store.prepare();
  expect(prepared()).toHaveLength(1);
  rmSync(join(originals, "n1.jpg"));
  await store.prepare();
  expect(store.find("n1", "")).toBeUndefined();
});

it("still shows the pictures of a missing or empty folder for a while, and does not prepare them again", async () => {
  const { originals, again } = await aStore({
    "n1.jpg": { width: 400, height: 300 },
    "store/shirt.jpg": { width: 400, height: 300 },
  });
  const { log, said } = aStoredLog();
  const store = again({ log });
  await store.prepare();
  const before = store.find("store/shirt", "");
  for (const takeAway of [() => renameSync(originals, `${originals}.away`), () => mkdirSync(originals)]) {
    takeAway();
    expect(await store.prepare()).toBe(0);
    expect(store.find("store/shirt", "")).toEqual(before);
    expect(existsSync(store.file("store/shirt-small.jpg")?.path ?? "")).toBe(true);
    expect(store.hasChanged()).toBe(false);
  }
  expect(said).toMatchObject([
    { path: originals, msg: "this folder is gone or empty; the pictures that were there stay" },
  ]);
  // A start meanwhile shows none of them. Once they are back, a start shows all of them.
  const started = again();
  await started.prepare();
  expect(started.find("n1", "")).toBeUndefined();
  rmSync(originals, { recursive: true });
  renameSync(`${originals}.away`, originals);
  expect(await started.prepare()).toBe(0);
  expect(started.find("n1", "")).toBeDefined();
  rmSync(join(originals, "store"), { recursive: true });
  await started.prepare();
  expect(started.find("store/shirt", "")).toBeUndefined();
});

it("omits files that are not pictures", async () => {
  const { store, originals } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
  writeFileSync(join(originals, "broken.jpg"), "no picture");
  writeFileSync(join(originals, "._n1.jpg"), "metadata of macOS");
  symlinkSync(join(originals, "nowhere"), join(originals, "link.jpg"));
  mkdirSync(join(originals, "folder.jpg"));
  expect(await store.prepare()).toBe(1);
  expect(store.find("broken", "")).toBeUndefined();
  expect(store.find("n1", "")).toBeDefined();
  expect(store.hasChanged()).toBe(false);
});

it("reports once which pictures cannot be read, and does not follow links in a circle", async () => {
  const { originals, again } = await aStore({ "store/n1.jpg": { width: 400, height: 300 } });
  symlinkSync("loop.jpg", join(originals, "loop.jpg"));
  symlinkSync("lost+found", join(originals, "lost+found"));
  symlinkSync("..", join(originals, "store/up"));
  const { log, said } = aStoredLog();
  const store = again({ log });
  expect(await store.prepare()).toBe(1);
  expect(store.find("store/n1", "")).toBeDefined();
  expect(store.hasChanged()).toBe(false);
  await drawOriginal(join(originals, "n2.jpg"), 400, 300);
  await store.prepare();
  expect(said).toMatchObject(
    ["loop.jpg", "lost+found"].map((name) => ({
      path: join(originals, name),
      reason: expect.stringContaining("ELOOP"),
      msg: "this cannot be read; it is left out",
    })),
  );
});

it("shows the earlier version of a picture that broke while the gateway was stopped, until somebody replaces it", async () => {
  const { store, originals, again } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
  await store.prepare();
  const before = store.find("n1", "");
  for (const bytes of ["half an upload", "half another upload"]) {
    writeFileSync(join(originals, "n1.jpg"), bytes);
    for (const started of [again(), again()]) {
      await started.prepare();
      expect(started.find("n1", "")).toEqual(before);
      expect(existsSync(started.file("n1-small.jpg")?.path ?? "")).toBe(true);
    }
  }
  await drawOriginal(join(originals, "n1.jpg"), 500, 300);
  const mended = again();
  await mended.prepare();
  expect(mended.find("n1", "")).toMatchObject({ width: 500 });
});

it("falls back to the last version that was prepared, and not to a version whose preparation never ended", async () => {
  const { store, originals, again } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
  await store.prepare();
  await drawOriginal(join(originals, "n1.jpg"), 500, 300);
  await store.prepare();
  const second = store.find("n1", "");
  await store.stop();
  const third = again({ draw: neverEnding });
  await drawOriginal(join(originals, "n1.jpg"), 600, 300);
  await third.refresh();
  expect(third.find("n1", "")).toMatchObject({ width: 600 });
  writeFileSync(join(originals, "n1.jpg"), "half an upload");
  for (const started of [third, again()]) {
    await started.refresh();
    expect(started.find("n1", "")).toEqual(second);
  }
});

it("still shows the earlier version of a broken picture, and reports it once", async () => {
  const { log, said } = aStoredLog();
  const { originals, again } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
  const store = again({ log });
  await store.prepare();
  const before = store.find("n1", "");
  writeFileSync(join(originals, "n1.jpg"), "half an upload");
  writeFileSync(join(originals, "n2.jpg"), "no picture");
  await store.prepare();
  expect(store.find("n1", "")).toEqual(before);
  expect(existsSync(store.file("n1-small.jpg")?.path ?? "")).toBe(true);
  await drawOriginal(join(originals, "n3.jpg"), 400, 300);
  await store.prepare();
  expect(said).toMatchObject([
    { file: join(originals, "n1.jpg"), msg: "this picture cannot be read; what was there before stays" },
    { file: join(originals, "n2.jpg"), msg: "this picture cannot be read; it is left out" },
  ]);
  expect(store.unreadable()).toEqual([
    { path: join(originals, "n1.jpg"), isShown: true },
    { path: join(originals, "n2.jpg"), isShown: false },
  ]);
  writeFileSync(join(originals, "n2.jpg"), "no picture either");
  await store.prepare();
  expect(said).toHaveLength(3);
  await drawOriginal(join(originals, "n1.jpg"), 400, 300);
  rmSync(join(originals, "n2.jpg"));
  await store.prepare();
  expect(store.unreadable()).toEqual([]);
});

it("reports two pictures with the same name once, and again if it happens again", async () => {
  const { originals, again } = await aStore({
    "n1.jpg": { width: 400, height: 300 },
    "n1.png": { width: 500, height: 300 },
  });
  const { log, said } = aStoredLog();
  const store = again({ log });
  await store.prepare();
  await drawOriginal(join(originals, "n2.jpg"), 400, 300);
  await store.prepare();
  expect(said.map(({ msg }) => msg)).toEqual(["two pictures have one name; the newer one is shown"]);
  rmSync(join(originals, "n1.png"));
  await store.prepare();
  await drawOriginal(join(originals, "n1.png"), 500, 300);
  await store.prepare();
  expect(said).toHaveLength(2);
});

it.each(["small.webp", "picture.json"])("prepares a picture again if its %s is missing", async (file) => {
  const { store, again, cacheDir } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
  await store.prepare();
  const [folder = ""] = readdirSync(cacheDir).filter((name) => !name.endsWith(".json"));
  rmSync(join(cacheDir, folder, file));
  expect(await again().prepare()).toBe(1);
});

it("no path reaches any other file", async () => {
  const { store } = await aStore({ "n1.jpg": { width: 400, height: 300 } });
  await store.prepare();
  for (const path of [
    "../cache/checksums.json",
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

it("pictures of a second folder have its prefix, and if two pictures have one name, the newer is shown", async () => {
  const { originals, again } = await aStore({
    "n1.jpg": { width: 400, height: 300 },
    "store/shirt.jpg": { width: 500, height: 300 },
  });
  const shop = join(originals, "../shop");
  mkdirSync(shop);
  await drawOriginal(join(shop, "mug.png"), 320, 400);
  await drawOriginal(join(shop, "shirt.jpg"), 600, 300);
  utimesSync(join(originals, "store/shirt.jpg"), new Date(0), new Date(0));
  const store = again({
    others: [
      { prefix: "store/", folder: shop },
      { prefix: "none/", folder: join(originals, "../nowhere") },
    ],
  });
  await store.prepare();
  expect(store.find("store/mug", "")).toMatchObject({ name: "store/mug", width: 320 });
  expect(store.find("mug", "")).toBeUndefined();
  expect(store.find("store/shirt", "")).toMatchObject({ width: 600 });
  expect(store.hasChanged()).toBe(false);
  rmSync(join(shop, "mug.png"));
  expect(store.hasChanged()).toBe(true);
});

it("a path with a box gets the smallest prepared width that covers the box, or else the largest", async () => {
  const { store } = await aStore({
    "store/shirt.jpg": { width: 2400, height: 3000 },
    "store/poster_24x36.jpg": { width: 700, height: 1400 },
  });
  await store.prepare();
  const widthOf = async (path: string) => (await sharp(store.file(path)?.path).metadata()).width;
  for (const [path, width] of [
    ["store/shirt-hero_300x300.jpg", 300],
    ["store/shirt-hero_301x300.jpg", 640],
    // At a width of 300 it has a height of 375.
    ["store/shirt-hero_10x375.jpg", 300],
    ["store/shirt-hero_10x380.jpg", 640],
    ["store/shirt-hero_1000x.jpg", 1024],
    ["store/shirt-hero_x2400.jpg", 1920],
    ["store/shirt-hero_9999x9999.jpg", 2400],
    ["store/shirt-thumbnail_1900x1.jpg", 1920],
    ["webp/store/shirt-hero_600x600.webp", 640],
    ["store/poster_24x36-hero.jpg", 700],
    ["store/poster_24x36-hero_100x100.jpg", 300],
  ] as const) {
    expect([path, await widthOf(path)]).toEqual([path, width]);
  }
});

it("no path with a box reaches any other file", async () => {
  const { store } = await aStore({ "store/shirt.jpg": { width: 400, height: 300 } });
  await store.prepare();
  for (const path of [
    "store/shirt_300x300.jpg",
    "store/shirt-huge_300x300.jpg",
    "store/shirt-hero_x.jpg",
    "store/shirt-hero_-1x300.jpg",
    "store/shirt-hero_1e9x1.jpg",
    "store/shirt-hero_999999999999x1.jpg",
    "store/shirt-hero_300x300_300x300.jpg",
    "store/../store/shirt-hero_300x300.jpg",
    "store/shirt-hero_300x300.jpg/../../checksums.json",
    "store/shirt-hero_300x300\0.jpg",
    "-_1x1.jpg",
    "_1x1.jpg",
  ]) {
    expect([path, store.file(path)]).toEqual([path, undefined]);
  }
});
