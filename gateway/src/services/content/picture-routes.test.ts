import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { ContentPicture, ContentPictures } from "@porchlight/protocol/content-editing.ts";
import sharp, { type Sharp } from "sharp";
import { expect, it, onTestFinished } from "vitest";
import { createPictureStore } from "../../media/pictures/picture-store.ts";
import { rewritePicture } from "../../media/pictures/prepare.ts";
import { storeOriginal } from "../../media/pictures/store-original.ts";
import { createPictureUploads } from "../../media/pictures/store-upload.ts";
import { SPARE_BYTES } from "../../media/uploads/receive-file.ts";
import { silentLog } from "../../testing/gateway-in-memory.ts";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { aDashboardApp } from "../shared/admin.case.ts";
import { createPictureUploadRoutes, type PictureUploadDeps } from "./picture-routes.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const MEGABYTE = 1024 * 1024;

/**
 * The dashboard's routes for the pictures of an empty content folder. By default, pictures are decoded in the test's own
 * process.
 */
function aDashboard({
  free,
  rewrite = storeOriginal,
  ...overrides
}: Partial<PictureUploadDeps & Parameters<typeof createPictureUploads>[0]> = {}) {
  const contentDir = join(aTestFolder(), "content");
  mkdirSync(join(contentDir, "images"), { recursive: true });
  const pictures = createPictureStore({
    images: join(contentDir, "images"),
    others: ["store", "music"].map((name) => ({ prefix: `${name}/`, folder: join(contentDir, name) })),
    cacheDir: join(aTestFolder(), "prepared"),
    log: silentLog,
    draw: () => ({ ended: Promise.resolve(), breakOff: () => {} }),
  });
  onTestFinished(() => pictures.stop());
  const app = aDashboardApp()
    .onError((_, c) => c.text("", 500))
    .route(
      "/",
      createPictureUploadRoutes({
        contentDir,
        isDemo: false,
        uploads: createPictureUploads({ clock: () => NOW, rewrite, ...(free && { free }) }),
        pictures,
        refreshPictures: async () => void (await pictures.refresh()),
        ...overrides,
      }),
    );
  const send = async (body: Body, { folder = "images", name = "Sommer am Meer.JPG", size, kind = "" }: Sent = {}) => {
    const length = size ?? (body instanceof Uint8Array ? body.length : undefined);
    return app.request(
      `/content/pictures?folder=${folder}&kind=${kind}&name=${encodeURIComponent(name)}`,
      {
        method: "POST",
        headers: { Authorization: "Bearer owner", ...(length !== undefined && { "Content-Length": String(length) }) },
        body,
        duplex: "half",
      } as RequestInit,
      {},
    );
  };
  const upload = async (body: Body, sent?: Sent) => {
    const response = await send(body, sent);
    expect(response.status).toBe(201);
    return (await response.json()) as ContentPicture;
  };
  const refusal = async (body: Body, sent?: Sent) => {
    const response = await send(body, sent);
    const { message } = (await response.json()) as { message: string };
    return { status: response.status, message };
  };
  const list = async (folder = "images", kind = "") => {
    const response = await app.request(`/content/pictures?folder=${folder}&kind=${kind}`, {
      headers: { Authorization: "Bearer owner" },
    });
    return ((await response.json()) as ContentPictures).pictures;
  };
  const stored = (folder = "images") => {
    const path = join(contentDir, folder);
    return existsSync(path) ? readdirSync(path).toSorted() : [];
  };
  return { contentDir, app, send, upload, refusal, list, stored, path: (file: string) => join(contentDir, file) };
}

type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
type Sent = { folder?: string; name?: string; size?: number; kind?: string };

const draw = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 216, g: 59, b: 101, alpha: 0.5 } } });

const bytesOf = async (picture: Sharp) => new Uint8Array(await picture.toBuffer());

it("a photograph is stored upright, small enough, without metadata, and can be shown at once", async () => {
  const { upload, list, stored, path } = aDashboard({ rewrite: rewritePicture });
  const photograph = draw(4_100, 300)
    .jpeg()
    .withExif({ IFD0: { Make: "Camera" }, IFD3: { GPSLatitude: "43/1 39/1 0/1" } })
    .withMetadata({ orientation: 6 });
  const picture = await upload(await bytesOf(photograph));
  expect(picture).toEqual({
    file: "sommer-am-meer.jpg",
    thumbnail: expect.stringMatching(/^\/optimized\/sommer-am-meer-small\.jpg\?v=[0-9a-f]{8}$/),
    width: 281,
    height: 3_840,
  });
  expect(stored()).toEqual(["sommer-am-meer.jpg"]);
  const { exif, orientation, icc, format } = await sharp(path("images/sommer-am-meer.jpg")).metadata();
  expect({ exif, orientation, icc, format }).toEqual({
    exif: undefined,
    orientation: undefined,
    icc: undefined,
    format: "jpeg",
  });
  expect(await list()).toEqual([picture]);
  expect(await list("store")).toEqual([]);
});

