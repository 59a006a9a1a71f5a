import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { startCallCounter } from "../testing/count-calls.ts";
import { chooseEncoding, packTightly, prepare, respond } from "./prepared.ts";

const page = prepare({
  headers: { "Content-Type": "text/html; charset=utf-8" },
  body: "<p>Good evening</p>".repeat(40),
});

const request = (headers: Record<string, string>, method = "GET") =>
  respond(page, new Request("http://artist.example/", { headers, method }));

describe("a prepared response", () => {
  it("is compressed with an encoding that the browser accepts", async () => {
    const packed = async (accept: string) => Buffer.from(await request({ "accept-encoding": accept }).arrayBuffer());
    const plain = "<p>Good evening</p>".repeat(40);
    expect(brotliDecompressSync(await packed("gzip, deflate, br, zstd")).toString()).toBe(plain);
    expect(gunzipSync(await packed("gzip")).toString()).toBe(plain);
    expect((await packed("identity")).toString()).toBe(plain);
    expect(request({}).headers.get("vary")).toBe("Accept-Encoding");
  });

  it("holds only compressed bodies, in no more memory than they need", () => {
    const response = prepare({ headers: { "Content-Type": "text/html" }, body: "a short page" });
    const { br, gzip, identity } = response.bodies;
    expect(Object.getOwnPropertyDescriptor(identity, "body")?.value).toBeUndefined();
    for (const { body } of [br, gzip]) expect(body.buffer.byteLength).toBe(body.length);
  });

  it("is compressed better later, and the response stays the same", async () => {
    const words = Array.from({ length: 2_000 }, (_, index) => `<p>${Math.sin(index).toString(36)}</p>`).join("");
    const response = prepare({ headers: { "Content-Type": "text/html" }, body: words });
    const { br: quick, gzip, identity } = response.bodies;
    await packTightly(response);
    const { br: tight } = response.bodies;
    expect(tight.body.length).toBeLessThan(0.95 * quick.body.length);
    expect(brotliDecompressSync(tight.body).toString()).toBe(words);
    const length = { "Content-Length": String(tight.body.length) };
    expect(tight.headers).toEqual({ ...quick.headers, ...length });
    expect([response.bodies.gzip, response.bodies.identity]).toEqual([gzip, identity]);
  });

  it("is not sent again to a browser that has cached it", async () => {
    const { etag } = page;
    for (const tag of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
      const response = request({ "if-none-match": tag });
      expect([response.status, await response.text()]).toEqual([304, ""]);
    }
    expect(request({ "if-none-match": '"other"' }).status).toBe(200);
  });

  it("is found without parsing thousands of tags and encodings", async () => {
    const calls = await startCallCounter();
    expect(request({ "if-none-match": ",".repeat(15_000) }).status).toBe(200);
    expect(request({ "accept-encoding": "br;q=1,".repeat(2_000) }).headers.get("content-encoding")).toBeNull();
    expect(await calls.count()).toBeLessThan(100);
    await calls.stop();
  });

  it("is always sent completely if it is an error", () => {
    const missing = prepare({ status: 404, headers: { "Content-Type": "text/html" }, body: "gone" });
    const request = new Request("http://artist.example/", { headers: { "if-none-match": missing.etag } });
    expect(respond(missing, request).status).toBe(404);
  });

  it("has headers but no body for HEAD", async () => {
    const response = request({}, "HEAD");
    expect(response.headers.get("content-length")).toBe("760");
    expect(await response.text()).toBe("");
  });

  it("is not compressed if it is a picture", () => {
    const picture = prepare({ headers: { "Content-Type": "image/png" }, body: Buffer.from("png") });
    expect(picture.bodies.br).toBe(picture.bodies.identity);
    expect(picture.headers.Vary).toBeUndefined();
  });

  it("is not compressed later if it is a picture", async () => {
    const picture = prepare({ headers: { "Content-Type": "image/png" }, body: Buffer.from("png") });
    await packTightly(picture);
    expect(picture.bodies.br).toBe(picture.bodies.identity);
  });
});

describe("the encoding", () => {
  it.each([
    [undefined, "identity"],
    ["", "identity"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.000, gzip;q=0", "identity"],
    ["gzip;q=0.5, br;q=0.1", "br"],
    ["zstd", "identity"],
    ["abracadabra", "identity"],
    ["gzip, br", "br"],
  ] as const)("for %s is %s", (accepted, encoding) => {
    expect(chooseEncoding(accepted)).toBe(encoding);
  });
});
