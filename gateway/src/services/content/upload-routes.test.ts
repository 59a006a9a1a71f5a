import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { type ContentFile, type ContentUploads, MAX_FILE_BYTES } from "@porchlight/protocol/content-editing.ts";
import { type HttpRequest, type HttpResponse, Upload } from "tus-js-client";
import { expect, it } from "vitest";
import { createFileUploads, UPLOAD_STAYS_MS } from "../../media/files/file-uploads.ts";
import { mp3, wav } from "../../media/recordings/some-audio.case.ts";
import { SPARE_BYTES } from "../../media/uploads/receive-file.ts";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { aLocalServer } from "../../testing/local-server.ts";
import { aDashboardApp } from "../shared/admin.case.ts";
import { createFileUploadRoutes, type FileUploadDeps } from "./upload-routes.ts";

const MEGABYTE = 1024 * 1024;
const OWNER = { Authorization: "Bearer owner" };
const TUS = { ...OWNER, "Tus-Resumable": "1.0.0" };

type Options = Partial<FileUploadDeps & Omit<Parameters<typeof createFileUploads>[0], "contentDir">>;

/** The dashboard's routes for the files of an empty content folder, on a server. */
async function aDashboard({ clock = () => new Date(), free, openFile, ...overrides }: Options = {}) {
  const contentDir = join(aTestFolder(), "content");
  mkdirSync(join(contentDir, "music"), { recursive: true });
  const fileUploads = createFileUploads({
    contentDir,
    clock,
    ...(free && { free }),
    ...(openFile && { openFile }),
  });
  const app = aDashboardApp()
    .onError((_, c) => c.text("", 500))
    .route("/admin/api", createFileUploadRoutes({ contentDir, isDemo: false, fileUploads, ...overrides }));
  const origin = await aLocalServer(getRequestListener((asked) => app.fetch(asked, {})));
  const endpoint = `${origin}/admin/api/content/uploads`;

  /** Uploads with the protocol's own client. */
  const upload = (body: Buffer, { name = "Closing Sun.WAV", folder = "music", ...options }: Sent = {}) => {
    const requests: string[] = [];
    const ended = new Promise<{ url: string; requests: string[] }>((resolve, reject) => {
      const client = new Upload(body, {
        endpoint,
        chunkSize: MEGABYTE,
        retryDelays: [0, 0, 0],
        headers: OWNER,
        metadata: { folder, filename: name, modified: "1764000000000" },
        onAfterResponse: (asked: HttpRequest, response: HttpResponse) => {
          requests.push(`${asked.getMethod()} ${response.getStatus()}`);
        },
        onError: reject,
        onSuccess: () => resolve({ url: client.url ?? "", requests }),
        ...options,
      });
      client.start();
    });
    return ended;
  };
  const store = async (url: string) => {
    const response = await fetch(`${url}/file`, { method: "POST", headers: OWNER });
    return { status: response.status, body: (await response.json()) as ContentFile & { message?: string } };
  };
  const create = (size: number, { name = "Closing Sun.WAV", folder = "music" }: Sent = {}) =>
    fetch(endpoint, {
      method: "POST",
      headers: { ...TUS, "Upload-Length": String(size), "Upload-Metadata": metadata({ folder, filename: name }) },
    });
  const createAt = async (size: number, sent?: Sent) => {
    const response = await create(size, sent);
    expect(response.status).toBe(201);
    return `${origin}${response.headers.get("Location")}`;
  };
  const list = async (folder = "music") => {
    const response = await fetch(`${endpoint}?folder=${folder}`, { headers: OWNER });
    return (await response.json()) as ContentUploads;
  };
  const files = (folder = "music") => {
    const path = join(contentDir, folder);
    return existsSync(path)
      ? readdirSync(path)
          .filter((name) => name !== ".uploads")
          .toSorted()
      : [];
  };
  const unfinished = (folder = "music") => {
    const path = join(contentDir, folder, ".uploads");
    return existsSync(path) ? readdirSync(path) : [];
  };
  return { contentDir, endpoint, fileUploads, upload, store, create, createAt, list, files, unfinished };
}

type Sent = { name?: string; folder?: string; uploadUrl?: string };

