import { once } from "node:events";
import { readdirSync, readlinkSync, renameSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createAudioRoutes } from "./routes.ts";
import { albumOf, someRecordings, wav } from "./some-audio.case.ts";

const SOUND = wav(1);
/** More than any number of a program holds. */
const MANY_NINES = "9".repeat(400);

/** The routes over a folder with one recording, `lake/01 lake.wav`. */
async function someAudio(content = SOUND) {
  const folder = someRecordings({ "lake/01 lake.wav": content }, albumOf(["lake/01 lake.wav"]));
  const recordings = folder.open();
  await recordings.refresh();
  const app = new Hono<{ Bindings: { breakOff?: () => void } }>().route("/audio", createAudioRoutes(recordings));
  const url = recordings.list()[0]?.recordings[0]?.url ?? "";
  /** An answer with all of its body. */
  const ask = async (headers: Record<string, string> = {}, at = url, method = "GET") => {
    const answer = await app.request(at, { method, headers }, {});
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
  };
  return { ...folder, recordings, app, url, ask, path: join(folder.contentDir, "music/lake/01 lake.wav") };
}

describe("a recording", () => {
  it("is given whole, to be kept for ever under its versioned address", async () => {
    const { ask, url } = await someAudio();
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "audio/wav",
      "content-length": String(SOUND.length),
      "accept-ranges": "bytes",
      "cache-control": "public, max-age=31536000, immutable",
      etag: `"${url.split("?v=")[1]}"`,
    });
    expect(answer.body).toEqual(SOUND);
    expect((await ask({}, url.split("?")[0])).headers.get("cache-control")).toBe("public, max-age=300");
    expect((await ask({}, `${url}0`)).headers.get("cache-control")).toBe("public, max-age=300");
  });

  it("is not sent again to a browser that has it", async () => {
    const { ask } = await someAudio();
    const etag = (await ask({}, undefined, "HEAD")).headers.get("etag") ?? "";
    const answer = await ask({ "If-None-Match": etag, Range: "bytes=0-1" });
    expect(answer.status).toBe(304);
    expect(answer.body.length).toBe(0);
  });

  it("HEAD tells all about it and sends nothing", async () => {
    const { ask } = await someAudio();
    const answer = await ask({ Range: "bytes=0-1" }, undefined, "HEAD");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-length")).toBe(String(SOUND.length));
    expect(answer.body.length).toBe(0);
  });

  it.each([
    ["bytes=0-0", 0, 1],
    ["bytes=0-99", 0, 100],
    ["bytes=8000-", 8_000, SOUND.length - 8_000],
    ["bytes=-10", SOUND.length - 10, 10],
    ["BYTES= 5-6", 5, 2],
    [`bytes=8000-${MANY_NINES}`, 8_000, SOUND.length - 8_000],
    [`bytes=-${MANY_NINES}`, 0, SOUND.length],
  ])("gives the part of %s", async (range, start, length) => {
    const { ask } = await someAudio();
    const answer = await ask({ Range: range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get("content-range")).toBe(`bytes ${start}-${start + length - 1}/${SOUND.length}`);
    expect(answer.headers.get("content-length")).toBe(String(length));
    expect(answer.body).toEqual(SOUND.subarray(start, start + length));
  });

  it.each([`bytes=${SOUND.length}-`, "bytes=-0", `bytes=${MANY_NINES}-`])("has no part %s", async (range) => {
    const { ask } = await someAudio();
    const answer = await ask({ Range: range });
    expect(answer.status).toBe(416);
    expect(answer.headers.get("content-range")).toBe(`bytes */${SOUND.length}`);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(JSON.parse(String(answer.body))).toMatchObject({ code: "range_not_satisfiable" });
  });

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
  ])("is given whole where no part is asked for in a form that counts: %s", async (range) => {
    const { ask } = await someAudio();
    const answer = await ask({ Range: range });
    expect([answer.status, answer.headers.get("content-range")]).toEqual([200, null]);
    expect(answer.body.length).toBe(SOUND.length);
  });

  it("gives a part only of the version that its first part was of", async () => {
    const { ask } = await someAudio();
    const etag = (await ask()).headers.get("etag") ?? "";
    expect((await ask({ Range: "bytes=5-6", "If-Range": etag })).status).toBe(206);
    expect((await ask({ Range: "bytes=5-6", "If-Range": '"another"' })).status).toBe(200);
    expect((await ask({ Range: "bytes=5-6", "If-Range": "Sat, 21 Nov 2026 12:00:00 GMT" })).status).toBe(200);
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
  const { ask, contentDir } = await someAudio();
  writeFileSync(join(contentDir, "secret.wav"), wav(1));
  expect((await ask({}, at)).status).toBe(404);
});

describe("a file that changes under way", () => {
  it("is sent as it is now, under a name of its own, and kept by nobody for long", async () => {
    const { ask, write } = await someAudio();
    const before = await ask();
    write("lake/01 lake.wav", wav(2));
    const answer = await ask();
    expect(answer.headers.get("etag")).not.toBe(before.headers.get("etag"));
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    expect(answer.body.length).toBe(wav(2).length);
  });

  it("is not there when it has gone or become a link to another", async () => {
    const { ask, path, contentDir } = await someAudio();
    renameSync(path, `${path}.old`);
    expect((await ask()).status).toBe(404);
    writeFileSync(join(contentDir, "secret.wav"), SOUND);
    symlinkSync(join(contentDir, "secret.wav"), path);
    expect((await ask()).status).toBe(404);
  });

  it("and becomes shorter ends the connection, so that nobody takes it for whole", async () => {
    const { app, url, path } = await someAudio(wav(60));
    const breakOff = vi.fn();
    const answer = await app.request(url, {}, { breakOff });
    // A response to GET has a body.
    const reader = answer.body!.getReader();
    await reader.read();
    truncateSync(path, 1_000);
    const ended = reader.read();
    await vi.waitFor(() => expect(breakOff).toHaveBeenCalledOnce());
    await reader.cancel();
    expect((await ended).done).toBe(true);
  });
});

it("a client that goes away leaves no file open, and one that does not read is not read ahead for", async () => {
  const { app, url, path } = await someAudio(wav(3_600));
  const server = createServer(getRequestListener((request) => app.fetch(request, {})));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  // A server that listens at a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const client = connect(port, "127.0.0.1");
  client.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(client, "data");
  client.pause();
  expect(openFilesAt(path)).toBe(1);
  client.destroy();
  await vi.waitFor(() => expect(openFilesAt(path)).toBe(0));
});

/** How many files this process has open at a path. */
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
