// The owner edits the site in the browser: drafts, previews and publications, in the whole gateway.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type {
  ContentFiles,
  ContentVersion,
  EditResponse,
  OpenedFile,
  PreviewTicket,
} from "@porchlight/protocol/content-editing.ts";
import { expect, it } from "vitest";
import { DEMO_CONTENT_DIR } from "../../config/content-dir.ts";
import { aTestFolder, startGateway } from "../gateway-process.ts";

const PASSWORD = "a lamp that nobody lit";

/** Starts the site with its demo, and signs the owner in. */
async function anOwner() {
  const dataDir = aTestFolder();
  const gateway = await startGateway({ dataDir, settings: { CONTENT_DIR: "", ADMIN_PASSWORD: PASSWORD } });
  const { url } = gateway;
  const config = (await (await fetch(`${url}/config.json`)).json()) as {
    database: { anonKey: string };
    admin: { email: string };
  };
  const signedIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: config.database.anonKey, "Content-Type": "application/json" },
    body: JSON.stringify({ email: config.admin.email, password: PASSWORD }),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${url}/admin/api/content/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const read = async <Result>(path: string) => (await (await send("GET", path)).json()) as Result;
  const signOut = () =>
    fetch(`${url}/auth/v1/logout?scope=local`, {
      method: "POST",
      headers: { apikey: config.database.anonKey, Authorization: `Bearer ${token}` },
    });
  return { dataDir, url, send, read, signOut };
}

it("the demo becomes the owner's, a draft shows only in the preview, and everybody sees a publication", async () => {
  const demo = readFileSync(join(DEMO_CONTENT_DIR, "artist.json"), "utf8");
  const { dataDir, url, send, read } = await anOwner();
  expect((await read<ContentFiles>("files")).place).toBe("demo");
  expect((await send("POST", "own", { from: "demo" })).status).toBe(202);
  await expect.poll(async () => (await read<ContentFiles>("files").catch(() => undefined))?.place).toBe("own");
  expect((await send("POST", "own", { from: "demo" })).status).toBe(409);

  const { revision } = await read<OpenedFile>("files/artist.json");
  const edits = [
    { path: ["name"], set: 'Ann & the "Lamps" 💡' },
    { path: ["accent"], set: "#2e9e5b" },
  ];
  const edited = await send("PATCH", "files/artist.json", { base: revision, edits });
  expect(edited.status).toBe(200);
  expect(((await edited.json()) as EditResponse).problems).toEqual([]);

  const ticket = (await (await send("POST", "preview", { path: "/about" })).json()) as PreviewTicket;
  const preview = await fetch(url + ticket.url);
  expect(preview.headers.get("Content-Security-Policy")).toMatch(/frame-ancestors 'self'; sandbox allow-same-origin$/);
  const html = await preview.text();
  expect(html).toContain("Ann &amp; the");
  expect(html).not.toContain("<script");
  expect(html).toContain(`href="${ticket.url.replace("/about", "/shop")}"`);
  expect((await fetch(`${url}/admin/preview/${"x".repeat(24)}/about`)).status).toBe(404);
  expect(await (await fetch(`${url}/about`)).text()).not.toContain("Ann &amp; the");

  const published = (await (await send("POST", "publications", {})).json()) as ContentVersion;
  expect(published.files).toEqual([{ file: "artist.json", change: "changed" }]);
  expect(await (await fetch(`${url}/about`)).text()).toContain("Ann &amp; the");
  const own = readFileSync(join(dataDir, "content/artist.json"), "utf8");
  expect(own.replace(/"name": .*\n/, "")).toContain(demo.slice(demo.indexOf('  "kind"'), demo.indexOf('  "social"')));

  expect((await send("POST", `versions/${published.id}/undo`, {})).status).toBe(201);
  expect(readFileSync(join(dataDir, "content/artist.json"), "utf8")).toBe(demo);
  expect(readFileSync(join(DEMO_CONTENT_DIR, "artist.json"), "utf8")).toBe(demo);
  expect(existsSync(join(dataDir, "preview"))).toBe(true);
});

it("a preview ends when the owner who opened it signs out", async () => {
  const { url, send, signOut } = await anOwner();
  const { url: path } = (await (await send("POST", "preview", { path: "/about" })).json()) as PreviewTicket;
  expect((await fetch(url + path)).status).toBe(200);
  expect((await signOut()).status).toBe(204);
  expect((await fetch(url + path)).status).toBe(404);
});

/** Lists in lists, as JSON. */
const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

it("wrong requests are refused with a sentence, and change nothing", async () => {
  const { send, read } = await anOwner();
  const { revision } = await read<OpenedFile>("files/about.md");
  const wrong: [method: string, path: string, body: unknown, status: number][] = [
    ["PATCH", "files/about.md", { base: revision, edits: [{ path: ["body"], set: "\ud800" }] }, 400],
    ["PATCH", "files/about.md", { base: revision, edits: [{ path: ["__proto__", "x"], set: "1" }] }, 400],
    ["PATCH", "files/about.md", { base: revision, edits: [{ path: ["nothing", 3], remove: true }] }, 422],
    ["PATCH", "files/about.md", { base: revision, edits: [{ path: ["body"] }] }, 400],
    ["PATCH", "files/about.md", "{", 400],
    ["PATCH", "files/about.md", `{"base":"none","edits":[{"path":["a"],"set":${deep(50_000)}}]}`, 400],
    ["PATCH", "files/about.md", `{"base":"none","edits":[{"path":["a"],"set":${deep(17)}}]}`, 400],
    ["PATCH", "files/about.md", { base: "none", edits: [{ path: ["a"], set: Array(5_000).fill(1) }] }, 400],
    ["PATCH", "files/..%2f..%2fetc/passwd", { base: "none", edits: [] }, 404],
    ["GET", "files/porchlight.db", undefined, 404],
    ["DELETE", "files/about.md/draft", undefined, 404],
    ["POST", "publications", { at: "tomorrow" }, 400],
    ["POST", "publications", { files: ["x"] }, 400],
    ["POST", "versions/x/restore", {}, 404],
    // The demo ships with the program, and is never written.
    ["POST", "publications", {}, 409],
    ["POST", "versions/1/restore", {}, 409],
    ["POST", "preview", { path: "//evil.example" }, 201],
    ["POST", "own", { from: "elsewhere" }, 400],
  ];
  for (const [method, path, body, status] of wrong) {
    const response = await send(method, path, body);
    expect([method, path, response.status]).toEqual([method, path, status]);
    if (status !== 201) expect(await response.json()).toMatchObject({ message: expect.stringMatching(/\w+/) });
  }
  expect((await read<ContentFiles>("files")).files.some(({ draftSince }) => draftSince !== undefined)).toBe(false);
});