const metadata = (pairs: Record<string, string>) =>
  Object.entries(pairs)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");

const patch = (url: string, offset: number, body: Uint8Array<ArrayBuffer>, headers = {}) =>
  fetch(url, {
    method: "PATCH",
    headers: { ...TUS, "Upload-Offset": String(offset), "Content-Type": "application/offset+octet-stream", ...headers },
    body,
  });

const offsetAt = async (url: string) =>
  (await fetch(url, { method: "HEAD", headers: TUS })).headers.get("Upload-Offset");

/** Sends the beginning of a piece and cuts the connection once the gateway has `bytes` on its disk. */
async function cutAfter(url: string, piece: Buffer, { bytes, path }: { bytes: number; path: () => string }) {
  const sending = request(url, {
    method: "PATCH",
    headers: {
      ...TUS,
      "Upload-Offset": "0",
      "Content-Type": "application/offset+octet-stream",
      "Content-Length": String(piece.length),
    },
  });
  sending.on("error", () => {});
  sending.write(piece.subarray(0, bytes));
  await expect.poll(() => readFileSync(path()).length).toBe(bytes);
  sending.destroy();
}

it("the protocol's own client uploads a recording in pieces, and it gets a safe, free name", async () => {
  const { contentDir, upload, store, list, files, unfinished } = await aDashboard();
  writeFileSync(join(contentDir, "music/Closing-Sun.wav"), "mine");
  writeFileSync(join(contentDir, "music/closing-sun.jpg"), "a cover");
  const recording = wav(400);
  const { url, requests } = await upload(recording);
  expect(requests).toEqual(["POST 201", "PATCH 204", "PATCH 204", "PATCH 204", "PATCH 204"]);
  expect(await list()).toEqual({
    files: [{ file: "Closing-Sun.wav", size: 4 }],
    unfinished: [
      {
        id: url.slice(-36),
        name: "Closing Sun.WAV",
        size: recording.length,
        offset: recording.length,
        modified: "1764000000000",
      },
    ],
  });
  const stored = { status: 201, body: { file: "closing-sun-2.wav", size: recording.length } };
  expect(await store(url)).toEqual(stored);
  // The response may have been lost.
  expect(await store(url)).toEqual(stored);
  expect(readFileSync(join(contentDir, "music/closing-sun-2.wav")).equals(recording)).toBe(true);
  expect(files()).toEqual(["Closing-Sun.wav", "closing-sun-2.wav", "closing-sun.jpg"]);
  expect((await list()).unfinished).toEqual([]);
  expect(unfinished()).toEqual([`${url.slice(-36)}.json`]);
});

it("an interrupted upload continues where it stopped, even after a restart, and becomes a file only when it is complete", async () => {
  const { contentDir, upload, store, createAt, list, files } = await aDashboard();
  const recording = wav(400);
  const url = await createAt(recording.length);
  const path = () => join(contentDir, "music/.uploads", `${url.slice(-36)}.wav`);
  await cutAfter(url, recording, { bytes: 1.5 * MEGABYTE, path });
  expect((await list()).unfinished).toMatchObject([{ offset: 1.5 * MEGABYTE }]);
  expect(files()).toEqual([]);
  expect((await store(url)).status).toBe(409);
  // Another gateway with the same folder.
  const restarted = createFileUploads({ contentDir, clock: () => new Date() });
  expect(await restarted.find(url.slice(-36))).toMatchObject({ offset: 1.5 * MEGABYTE, name: "Closing Sun.WAV" });
  const { requests } = await upload(recording, { uploadUrl: url });
  expect(requests).toEqual(["HEAD 200", "PATCH 204", "PATCH 204"]);
  expect((await store(url)).body.file).toBe("closing-sun.wav");
  expect(readFileSync(join(contentDir, "music/closing-sun.wav")).equals(recording)).toBe(true);
});