it("colours of a wide gamut are converted", async () => {
  const { upload, path } = aDashboard();
  const wide = sharp({ create: { width: 8, height: 8, channels: 3, background: "#c04040" } }).withIccProfile("p3");
  await upload(await bytesOf(wide.png()));
  // The same red has other numbers in Display P3. In sRGB it has the original ones again.
  const { data } = await sharp(path("images/sommer-am-meer.jpg")).raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)].map((channel, at) => Math.abs(channel - [0xc0, 0x40, 0x40][at]!) < 6)).toEqual([
    true,
    true,
    true,
  ]);
});

it.each([
  ["png", draw(20, 10, 4).png(), "png"],
  ["webp", draw(20, 10, 4).webp(), "webp"],
  ["avif", draw(20, 10, 4).avif(), "webp"],
  ["gif", draw(20, 10, 3).gif(), "jpg"],
  ["avif", draw(20, 10, 3).avif(), "jpg"],
  ["png", draw(20, 10, 3).png(), "jpg"],
] as const)("a %s is stored by its content and transparency, whatever its name says", async (_, picture, ending) => {
  const { upload } = aDashboard();
  expect(await upload(await bytesOf(picture), { name: "a.tiff" })).toMatchObject({
    file: `a.${ending}`,
    width: 20,
    height: 10,
  });
});

it("never replaces a file: names that are taken get a number, whatever their ending and capitals", async () => {
  const { upload, path, stored } = aDashboard();
  writeFileSync(path("images/Tour.png"), "mine");
  const picture = await bytesOf(draw(9, 9).jpeg());
  const files = await Promise.all(
    ["tour.jpg", "Tour.jpeg", "../../tour", "…"].map((name) => upload(picture, { name })),
  );
  expect(files.map(({ file }) => file).toSorted()).toEqual(["picture.jpg", "tour-2.jpg", "tour-3.jpg", "tour-4.jpg"]);
  expect(readFileSync(path("images/Tour.png"), "utf8")).toBe("mine");
  expect(stored()).toHaveLength(5);
});

it("a hundred uploads at once are all stored, and leave nothing else", async () => {
  const { upload, stored } = aDashboard({ refreshPictures: async () => {} });
  const picture = await bytesOf(draw(30, 30).jpeg());
  await Promise.all(Array.from({ length: 100 }, () => upload(picture, { name: "many.jpg" })));
  expect(stored()).toHaveLength(100);
  expect(stored().every((file) => /^many(-\d+)?\.jpg$/.test(file))).toBe(true);
});

it("an SVG is stored as it is, as a logo or an icon only", async () => {
  const { upload, refusal, stored, path } = aDashboard();
  const svg = '<?xml version="1.0"?>\n<!-- Ann -->\n<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>';
  const sent = { name: "Logo.svg" };
  expect(await upload(new TextEncoder().encode(svg), sent)).toEqual({ file: "logo.svg", width: 40, height: 20 });
  expect(readFileSync(path("images/logo.svg"), "utf8")).toBe(svg);
  expect(await refusal(new TextEncoder().encode(svg), { ...sent, folder: "store" })).toEqual({
    status: 415,
    message: expect.stringContaining("can only be a logo or an icon"),
  });
  expect((await refusal(new TextEncoder().encode("<svg width="), sent)).status).toBe(422);
  // Hundreds of comments before nothing must not block the site.
  expect((await refusal(new TextEncoder().encode(`${"<!---->".repeat(580)}x`), sent)).status).toBe(415);
  expect([stored(), stored("store")]).toEqual([["logo.svg"], []]);
});

it("a logo without a transparent background is stored as PNG, and drawings are listed for logo and icon", async () => {
  const { upload, list, path } = aDashboard({ rewrite: rewritePicture });
  const logo = await upload(await bytesOf(draw(40, 20).jpeg()), { name: "logo.jpg", kind: "drawing" });
  // As JPEG it would be on white.
  const thumbnail = expect.stringMatching(/^\/optimized\/webp\/logo-small\.webp\?v=/);
  expect(logo).toMatchObject({ file: "logo.png", thumbnail, width: 40, height: 20 });
  await upload(await bytesOf(draw(40, 20).jpeg()), { name: "photo.jpg" });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>';
  await upload(new TextEncoder().encode(svg), { name: "Lamp.svg", kind: "drawing" });
  writeFileSync(path("images/broken.svg"), "<svg");
  const drawings = await list("images", "drawing");
  expect(drawings.map(({ file, width }) => [file, width])).toEqual([
    ["lamp.svg", 64],
    ["logo.png", 40],
  ]);
});

it.each([
  ["text", new TextEncoder().encode("hello"), 415, "no picture that can be used"],
  ["nothing", new Uint8Array(), 415, "no picture that can be used"],
  ["HEIC", new TextEncoder().encode("\0\0\0\u0018ftypheic\0\0\0\0mif1heic"), 415, "Save it as JPEG"],
  ["a damaged picture", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 422, "damaged"],
] as const)("refuses %s with a sentence, and leaves no file", async (_, body, status, words) => {
  const { refusal, stored } = aDashboard();
  expect(await refusal(body)).toEqual({ status, message: expect.stringContaining(words) });
  expect(stored()).toEqual([]);
});

