import { mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import { expect, it, vi } from "vitest";
import { readPress } from "../../content/press.ts";
import type { FileEnvironment } from "../../http/file-stream.ts";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { createPressKit } from "./press-kit.ts";
import { createPressRoutes } from "./routes.ts";

const KIT = `---
title: Press kit
photos:
  - { name: großes bild, alt: The band, credit: "Photo: Ida Brandt" }
files:
  - { file: plot.pdf, title: Stage plot }
---
## Short

Three people.
`;
const PICTURE = Buffer.alloc(3_000_000, 7);
const ZIP = "/press/the-tall-ships-press-kit.zip";

function aKit() {
  const contentDir = aTestFolder();
  mkdirSync(join(contentDir, "images"), { recursive: true });
  mkdirSync(join(contentDir, "press"));
  writeFileSync(join(contentDir, "images/großes bild.jpg"), PICTURE);
  writeFileSync(join(contentDir, "press/plot.pdf"), "plot");
  writeFileSync(join(contentDir, "press.md"), KIT);
  const press = () => readPress(contentDir)?.press;
  const first = press();
  let isThere = true;
  let now = 0;
  const kit = createPressKit({
    contentDir,
    press: () => (isThere ? first : undefined),
    text: () => first?.body ?? "",
    artistName: () => "The Tall Ships",
    clock: () => new Date(now),
  });
  const onError = vi.fn();
  const app = new Hono().route("/press", createPressRoutes(kit, onError));
  const request = (path: string, init?: RequestInit, env: FileEnvironment["Bindings"] = {}) =>
    app.request(path, init, env);
  return {
    contentDir,
    request,
    onError,
    remove: () => {
      isThere = false;
    },
    wait: () => {
      now += 1_000;
    },
  };
}

/** The files of a ZIP file without compression, by its central directory. Source: PKWARE APPNOTE 4.3.12. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(zip.length - 22 + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [size, nameLength, extra, comment] = [24, 28, 30, 32].map((offset, index) =>
      index === 0 ? zip.readUInt32LE(at + offset) : zip.readUInt16LE(at + offset),
    ) as [number, number, number, number];
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString();
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    files.set(name, zip.subarray(from, from + size));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

const openPictures = () =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).endsWith("großes bild.jpg");
    } catch {
      return false;
    }
  });

it("each file is a download with its own name", async () => {
  const { request } = aKit();
  const response = await request("/press/gro%C3%9Fes%20bild.jpg");
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "content-length": String(PICTURE.length),
    "content-disposition": `attachment; filename="gro_es bild.jpg"; filename*=UTF-8''gro%C3%9Fes%20bild.jpg`,
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  });
  expect(Buffer.from(await response.arrayBuffer()).equals(PICTURE)).toBe(true);
  const etag = response.headers.get("etag") ?? "";
  expect((await request("/press/gro%C3%9Fes%20bild.jpg", { headers: { "If-None-Match": etag } })).status).toBe(304);
});

it("the ZIP file has every file, the biographies and the credit lines", async () => {
  const { request } = aKit();
  const response = await request(ZIP);
  expect(response.headers.get("content-type")).toBe("application/zip");
  const files = unzip(Buffer.from(await response.arrayBuffer()));
  expect([...files.keys()]).toEqual(["biographies.txt", "credits.txt", "großes bild.jpg", "plot.pdf"]);
  expect(files.get("großes bild.jpg")?.equals(PICTURE)).toBe(true);
  expect(files.get("credits.txt")?.toString()).toBe("großes bild.jpg: Photo: Ida Brandt\n");
  expect(files.get("biographies.txt")?.toString()).toContain("Three people.");
});

it("a photograph behind a symbolic link is downloaded like any other", async () => {
  const { contentDir, request } = aKit();
  renameSync(join(contentDir, "images/großes bild.jpg"), join(contentDir, "elsewhere.jpg"));
  symlinkSync(join(contentDir, "elsewhere.jpg"), join(contentDir, "images/großes bild.jpg"));
  const response = await request("/press/gro%C3%9Fes%20bild.jpg");
  expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, PICTURE.length]);
  const files = unzip(Buffer.from(await (await request(ZIP)).arrayBuffer()));
  expect([...files.keys()]).toContain("großes bild.jpg");
});

it("HEAD has no body and opens no file", async () => {
  const { request } = aKit();
  for (const path of [ZIP, "/press/plot.pdf"]) {
    const response = await request(path, { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  }
});

it("a file that the owner deletes meanwhile is left out, and the rest is sent", async () => {
  const { contentDir, request } = aKit();
  await (await request("/press/plot.pdf")).arrayBuffer();
  rmSync(join(contentDir, "images/großes bild.jpg"));
  const files = unzip(Buffer.from(await (await request(ZIP)).arrayBuffer()));
  expect([...files.keys()]).toEqual(["biographies.txt", "credits.txt", "plot.pdf"]);
});

it("a client that disconnects in the middle leaves no file open", async () => {
  const { request, onError } = aKit();
  const reader = (await request(ZIP)).body?.getReader();
  for (let piece = 0; piece < 12; piece += 1) await reader?.read();
  expect(openPictures()).toHaveLength(1);
  await reader?.cancel();
  await vi.waitFor(() => expect(openPictures()).toEqual([]));
  expect(onError).not.toHaveBeenCalled();
});

it.each([
  ["while a piece is read", 0],
  ["while a piece waits for it", 1],
])("a client that disconnects %s leaves no bytes that count as unread", async (_, waiting) => {
  const { request } = aKit();
  const unread = new Set<object>();
  const holdUnread = (bytes: number) => {
    const held = { bytes };
    unread.add(held);
    return () => void unread.delete(held);
  };
  const reader = (await request(ZIP, {}, { holdUnread })).body?.getReader();
  for (let piece = 0; piece < 12; piece += 1) await reader?.read();
  if (waiting > 0) await vi.waitFor(() => expect(unread.size).toBe(waiting));
  await reader?.cancel();
  await vi.waitFor(() => expect(openPictures()).toEqual([]));
  await vi.waitFor(() => expect(unread.size).toBe(0));
  await (await request(ZIP, {}, { holdUnread })).arrayBuffer();
  expect(unread.size).toBe(0);
});

it("other names, and every name without a press kit, are not found", async () => {
  const { request, remove, wait } = aKit();
  for (const name of ["nothing.pdf", "..%2fpress.md", "%2e%2e/press.md", "bio.jpg", "press.md"]) {
    expect((await request(`/press/${name}`)).status, name).toBe(404);
  }
  remove();
  wait();
  for (const path of [ZIP, "/press/plot.pdf"]) expect((await request(path)).status).toBe(404);
});
