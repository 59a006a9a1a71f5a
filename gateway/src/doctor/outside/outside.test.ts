import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocketServer } from "ws";
import { aFolder } from "../../data/data-folder.case.ts";
import { aDataFile } from "../../testing/a-data-file.ts";
import { systemError } from "../a-site.case.ts";
import { aCertificate } from "./a-certificate.case.ts";
import { certificateOf } from "./certificate.ts";
import { createDns, type Resolve } from "./dns.ts";
import { inspectInWorker } from "./inspect-in-worker.ts";
import { createOutside } from "./real-outside.ts";
import { tryWebSocket } from "./try-web-socket.ts";

async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  // A server that listens on a port has such an address.
  return (server.address() as AddressInfo).port;
}

describe("the certificate of a server", () => {
  const aServer = (from: string, to: string) =>
    listening(createHttpsServer(aCertificate({ from: new Date(from), to: new Date(to) })));

  it("is read with its dates, even if it signed itself", async () => {
    const port = await aServer("2026-01-02T03:04:05Z", "2049-01-02T03:04:05Z");
    expect(await certificateOf("127.0.0.1", port)).toEqual({
      validFrom: new Date("2026-01-02T03:04:05Z"),
      validTo: new Date("2049-01-02T03:04:05Z"),
      errorCode: "DEPTH_ZERO_SELF_SIGNED_CERT",
    });
  });

  it("cannot be read if nothing listens, or if the server has no TLS", async () => {
    await expect(certificateOf("127.0.0.1", await freePort())).rejects.toMatchObject({ code: "ECONNREFUSED" });
    const plain = await listening(createHttpServer((_, response) => response.end("no TLS")));
    await expect(certificateOf("127.0.0.1", plain)).rejects.toThrow();
  });
});

describe("a request for a WebSocket", () => {
  it("returns 101 when it succeeds, and the socket is closed", async () => {
    const server = createHttpServer();
    const sockets = new WebSocketServer({ server });
    const port = await listening(server);
    const closed = once(sockets, "connection").then(([socket]) => once(socket, "close"));
    expect(await tryWebSocket(`ws://127.0.0.1:${port}/`)).toBe(101);
    await closed;
  });

  it("returns the status when it is rejected", async () => {
    const port = await listening(createHttpServer((_, response) => response.writeHead(404).end()));
    expect(await tryWebSocket(`ws://127.0.0.1:${port}/`)).toBe(404);
  });

  it("fails when it reaches no server", async () => {
    await expect(tryWebSocket(`ws://127.0.0.1:${await freePort()}/`)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});

describe("the DNS", () => {
  const none = (code: string) => () => Promise.reject(systemError(code));
  const resolver = (overrides: Partial<Record<keyof Resolve, unknown>>) =>
    createDns({
      resolve4: none("ENOTFOUND"),
      resolve6: none("ENOTFOUND"),
      resolveMx: none("ENOTFOUND"),
      resolveTxt: none("ENOTFOUND"),
      ...overrides,
      // The type has one signature for each method, where a resolver has several.
    } as Resolve);

  it("returns addresses of both kinds together, and long texts as a whole", async () => {
    const dns = resolver({
      resolve4: async () => ["192.0.2.1"],
      resolve6: none("ENODATA"),
      resolveTxt: async () => [["v=spf1 ", "~all"]],
      resolveMx: async () => [{ priority: 10, exchange: "mx.example" }],
    });
    expect(await dns.addresses("a.example")).toEqual({ values: ["192.0.2.1"], isKnown: true });
    expect(await dns.texts("a.example")).toEqual({ values: ["v=spf1 ~all"], isKnown: true });
    expect(await dns.mailServers("a.example")).toEqual({ values: ["mx.example"], isKnown: true });
  });

  it("distinguishes a name without records, an unknown name and a failure", async () => {
    expect(await resolver({ resolveTxt: none("ENODATA") }).texts("a.example")).toEqual({ values: [], isKnown: true });
    expect(await resolver({}).texts("a.example")).toEqual({ values: [], isKnown: false });
    await expect(resolver({ resolveTxt: none("ETIMEOUT") }).texts("a.example")).rejects.toThrow();
  });
});

it("files are inspected on a separate thread", async () => {
  const data = aDataFile();
  expect(await inspectInWorker.dataFile(data.path)).toMatchObject({ ok: true });
  expect(await inspectInWorker.backup("/nowhere.db")).toEqual({ ok: false, reason: "missing" });
  const nothing = { contentDir: aFolder(), dataDir: aFolder(), hasOwnShop: true };
  expect((await inspectInWorker.content(nothing)).mistakes).toHaveLength(1);
});

it("the facts about this machine can be read", () => {
  const outside = createOutside({ onError: () => {} });
  const folder = aFolder();
  expect(outside.freeBytes(folder)).toBeGreaterThan(0);
  expect(outside.canWrite(folder)).toBe(true);
  expect(outside.canWrite(`${folder}/not there`)).toBe(false);
  expect([outside.canReadFolder(folder), outside.canReadFolder(`${folder}/not there`)]).toEqual([true, true]);
  expect(outside.ownAddresses()).toContain("127.0.0.1");
  expect(outside.clock()).toBeInstanceOf(Date);
});