it("a client that comes back does not wait for its lost connection", async () => {
  const { contentDir, createAt, unfinished } = await aDashboard();
  const recording = wav(200);
  const url = await createAt(recording.length);
  const sending = request(url, {
    method: "PATCH",
    headers: {
      ...TUS,
      "Upload-Offset": "0",
      "Content-Type": "application/offset+octet-stream",
      "Content-Length": String(recording.length),
    },
  });
  sending.on("error", () => {});
  sending.write(recording.subarray(0, 1_000));
  const path = join(contentDir, "music/.uploads", `${url.slice(-36)}.wav`);
  await expect.poll(() => readFileSync(path).length).toBe(1_000);
  // The gateway cannot know yet that the connection is lost.
  expect(await offsetAt(url)).toBe("1000");
  expect((await patch(url, 1_000, recording.subarray(1_000) as Uint8Array<ArrayBuffer>)).status).toBe(204);
  sending.destroy();
  expect(readFileSync(path).equals(recording)).toBe(true);
  expect(unfinished()).toHaveLength(2);
});

it("if the disk fills up during an upload, the error says so, and nothing stays behind", async () => {
  let room = MEGABYTE;
  const openFile: typeof open = async (...args) => {
    const file = await open(...args);
    const write = file.writeFile.bind(file);
    file.writeFile = async (data, ...rest) => {
      room -= (data as Uint8Array).length;
      if (room < 0) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      return write(data, ...rest);
    };
    return file;
  };
  const { createAt, files, unfinished, list } = await aDashboard({ openFile });
  const recording = wav(400);
  const url = await createAt(recording.length);
  expect((await patch(url, 0, recording.subarray(0, MEGABYTE) as Uint8Array<ArrayBuffer>)).status).toBe(204);
  const full = await patch(url, MEGABYTE, recording.subarray(MEGABYTE, 2 * MEGABYTE) as Uint8Array<ArrayBuffer>);
  const { message } = (await full.json()) as { message: string };
  expect([full.status, message]).toEqual([
    507,
    "The disk of the server has no room for this file. Nothing was stored. Make room, then upload it again.",
  ]);
  expect([unfinished(), files(), (await list()).unfinished]).toEqual([[], [], []]);
  expect((await fetch(url, { method: "HEAD", headers: TUS })).status).toBe(404);
});

it("no upload begins or continues if it would use the space that sign-ups and orders need", async () => {
  let left = SPARE_BYTES + 3 * MEGABYTE;
  const { create, createAt, unfinished } = await aDashboard({ free: () => left });
  const url = await createAt(2 * MEGABYTE);
  // The first upload needs its space too.
  expect((await create(2 * MEGABYTE)).status).toBe(507);
  expect((await create(MEGABYTE)).status).toBe(201);
  left = SPARE_BYTES - 1;
  expect((await patch(url, 0, new Uint8Array(10))).status).toBe(507);
  expect(unfinished()).toHaveLength(2);
});

it.each([
  ["music", "song.wav", Buffer.from("hello"), "it is no wav file"],
  ["music", "song.mp3", wav(1), "it is no mp3 file"],
  ["music", "song.wav", wav(0), "it has no length"],
  ["press", "plot.pdf", Buffer.from("hello"), "it is no pdf file"],
  ["press", "plot.jpg", Buffer.from("hello"), "it is no jpg file"],
  ["press", "plot.zip", Buffer.from("%PDF-1.4"), "it is no zip file"],
  ["press", "plot.txt", Buffer.from("a\0b"), "it is no txt file"],
])("in %s, %s with other bytes is refused, and nothing of it stays", async (folder, name, body, words) => {
  const { upload, store, files, unfinished } = await aDashboard();
  const { url } = await upload(body, { folder, name });
  expect(await store(url)).toMatchObject({
    status: 422,
    body: { message: `This file cannot be used: ${words}. Nothing was stored.` },
  });
  expect([files(folder), unfinished(folder)]).toEqual([[], []]);
});

