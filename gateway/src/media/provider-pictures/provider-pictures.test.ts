import { readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { Hono } from "hono";
import { describe, expect, it, vi } from "vitest";
import { silentLog } from "../../testing/gateway-in-memory.ts";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { aLocalServer } from "../../testing/local-server.ts";
import { type PictureHost, shopifyPictureHosts } from "./picture-hosts.ts";
import { createProviderPictures, type ProviderPicturesOptions } from "./provider-pictures.ts";
import { createMediaRoutes } from "./routes.ts";

const COVER = Buffer.from("stands for a cover");

/** A provider in this process. `acts` says how it responds to a path, by default with the cover. */
async function aProvider() {
  const requested: string[] = [];
  const acts: Record<string, (response: ServerResponse) => void> = {};
  const url = await aLocalServer((incoming, response) => {
    const path = incoming.url ?? "/";
    requested.push(path);
    const act = acts[path];
    if (act) act(response);
    else response.writeHead(200, { "Content-Type": "image/jpeg" }).end(COVER);
  });
  return { host: new URL(url).host, url, requested, acts };
}

/** Pictures of some hosts at `/media`. The clock stands still until the test calls `later`. */
function someMedia(hosts: (string | PictureHost)[], overrides: Partial<ProviderPicturesOptions> = {}) {
  let now = Date.parse("2026-11-20T12:00:00Z");
  const options: ProviderPicturesOptions = {
    folder: join(aTestFolder(), "media"),
    hosts: hosts.map((host) => (typeof host === "string" ? { host } : host)),
    publicUrl: "https://artist.example",
    clock: () => new Date(now),
    log: silentLog,
    ...overrides,
  };
  const open = () => {
    const pictures = createProviderPictures(options);
    const app = new Hono().route("/media", createMediaRoutes(pictures));
    const pathOf = (url: string) => new URL(pictures.toLocalUrl(url) ?? "https://artist.example/none").pathname;
    const request = async (path: string, init: RequestInit = {}) => {
      const response = await app.request(path, init, {});
      return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
    };
    return { pictures, pathOf, request, see: (url: string) => request(pathOf(url)) };
  };
  return {
    ...open(),
    folder: options.folder,
    again: open,
    later: (ms: number) => {
      now += ms;
    },
  };
}

describe("a provider's picture", () => {
  it("is fetched again after a failure when the clock has been set back", async () => {
    const provider = await aProvider();
    provider.acts["/bad"] = (response) => response.writeHead(500).end();
    const { see, later } = someMedia([provider.host]);
    expect((await see(`${provider.url}/bad`)).status).toBe(502);
    delete provider.acts["/bad"];
    later(-24 * 60 * 60_000);
    expect((await see(`${provider.url}/bad`)).status).toBe(200);
  });

  it("is fetched once for many requests, and cached by browsers forever", async () => {
    const provider = await aProvider();
    const { see, pathOf } = someMedia([provider.host]);
    const url = `${provider.url}/cover`;
    expect(pathOf(url)).toMatch(/^\/media\/[0-9a-f]{32}$/);
    const responses = await Promise.all([see(url), see(url), see(url)]);
    responses.push(await see(url));
    expect(provider.requested).toEqual(["/cover"]);
    for (const { status, headers, body } of responses) {
      expect([status, body]).toEqual([200, COVER]);
      expect(Object.fromEntries(headers)).toMatchObject({
        "content-type": "image/jpeg",
        "content-length": String(COVER.length),
        "cache-control": "public, max-age=31536000, immutable",
        "cross-origin-resource-policy": "cross-origin",
      });
    }
  });

  it("is found after a restart without the provider, and is fetched again if its file was deleted", async () => {
    const provider = await aProvider();
    const media = someMedia([provider.host]);
    const path = media.pathOf(`${provider.url}/cover`);
    await media.request(path);
    writeFileSync(join(media.folder, "half.jpg.partial"), "left by a killed process");
    const { request } = media.again();
    expect(await request(path)).toMatchObject({ status: 200, body: COVER });
    expect(readdirSync(media.folder)).toHaveLength(1);
    rmSync(join(media.folder, readdirSync(media.folder)[0] ?? ""));
    expect((await request(path)).status).toBe(404);
    expect((await media.request(path)).status).toBe(200);
    expect(provider.requested).toHaveLength(2);
  });

  it("is not sent again to a browser that has cached it, and HEAD has no body", async () => {
    const provider = await aProvider();
    const { request, pathOf } = someMedia([provider.host]);
    const path = pathOf(`${provider.url}/cover`);
    const head = await request(path, { method: "HEAD" });
    expect([head.status, head.body.length, head.headers.get("content-length")]).toEqual([200, 0, String(COVER.length)]);
    const etag = head.headers.get("etag") ?? "";
    expect((await request(path, { headers: { "If-None-Match": etag } })).status).toBe(304);
  });

  it("is deleted when it is the oldest and the cache is full", async () => {
    const provider = await aProvider();
    const media = someMedia([provider.host], { mostBytes: 2 * COVER.length });
    const paths = ["/1", "/2", "/3"].map((path) => media.pathOf(provider.url + path));
    for (const path of paths) await media.request(path);
    expect(readdirSync(media.folder)).toHaveLength(2);
    const first = paths[1]?.slice("/media/".length) ?? "";
    utimesSync(join(media.folder, `${first}.jpg`), 1, 1);
    const { request, see } = media.again();
    await see(`${provider.url}/4`);
    const statuses = [];
    for (const path of paths) statuses.push((await request(path)).status);
    expect(statuses).toEqual([404, 404, 200]);
  });

  it("is not fetched through a redirect to a host that is not allowed", async () => {
    const [provider, other] = await Promise.all([aProvider(), aProvider()]);
    provider.acts["/away"] = (response) => response.writeHead(302, { Location: `${other.url}/secret` }).end();
    expect((await someMedia([provider.host]).see(`${provider.url}/away`)).status).toBe(502);
    expect(other.requested).toEqual([]);
  });

  it("is fetched through a redirect to another picture of the same provider", async () => {
    const provider = await aProvider();
    provider.acts["/moved"] = (response) => response.writeHead(302, { Location: "/cover" }).end();
    expect(await someMedia([provider.host]).see(`${provider.url}/moved`)).toMatchObject({ status: 200, body: COVER });
  });
});

describe("the gateway fetches nothing", () => {
  it("for a hash that was never issued", async () => {
    const provider = await aProvider();
    const { request } = someMedia([provider.host]);
    for (const hash of ["0".repeat(32), "..%2f..%2fsecret", encodeURIComponent(`${provider.url}/cover`), "__proto__"]) {
      const response = await request(`/media/${hash}`);
      expect([hash, response.status]).toEqual([hash, 404]);
      expect(response.headers.get("cache-control")).toBe("public, max-age=60");
    }
    expect(provider.requested).toEqual([]);
  });

  it.each([
    "http://i.scdn.co/image/1",
    "https://elsewhere.example/image/1",
    "https://i.scdn.co.elsewhere.example/1",
    "https://i.scdn.co@elsewhere.example/1",
    "https://name:password@i.scdn.co/1",
    "https://i.scdn.co:8443/1",
    "http://127.0.0.1/1",
    "file:///etc/passwd",
    "data:image/png;base64,AAAA",
    "//i.scdn.co/1",
    `https://i.scdn.co/${"1".repeat(1_000)}`,
    "",
  ])("from %s", (url) => {
    expect(someMedia(["i.scdn.co"]).pictures.toLocalUrl(url)).toBeUndefined();
  });
});

describe("an unavailable picture returns 502 for a minute", () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ["an SVG", (response) => response.setHeader("Content-Type", "image/svg+xml").end("<svg/>")],
    ["an HTML page", (response) => response.setHeader("Content-Type", "text/html").end("<h1>Welcome</h1>")],
    ["no content type", (response) => response.end(COVER)],
    ["an error", (response) => response.writeHead(403, { "Content-Type": "image/jpeg" }).end(COVER)],
    [
      "more than 5 MB",
      (response) => response.setHeader("Content-Type", "image/jpeg").end(Buffer.alloc(5 * 1024 * 1024 + 1)),
    ],
    ["a broken connection", (response) => response.destroy()],
    ["endless redirects", (response) => response.writeHead(302, { Location: "/bad" }).end()],
  ])("if the provider returns %s", async (_, act) => {
    const provider = await aProvider();
    provider.acts["/bad"] = act;
    const { see, later, folder } = someMedia([provider.host]);
    const response = await see(`${provider.url}/bad`);
    expect([response.status, response.headers.get("cache-control")]).toEqual([502, "public, max-age=60"]);
    const { length } = provider.requested;
    await see(`${provider.url}/bad`);
    expect(provider.requested).toHaveLength(length);
    expect(readdirSync(folder)).toEqual([]);
    delete provider.acts["/bad"];
    later(60_000);
    expect((await see(`${provider.url}/bad`)).status).toBe(200);
  });
});

