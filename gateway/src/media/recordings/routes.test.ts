import { once } from "node:events";
import { readdirSync, readlinkSync, renameSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { describe, expect, it, vi } from "vitest";
import { aLocalServer } from "../../testing/local-server.ts";
import { createAudioRoutes } from "./routes.ts";
import { albumsYaml, someRecordings, wav } from "./some-audio.case.ts";

const SOUND = wav(1);
/** A number larger than any JavaScript number. */
const MANY_NINES = "9".repeat(400);

/** The routes for a folder with one recording, `lake/01 lake.wav`. */
async function someAudio(content = SOUND) {
  const folder = someRecordings({ "lake/01 lake.wav": content }, albumsYaml(["lake/01 lake.wav"]));
  const recordings = folder.open();
  await recordings.refresh();
  const app = new Hono<{ Bindings: { breakOff?: () => void } }>().route("/audio", createAudioRoutes(recordings));
  const url = recordings.list()[0]?.recordings[0]?.url ?? "";
  const request = async (headers: Record<string, string> = {}, at = url, method = "GET") => {
    const response = await app.request(at, { method, headers }, {});
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  };
  return { ...folder, recordings, app, url, request, path: join(folder.contentDir, "music/lake/01 lake.wav") };
}

describe("a recording", () => {
  it("is sent completely, and cached forever under its versioned URL", async () => {
    const { request, url } = await someAudio();
    const response = await request();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "audio/wav",
      "content-length": String(SOUND.length),
      "accept-ranges": "bytes",
      "cache-control": "public, max-age=31536000, immutable",
      etag: `"${url.split("?v=")[1]}"`,
    });
    expect(response.body).toEqual(SOUND);
    expect((await request({}, url.split("?")[0])).headers.get("cache-control")).toBe("public, max-age=300");
    expect((await request({}, `${url}0`)).headers.get("cache-control")).toBe("public, max-age=300");
  });

  it("is not sent again to a browser that has cached it", async () => {
    const { request } = await someAudio();
    const etag = (await request({}, undefined, "HEAD")).headers.get("etag") ?? "";
    const response = await request({ "If-None-Match": etag, Range: "bytes=0-1" });
    expect(response.status).toBe(304);
    expect(response.body.length).toBe(0);
  });

  it("has headers but no body for HEAD", async () => {
    const { request } = await someAudio();
    const response = await request({ Range: "bytes=0-1" }, undefined, "HEAD");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe(String(SOUND.length));
    expect(response.body.length).toBe(0);
  });

  it.each([
    ["bytes=0-0", 0, 1],
    ["bytes=0-99", 0, 100],
    ["bytes=8000-", 8_000, SOUND.length - 8_000],
    ["bytes=-10", SOUND.length - 10, 10],
    ["BYTES= 5-6", 5, 2],
    [`bytes=8000-${MANY_NINES}`, 8_000, SOUND.length - 8_000],
    [`bytes=-${MANY_NINES}`, 0, SOUND.length],
  ])("sends the part %s", async (range, start, length) => {
    const { request } = await someAudio();
    const response = await request({ Range: range });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(`bytes ${start}-${start + length - 1}/${SOUND.length}`);
    expect(response.headers.get("content-length")).toBe(String(length));
    expect(response.body).toEqual(SOUND.subarray(start, start + length));
  });

  it.each([`bytes=${SOUND.length}-`, "bytes=-0", `bytes=${MANY_NINES}-`])(
    "responds with 416 to %s, which is not in the file",
    async (range) => {
      const { request } = await someAudio();
      const response = await request({ Range: range });
      expect(response.status).toBe(416);
      expect(response.headers.get("content-range")).toBe(`bytes */${SOUND.length}`);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(JSON.parse(String(response.body))).toMatchObject({ code: "range_not_satisfiable" });
    },
  );

  it.each([
    "bytes=",
    "bytes=-",
    "bytes=5-4",
    "bytes=a-b",
    "bytes=0x1-2",
    "bytes=1.5-2",
    "bytes=--1",
    "items=0-1",
    "0-1",
    "bytes=0-1,5-6",
    `bytes=${"0-0,".repeat(20)}1-1`,
  ])("is sent completely if the range is malformed or has several parts: %s", async (range) => {
    const { request } = await someAudio();
    const response = await request({ Range: range });
    expect([response.status, response.headers.get("content-range")]).toEqual([200, null]);
    expect(response.body.length).toBe(SOUND.length);
  });

  it("is sent in part only if If-Range names the current version", async () => {
    const { request } = await someAudio();
    const etag = (await request()).headers.get("etag") ?? "";
    expect((await request({ Range: "bytes=5-6", "If-Range": etag })).status).toBe(206);
    expect((await request({ Range: "bytes=5-6", "If-Range": '"another"' })).status).toBe(200);
    expect((await request({ Range: "bytes=5-6", "If-Range": "Sat, 21 Nov 2026 12:00:00 GMT" })).status).toBe(200);
  });
});