it.each([
  ["press", "Stage Plot.PDF", Buffer.from("%PDF-1.7\n"), "stage-plot.pdf"],
  ["press", "../../../mark.svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "mark.svg"],
  ["press", "….zip", Buffer.from("PK\u0005\u0006"), "file.zip"],
  ["press", "rider.txt", Buffer.from("Two towels."), "rider.txt"],
  ["press", "print.tiff", Buffer.from("II*\0"), "print.tiff"],
  ["music", "Été.mp3", mp3(40), "été.mp3"],
])("in %s, %s is stored", async (folder, name, body, file) => {
  const { upload, store, files } = await aDashboard();
  const { url } = await upload(body, { folder, name });
  expect(await store(url)).toEqual({ status: 201, body: { file, size: body.length } });
  expect(files(folder)).toEqual([file]);
});

it("files that are too large, of another format, too many, or without a size or folder are refused with a sentence", async () => {
  const { create, createAt, endpoint } = await aDashboard();
  const refusal = async (size: number, sent?: Sent) => {
    const response = await create(size, sent);
    return [response.status, ((await response.json()) as { message: string }).message];
  };
  expect(await refusal(MAX_FILE_BYTES + 1)).toEqual([413, "A file may have at most 1 GB."]);
  expect(await refusal(9, { name: "song.aiff" })).toEqual([415, expect.stringContaining("has to be an MP3")]);
  expect(await refusal(9, { name: "run.exe", folder: "press" })).toEqual([415, expect.stringContaining("a PDF")]);
  expect(await refusal(9, { folder: "images" })).toEqual([400, "folder must be music or press."]);
  const sizeless = await fetch(endpoint, { method: "POST", headers: TUS });
  expect(sizeless.status).toBe(400);
  for (let count = 0; count < 20; count += 1) await createAt(9);
  expect(await refusal(9)).toEqual([409, expect.stringContaining("Too many uploads are not finished")]);
});

it("an upload that nobody continued for a week is deleted; one that is continued stays", async () => {
  const { contentDir, fileUploads, createAt, unfinished, list } = await aDashboard();
  const [old, current] = [await createAt(9), await createAt(9)].map((url) => url.slice(-36));
  const long = new Date(Date.now() - UPLOAD_STAYS_MS - 1_000);
  const place = join(contentDir, "music/.uploads");
  for (const name of [`${old}.json`, `${old}.wav`, `${current}.json`]) utimesSync(join(place, name), long, long);
  fileUploads.deleteExpired();
  expect(unfinished().toSorted()).toEqual([`${current}.json`, `${current}.wav`].toSorted());
  expect((await list()).unfinished).toMatchObject([{ id: current }]);
});

it("follows the protocol even if a client does not", async () => {
  const { createAt, endpoint, unfinished } = await aDashboard();
  const options = await fetch(endpoint, { method: "OPTIONS", headers: OWNER });
  expect(options.status).toBe(204);
  expect(Object.fromEntries(options.headers)).toMatchObject({
    "tus-resumable": "1.0.0",
    "tus-version": "1.0.0",
    "tus-max-size": String(MAX_FILE_BYTES),
    "tus-extension": "creation,expiration,termination",
  });
  const url = await createAt(4);
  const without = await fetch(url, { method: "HEAD", headers: OWNER });
  expect([without.status, without.headers.get("Tus-Version")]).toEqual([412, "1.0.0"]);
  const four = new Uint8Array(4);
  expect((await patch(url, 1, four)).status).toBe(409);
  expect((await patch(url, 0, four, { "Content-Type": "text/plain" })).status).toBe(415);
  expect((await patch(url, 0, four, { "Upload-Offset": "-1" })).status).toBe(400);
  expect((await patch(url, 0, new Uint8Array(5))).status).toBe(413);
  expect(await offsetAt(url)).toBe("0");
  expect((await patch(url.replace(/.{36}$/, "../albums.yaml"), 0, four)).status).toBe(404);
  const gone = await fetch(url, { method: "DELETE", headers: TUS });
  expect([gone.status, unfinished()]).toEqual([204, []]);
  expect((await fetch(url, { method: "DELETE", headers: TUS })).status).toBe(404);
});

it("strangers are rejected, and the content that ships with the program gets no file", async () => {
  const { create, endpoint, unfinished } = await aDashboard({ isDemo: true });
  expect((await create(9)).status).toBe(409);
  expect(unfinished()).toEqual([]);
  for (const method of ["GET", "POST", "HEAD", "PATCH", "DELETE", "OPTIONS"]) {
    const response = await fetch(`${endpoint}/${"0".repeat(36)}`, { method, headers: { "Tus-Resumable": "1.0.0" } });
    expect(response.status).toBe(401);
  }
});