it("fetches at most six pictures at the same time, but all of them in the end", async () => {
  const provider = await aProvider();
  const held: ServerResponse[] = [];
  const paths = Array.from({ length: 20 }, (_, at) => `/${at}`);
  for (const path of paths) provider.acts[path] = (response) => void held.push(response);
  const { see } = someMedia([provider.host]);
  const seen = Promise.all(paths.map((path) => see(provider.url + path)));
  for (let given = 0; given < paths.length; given += 1) {
    const expected = Math.min(6, paths.length - given);
    await vi.waitFor(() => expect(held).toHaveLength(expected), { interval: 1 });
    held.shift()?.setHeader("Content-Type", "image/jpeg").end(COVER);
  }
  expect((await seen).map(({ status }) => status)).toEqual(paths.map(() => 200));
});

describe("a picture of a shop", () => {
  const shop = (host: string): PictureHost => ({ host, takesWidth: true });

  it("has a few sizes, each of which is fetched once; a box gets the narrowest size that covers it", async () => {
    const provider = await aProvider();
    const media = someMedia([shop(provider.host)]);
    const path = media.pathOf(`${provider.url}/tee.jpg?v=1`);
    const request = (size: string) => media.request(path + size);
    for (const size of [
      "_176x220",
      "_300x375",
      "_301x",
      "_x640",
      "_640x800",
      "",
      "_9000x1",
      "_x",
      "_300x9_1024x1280",
    ]) {
      expect([size, (await request(size)).status]).toEqual([size, 200]);
    }
    expect(provider.requested).toEqual([300, 640, 2560, 1024].map((width) => `/tee.jpg?v=1&width=${width}`));
    expect(readdirSync(media.folder)).toHaveLength(4);
    // After a restart cached sizes need no provider.
    expect((await media.again().request(`${path}_300x375`)).status).toBe(200);
    expect(provider.requested).toHaveLength(4);
    for (const wrong of ["_300", "_300x300.png", "_300x300.jpg.jpg", "_-1x1", "-300", "_123456x1", "_1x1_"]) {
      expect([wrong, (await request(wrong)).status]).toEqual([wrong, 404]);
    }
  });

  it("has a format for emails that mail programs can read, fetched once besides the one for browsers", async () => {
    const provider = await aProvider();
    const accepted: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      accepted.push(new Headers(init?.headers).get("Accept"));
      return globalThis.fetch(input, init);
    };
    const media = someMedia([shop(provider.host)], { fetch });
    for (const name of ["a.webp?v=1", "b.PNG?v=1", "c.jpg"]) {
      const path = media.pathOf(`${provider.url}/${name}`);
      for (const size of ["_600x600", "_600x600.jpg", "_601x600.jpg", "_600x600.jpg"]) {
        expect((await media.request(path + size)).status).toBe(200);
      }
    }
    expect(provider.requested.filter((path) => path.startsWith("/a"))).toEqual([
      "/a.webp?v=1&width=640",
      "/a.webp?v=1&width=640&format=jpg",
    ]);
    expect(provider.requested.filter((path) => path.includes("format"))).toHaveLength(1);
    expect(accepted.map((accept) => accept?.includes("webp"))).toEqual([true, false, true, false, true, false]);
    const again = media.again();
    expect((await again.request(`${media.pathOf(`${provider.url}/c.jpg`)}_600x600.jpg`)).status).toBe(200);
    expect(provider.requested).toHaveLength(6);
  });

  it("is the same in every size if the provider cannot scale", async () => {
    const provider = await aProvider();
    const media = someMedia([provider.host]);
    const path = media.pathOf(`${provider.url}/cover`);
    for (const size of ["", "_300x300", "_640x640", "_640x640.jpg"])
      expect((await media.request(path + size)).body).toEqual(COVER);
    expect(provider.requested).toEqual(["/cover"]);
  });

  it.each([
    ["https://cdn.shopify.com/s/files/1/a.jpg", true],
    ["https://harbour-line.myshopify.com/cdn/shop/files/a.jpg", true],
    ["https://harbour-line.myshopify.com/admin/a.jpg", false],
    ["https://harbour-line.myshopify.com/cdn/../admin/a.jpg", false],
    ["http://cdn.shopify.com/s/files/1/a.jpg", false],
    ["https://cdn.shopify.com.elsewhere.example/a.jpg", false],
  ])("%s is allowed: %s", (url, isAllowed) => {
    const hosts = shopifyPictureHosts({
      domain: "harbour-line.myshopify.com",
      origin: "https://harbour-line.myshopify.com",
    });
    expect(someMedia(hosts).pictures.toLocalUrl(url) !== undefined).toBe(isAllowed);
  });

  it("stays known while it is used, even if a stranger makes up many other URLs", async () => {
    const provider = await aProvider();
    const media = someMedia([provider.host]);
    const [used, unused] = [media.pathOf(`${provider.url}/used`), media.pathOf(`${provider.url}/unused`)];
    for (let n = 0; n < 50_000; n += 1) {
      if (n === 25_000) media.pathOf(`${provider.url}/used`);
      media.pathOf(`${provider.url}/${n}`);
    }
    expect([(await media.request(used)).status, (await media.request(unused)).status]).toEqual([200, 404]);
  });
});
