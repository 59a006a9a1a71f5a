import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { compressJson, isWorthPacking, packJson } from "./compress-json.ts";

const LIST = JSON.stringify(Array.from({ length: 100 }, (_, id) => ({ id, email: `fan-${id}@example.com` })));

describe("a long list", () => {
  it.each([
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
  ])("is compressed for a client that accepts %s", (accepted, encoding, unpack) => {
    expect(isWorthPacking(LIST, accepted)).toBe(true);
    const { body, headers } = packJson(LIST, accepted);
    expect(headers).toMatchObject({ "Content-Encoding": encoding, Vary: "Accept-Encoding" });
    expect(body.length).toBeLessThan(LIST.length / 4);
    expect(unpack(body).toString()).toBe(LIST);
  });

  it("is padded, so that its length does not reveal what is in it", () => {
    const lengths = new Set(Array.from({ length: 50 }, () => packJson(LIST, "br").headers["X-Padding"]?.length ?? 0));
    expect(lengths.size).toBeGreaterThan(10);
    expect(Math.min(...lengths)).toBeGreaterThan(0);
  });
});

it.each([
  ["a body of 999 bytes", "a".repeat(999), "br", false],
  ["a body of 1,000 bytes", "a".repeat(1_000), "br", true],
  ["a body of a million bytes", "a".repeat(1_000_000), "br", true],
  ["a longer body, which would block other requests", "é".repeat(500_001), "br", false],
  ["a body for a client that accepts no encoding", LIST, "identity", false],
  ["a body for a client that says nothing", LIST, undefined, false],
])("%s", (_, body, accepted, expected) => {
  expect(isWorthPacking(body, accepted)).toBe(expected);
});

describe("the owner's routes", () => {
  const app = new Hono();
  app.use(compressJson);
  app.get("/list", (c) => {
    c.header("Cache-Control", "no-store");
    return c.body(LIST, 200, { "Content-Type": "application/json" });
  });
  app.get("/short", (c) => c.json({ isSent: true }));
  app.get("/text", (c) => c.text(LIST));
  app.get("/download", (c) => c.body(LIST, 200, DOWNLOAD));
  const get = async (path: string, accepted = "br") => {
    const response = await app.request(path, { headers: { "Accept-Encoding": accepted } });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  it("compress a long list and keep its other headers", async () => {
    const { response, bytes } = await get("/list");
    expect(brotliDecompressSync(bytes).toString()).toBe(LIST);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "no-store",
      "content-encoding": "br",
      "content-type": "application/json",
    });
  });

  it.each([
    ["/list", "identity", LIST],
    ["/short", "br", '{"isSent":true}'],
    ["/text", "br", LIST],
    ["/download", "br", LIST],
  ])("do not compress %s for a client that accepts %s", async (path, accepted, body) => {
    const { response, bytes } = await get(path, accepted);
    expect([response.headers.get("content-encoding"), bytes.toString()]).toEqual([null, body]);
  });
});

const DOWNLOAD = { "Content-Type": "application/json", "Content-Disposition": 'attachment; filename="list.json"' };