it("refuses pictures that move, or have too many pixels", async () => {
  const { refusal } = aDashboard();
  const frames = [draw(9, 9), draw(9, 9).negate()].map((frame) => frame.png().toBuffer());
  const moving = sharp(await Promise.all(frames), { join: { animated: true } }).gif({ delay: [90, 90] });
  expect(await refusal(await bytesOf(moving))).toMatchObject({
    status: 422,
    message: expect.stringContaining("moves"),
  });
  const huge = await bytesOf(draw(1, 1).png());
  // Width and height in the head of a PNG; the checksum after them is not checked before the limit.
  new DataView(huge.buffer).setUint32(16, 60_000);
  new DataView(huge.buffer).setUint32(20, 60_000);
  expect(await refusal(huge)).toEqual({ status: 422, message: expect.stringContaining("too many pixels") });
  // A PNG of 9,000 by 9,000 pixels with transparency and 16 bits a channel would take 650 MB, interlaced or not.
  for (const progressive of [true, false]) {
    const whole = await bytesOf(draw(1, 1).png({ progressive }));
    const view = new DataView(whole.buffer);
    view.setUint32(16, 9_000);
    view.setUint32(20, 9_000);
    whole.set([16, 6], 24);
    view.setUint32(29, crc32(whole.subarray(12, 29)));
    expect(await refusal(whole)).toEqual({ status: 422, message: expect.stringContaining("too many pixels") });
  }
  // A WebP of 8,600 by 8,600 pixels would take 660 MB, and may have 38 bytes. Its head: lossless, both sides less one.
  const webp = new Uint8Array(30);
  webp.set(new TextEncoder().encode("RIFF\x16\0\0\0WEBPVP8L\x0a\0\0\0/"));
  new DataView(webp.buffer).setUint32(21, 8_599 | (8_599 << 14), true);
  expect(await refusal(webp)).toEqual({ status: 422, message: expect.stringContaining("too many pixels") });
});

it("refuses a body that is too large, of unknown size, or shorter than stated", async () => {
  const { refusal, stored } = aDashboard();
  const picture = await bytesOf(draw(9, 9).jpeg());
  expect(await refusal(picture, { size: 50 * MEGABYTE + 1 })).toEqual({
    status: 413,
    message: "A picture may have at most 50 MB.",
  });
  expect((await refusal(new Blob([picture]).stream())).status).toBe(411);
  expect((await refusal(picture, { size: picture.length + 1 })).status).toBe(400);
  expect((await refusal(picture, { size: picture.length - 1 })).status).toBe(400);
  expect(stored()).toEqual([]);
});

it("an aborted upload leaves nothing, and the next one works", async () => {
  const { send, upload, stored } = aDashboard();
  let isThere: string[] = [];
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isThere.length > 0) controller.error(new Error("the client has gone"));
      else {
        isThere = stored();
        controller.enqueue(new Uint8Array(1_000));
      }
    },
  });
  expect((await send(broken, { size: 2_000 })).status).toBe(500);
  expect(isThere).toEqual([expect.stringMatching(/^\.upload-.*\.partial$/)]);
  expect(stored()).toEqual([]);
  await upload(await bytesOf(draw(9, 9).jpeg()));
});

it("files that a killed gateway left are deleted an hour later", async () => {
  const { upload, stored, path } = aDashboard();
  for (const [name, minutes] of [
    ["old", 61],
    ["new", 59],
  ] as const) {
    const file = path(`images/.upload-${name}.partial`);
    writeFileSync(file, "");
    utimesSync(file, NOW, new Date(NOW.getTime() - minutes * 60_000));
  }
  await upload(await bytesOf(draw(9, 9).jpeg()));
  expect(stored()).toEqual([".upload-new.partial", "sommer-am-meer.jpg"]);
});

it("a full disk is reported before and during an upload", async () => {
  const rooms = [SPARE_BYTES + 8 * MEGABYTE, SPARE_BYTES + MEGABYTE];
  const { refusal, stored } = aDashboard({ free: () => rooms.shift() ?? SPARE_BYTES });
  const sentence =
    "The disk of the server has no room for this picture. Nothing was stored. Make room, then upload it again.";
  const pieces = ReadableStream.from(Array.from({ length: 6 }, () => new Uint8Array(MEGABYTE)));
  expect(await refusal(pieces, { size: 6 * MEGABYTE })).toEqual({ status: 507, message: sentence });
  expect(rooms).toEqual([]);
  expect(await refusal(new Uint8Array(6 * MEGABYTE))).toEqual({ status: 507, message: sentence });
  expect(stored()).toEqual([]);
});

it("the content that ships with the program gets no picture, and strangers are rejected", async () => {
  const { app, refusal, stored } = aDashboard({ isDemo: true });
  const picture = await bytesOf(draw(9, 9).jpeg());
  expect(await refusal(picture)).toMatchObject({ status: 409, message: expect.stringContaining("Make it yours") });
  expect((await refusal(picture, { folder: "schemas" })).status).toBe(400);
  for (const method of ["GET", "POST"]) {
    expect((await app.request("/content/pictures?folder=images", { method })).status).toBe(401);
  }
  expect(stored()).toEqual([]);
});
