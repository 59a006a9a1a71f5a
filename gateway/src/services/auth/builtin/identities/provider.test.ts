import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { createOpenIdProvider } from "./provider.ts";

describe("an OpenID provider", () => {
  /** The result of a visit to a provider whose metadata is padded with blanks, and compressed. */
  async function visit(padding: number): Promise<string> {
    const server = createServer((_, response) => {
      const metadata = JSON.stringify({ issuer, authorization_endpoint: `${issuer}/authorize` });
      response.setHeader("Content-Type", "application/json").setHeader("Content-Encoding", "gzip");
      response.end(gzipSync(metadata + " ".repeat(padding)));
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = createOpenIdProvider({ issuer, clientId: "id", clientSecret: "secret" }, `${issuer}/callback`);
    return provider.visitAddress({ state: "state", nonce: "nonce", codeVerifier: "v".repeat(43) });
  }

  it("may not send a response that grows without bound when it is decompressed", async () => {
    expect(await visit(100 * 1024)).toContain("/authorize?");
    await expect(visit(300 * 1024)).rejects.toThrow();
  });

  it("whose metadata was wrong for a moment can be used again a minute later, without a restart", async () => {
    let [now, requests] = [0, 0];
    const server = createServer((_, response) => {
      requests += 1;
      const endpoint = requests === 1 ? "javascript:alert(1)" : `${issuer}/authorize`;
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ issuer, authorization_endpoint: endpoint }));
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings = { issuer, clientId: "id", clientSecret: "secret" };
    const provider = createOpenIdProvider(settings, `${issuer}/callback`, () => now);
    const visit = () => provider.visitAddress({ state: "state", nonce: "nonce", codeVerifier: "v".repeat(43) });
    await expect(visit()).rejects.toThrow();
    now = 59_000;
    await expect(visit()).rejects.toThrow();
    expect(requests).toBe(1);
    now = 60_000;
    expect(await visit()).toContain("/authorize?");
    // A visit that succeeds uses the cached metadata.
    now = 600_000;
    await visit();
    expect(requests).toBe(2);
  });
});
