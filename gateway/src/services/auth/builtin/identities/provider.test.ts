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
});