it.each([
  "/audio/",
  "/audio/albums.yaml",
  "/audio/../albums.yaml",
  "/audio/%2e%2e/albums.yaml",
  "/audio/lake/..%2falbums.yaml",
  "/audio/lake%2f..%2f..%2fsecret.wav",
  "/audio/..%5c..%5csecret.wav",
  "/audio/lake/01%20lake.wav%00",
  "/audio/lake/01%20lake.wav/",
  "/audio//lake/01%20lake.wav",
  "/audio/LAKE/01%20lake.wav",
  "/audio/%c0%ae%c0%ae/secret.wav",
  "/audio/%",
  "/audio/__proto__",
])("there is nothing at %s", async (at) => {
  const { request, contentDir } = await someAudio();
  writeFileSync(join(contentDir, "secret.wav"), wav(1));
  expect((await request({}, at)).status).toBe(404);
});

describe("a file that changes during a request", () => {
  it("is sent in its new version, with a new ETag and a short cache time", async () => {
    const { request, write } = await someAudio();
    const before = await request();
    write("lake/01 lake.wav", wav(2));
    const response = await request();
    expect(response.headers.get("etag")).not.toBe(before.headers.get("etag"));
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    expect(response.body.length).toBe(wav(2).length);
  });

  it("is not found when it is deleted or replaced by a symbolic link", async () => {
    const { request, path, contentDir } = await someAudio();
    renameSync(path, `${path}.old`);
    expect((await request()).status).toBe(404);
    writeFileSync(join(contentDir, "secret.wav"), SOUND);
    symlinkSync(join(contentDir, "secret.wav"), path);
    expect((await request()).status).toBe(404);
  });

  it("closes the connection if the file becomes shorter, so that no client considers it complete", async () => {
    const { app, url, path } = await someAudio(wav(60));
    const breakOff = vi.fn();
    const response = await app.request(url, {}, { breakOff });
    // A response to GET has a body.
    const reader = response.body!.getReader();
    await reader.read();
    truncateSync(path, 1_000);
    const ended = reader.read();
    await vi.waitFor(() => expect(breakOff).toHaveBeenCalledOnce());
    await reader.cancel();
    expect((await ended).done).toBe(true);
  });
});

it("closes the file when the client disconnects, and does not read ahead for a slow one", async () => {
  const { app, url, path } = await someAudio(wav(3_600));
  const origin = await aLocalServer(getRequestListener((incoming) => app.fetch(incoming, {})));
  const client = connect(Number(new URL(origin).port), "127.0.0.1");
  client.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(client, "data");
  client.pause();
  expect(openFilesAt(path)).toBe(1);
  client.destroy();
  await vi.waitFor(() => expect(openFilesAt(path)).toBe(0));
});

/** Counts how many files this process has open at a path. */
function openFilesAt(path: string): number {
  return readdirSync("/proc/self/fd").filter((number) => readLink(`/proc/self/fd/${number}`) === path).length;
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
