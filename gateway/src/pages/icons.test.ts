import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { expect, it } from "vitest";
import { CLOSED_POLICY } from "../http/security-headers.ts";
import { ICON_FILES } from "../media/pictures/icon-files.ts";
import { DrawingError, prepareIcons } from "../media/pictures/prepare.ts";
import { silentLog } from "../testing/gateway-in-memory.ts";
import { aTestFolder } from "../testing/gateway-process.ts";
import { aStoredLog } from "../testing/stored-log.ts";
import { createIcons } from "./icons.ts";

const COVERED = svg('<path fill="#0d1320" d="M0 0h64v64H0z"/><circle cx="32" cy="32" r="20" fill="#d83b65"/>');
const TO_ITS_EDGES = svg('<path fill="#0d1320" d="M0 0h64v64H0z"/><path fill="#f4e9d8" d="M2 2h60v60H2z"/>');
const TRANSPARENT = svg('<circle cx="32" cy="32" r="32" fill="#d83b65"/>');

function svg(shapes: string, viewBox = "0 0 64 64"): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${shapes}</svg>`;
}

async function someIcons(drawing: string | undefined) {
  const folder = aTestFolder();
  const [images, iconsDir] = [join(folder, "images"), join(folder, "icons")];
  mkdirSync(images);
  const file = join(images, "icon.svg");
  if (drawing !== undefined) writeFileSync(file, drawing);
  const { log, said } = aStoredLog();
  const icons = createIcons(images, iconsDir, log);
  await icons.refresh();
  return { icons, iconsDir, file, said, again: () => createIcons(images, iconsDir, log) };
}

const bodyOf = (icons: Awaited<ReturnType<typeof someIcons>>["icons"], path: string) =>
  icons.find(path)?.bodies.identity.body ?? Buffer.alloc(0);

/** The colour at a place in a picture. `across` and `down` are shares of its side. */
async function colourAt(png: Buffer, across: number, down: number): Promise<number[]> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(down * (info.height - 1)) * info.width + Math.floor(across * (info.width - 1))) * 4;
  return [...data.subarray(at, at + 4)];
}

it("every icon has its size and type, and browsers cache it for an hour", async () => {
  const { icons } = await someIcons(COVERED);
  for (const { path, contentType, sides } of ICON_FILES) {
    expect(icons.find(path)?.headers).toMatchObject({
      "Content-Type": contentType,
      "Cache-Control": "public, max-age=3600",
      "Content-Security-Policy": CLOSED_POLICY,
    });
    if (contentType !== "image/png") continue;
    const { width, height, format } = await sharp(bodyOf(icons, path)).metadata();
    expect([path, format, width, height]).toEqual([path, "png", sides[0], sides[0]]);
  }
  expect(bodyOf(icons, "/icon.svg").toString()).toBe(COVERED);
  expect(icons.find("/icon-64.png")).toBeUndefined();
});

it("favicon.ico holds three pictures, each at the offset in its entry", async () => {
  const { icons } = await someIcons(COVERED);
  const ico = bodyOf(icons, "/favicon.ico");
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 3]);
  for (const [index, side] of [16, 32, 48].entries()) {
    const entry = 6 + 16 * index;
    expect([ico[entry], ico[entry + 1]]).toEqual([side, side]);
    const from = ico.readUInt32LE(entry + 12);
    const { width, format } = await sharp(ico.subarray(from, from + ico.readUInt32LE(entry + 8))).metadata();
    expect([format, width]).toEqual(["png", side]);
  }
});

it("if a phone cuts an icon to a circle, it cuts off nothing of the drawing", async () => {
  const ink = [13, 19, 32, 255];
  const inside = bodyOf((await someIcons(COVERED)).icons, "/icon-maskable-512.png");
  expect(await colourAt(inside, 0, 0)).toEqual(ink);
  // If a drawing fits into the circle, it keeps its original size.
  expect(await colourAt(inside, 0.5, 0.2)).toEqual([216, 59, 101, 255]);
  const smaller = bodyOf((await someIcons(TO_ITS_EDGES)).icons, "/icon-maskable-512.png");
  expect(await colourAt(smaller, 0.5, 0.5)).toEqual([244, 233, 216, 255]);
  expect(await colourAt(smaller, 0.2, 0.2)).toEqual(ink);
});

it("a transparent icon has a background where a phone would show black, and no background elsewhere", async () => {
  const { icons } = await someIcons(TRANSPARENT);
  expect(await colourAt(bodyOf(icons, "/apple-touch-icon.png"), 0, 0)).toEqual([11, 14, 22, 255]);
  expect(await colourAt(bodyOf(icons, "/icon-maskable-192.png"), 0, 0)).toEqual([11, 14, 22, 255]);
  expect((await colourAt(bodyOf(icons, "/icon-192.png"), 0, 0))[3]).toBe(0);
});

it("an icon that is not square is shown whole", async () => {
  const { icons } = await someIcons(svg('<path fill="#d83b65" d="M0 0h64v32H0z"/>', "0 0 64 32"));
  const png = bodyOf(icons, "/icon-192.png");
  expect(await colourAt(png, 0.01, 0.5)).toEqual([216, 59, 101, 255]);
  expect((await colourAt(png, 0.5, 0.1))[3]).toBe(0);
});

it("a PNG is an icon too, also for browsers that prefer an SVG", async () => {
  const folder = aTestFolder();
  const png = sharp({ create: { width: 600, height: 600, channels: 3, background: "#d83b65" } }).png();
  writeFileSync(join(folder, "face.png"), await png.toBuffer());
  const { log, said } = aStoredLog();
  const icons = createIcons(folder, join(folder, "icons"), log, prepareIcons, undefined, () => "face.png");
  await icons.refresh();
  expect(said).toEqual([]);
  const svg = icons.find("/icon.svg");
  expect(svg?.headers).toMatchObject({
    "Content-Type": "image/svg+xml",
    "Content-Security-Policy": `${CLOSED_POLICY}; img-src data:`,
  });
  for (const picture of [bodyOf(icons, "/icon.svg"), bodyOf(icons, "/icon-512.png")]) {
    expect(await colourAt(picture, 0.5, 0.5)).toEqual([216, 59, 101, 255]);
  }
});

it("a second start draws nothing, and a new drawing replaces the old one", async () => {
  const { icons, again, iconsDir, file } = await someIcons(COVERED);
  const before = readdirSync(iconsDir);
  const second = again();
  await second.refresh();
  expect(readdirSync(iconsDir)).toEqual(before);
  expect(second.version()).toBe(icons.version());

  expect(icons.hasChanged()).toBe(false);
  writeFileSync(file, TRANSPARENT);
  expect(icons.hasChanged()).toBe(true);
  await icons.refresh();
  expect(icons.hasChanged()).toBe(false);
  expect(icons.version()).not.toBe(second.version());
  expect(readdirSync(iconsDir)).toHaveLength(before.length);
  expect(before.some((name) => existsSync(join(iconsDir, name)))).toBe(false);
});

it("a drawing that the owner names is used at once, and the previous one is used again when the name is removed", async () => {
  const folder = aTestFolder();
  writeFileSync(join(folder, "icon.svg"), COVERED);
  writeFileSync(join(folder, "lamp.svg"), TRANSPARENT);
  let name = "icon.svg";
  const { log } = aStoredLog();
  const icons = createIcons(folder, join(folder, "icons"), log, prepareIcons, undefined, () => name);
  await icons.refresh();
  for (const [next, drawing] of [
    ["lamp.svg", TRANSPARENT],
    ["icon.svg", COVERED],
  ] as const) {
    name = next;
    expect(icons.hasChanged()).toBe(true);
    await icons.refresh();
    expect(bodyOf(icons, "/icon.svg").toString()).toBe(drawing);
    expect(icons.hasChanged()).toBe(false);
  }
});

it("an icon that cannot be drawn is reported once, and the previous one stays", async () => {
  const { icons, file, said } = await someIcons(COVERED);
  const version = icons.version();
  writeFileSync(file, "<svg");
  await icons.refresh();
  await icons.refresh();
  expect(said).toEqual([
    expect.objectContaining({ level: 50, file, msg: "this icon cannot be used; what was there before stays" }),
  ]);
  expect(icons.version()).toBe(version);
  expect(bodyOf(icons, "/icon.svg").toString()).toBe(COVERED);
  expect(icons.hasChanged()).toBe(false);
  expect(icons.unreadable()).toEqual([{ path: file, isShown: true }]);
  writeFileSync(file, COVERED);
  await icons.refresh();
  expect(icons.unreadable()).toEqual([]);
});

it("if an icon cannot be stored on a full disk, the gateway tries again and does not report it as broken", async () => {
  const folder = aTestFolder();
  writeFileSync(join(folder, "icon.svg"), COVERED);
  let isFull = true;
  const icons = createIcons(folder, join(folder, "icons"), silentLog, async (svg, prefix) => {
    if (isFull) throw new DrawingError("ENOSPC: no space left on device, write");
    await prepareIcons(svg, prefix, "#0b0e16");
  });
  await expect(icons.refresh()).rejects.toThrow("ENOSPC");
  expect(icons.hasChanged()).toBe(true);
  isFull = false;
  await icons.refresh();
  expect(icons.version()).toBeDefined();
});

it("a broken or missing icon is not shown, but while the whole folder is missing, the last icon stays", async () => {
  const broken = await someIcons("no drawing");
  expect(broken.icons.version()).toBeUndefined();
  expect(broken.icons.find("/icon.svg")).toBeUndefined();
  const { icons, file, said } = await someIcons(COVERED);
  rmSync(dirname(file), { recursive: true });
  await icons.refresh();
  expect(icons.version()).toBeDefined();
  expect(said).toEqual([]);
  mkdirSync(dirname(file));
  writeFileSync(join(dirname(file), "n1.jpg"), "");
  await icons.refresh();
  expect(icons.version()).toBeUndefined();
  expect(said).toEqual([expect.objectContaining({ level: 40, files: ["images/icon.svg"] })]);
});

it("an icon whose date has changed but whose drawing is the same is not drawn again", async () => {
  const { icons, file, iconsDir } = await someIcons(COVERED);
  const before = readdirSync(iconsDir);
  utimesSync(file, new Date(0), new Date(0));
  await icons.refresh();
  expect(readdirSync(iconsDir)).toEqual(before);
});

it("an icon without a background has the ground of the site, and is drawn again when that changes", async () => {
  const { iconsDir, file } = await someIcons(TRANSPARENT);
  let ground = "#f6efe2";
  const icons = createIcons(dirname(file), iconsDir, silentLog, prepareIcons, () => ground);
  await icons.refresh();
  const corner = async () => (await colourAt(bodyOf(icons, "/apple-touch-icon.png"), 0, 0)).slice(0, 3);
  expect(await corner()).toEqual([246, 239, 226]);
  ground = "#102030";
  expect(icons.hasChanged()).toBe(true);
  await icons.refresh();
  expect(await corner()).toEqual([16, 32, 48]);
  expect(icons.hasChanged()).toBe(false);
});

it("a pipe in place of the drawing is not opened, and counts as a drawing that cannot be read", async () => {
  const { icons, file } = await someIcons(COVERED);
  rmSync(file);
  execFileSync("mkfifo", [file]);
  await icons.refresh();
  expect(icons.unreadable()).toEqual([{ path: file, isShown: true }]);
  expect(bodyOf(icons, "/icon.svg").toString()).toBe(COVERED);
});
