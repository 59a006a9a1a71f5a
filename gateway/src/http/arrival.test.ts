import { once } from "node:events";
import { BlockList, connect, type Socket } from "node:net";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { expect, it, onTestFinished } from "vitest";
import { aGateway, silentLog } from "../testing/gateway-in-memory.ts";
import { serve } from "./server.ts";

/** A server that gives a body 50 ms to arrive, unless its route takes more time for it. */
async function aServer() {
  const port = await freePort();
  const server = await serve(
    {
      ...aGateway(),
      async fetch(request, { takeTime }) {
        if (request.url.endsWith("/upload")) takeTime?.();
        return new Response(await request.text().catch(() => ""));
      },
    },
    "127.0.0.1",
    port,
    {
      publicUrl: "https://artist.example",
      trustedProxies: new BlockList(),
      log: silentLog,
      limits: true,
      arrival: { headMs: 10_000, wholeMs: 50, checkMs: 10 },
    },
  );
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await server.stop();
  });
  return async (path: string) => {
    const socket = connect({ port, host: "127.0.0.1" });
    sockets.push(socket);
    await once(socket, "connect");
    socket.write(`POST ${path} HTTP/1.1\r\nHost: artist.example\r\nContent-Length: 4\r\n\r\nab`);
    return socket;
  };
}

it("a body that takes too long closes its connection; an upload has more time", async () => {
  const begin = await aServer();
  const upload = await begin("/upload");
  const other = await begin("/other");
  const [timedOut] = await once(other, "data");
  expect(String(timedOut)).toMatch(/^HTTP\/1\.1 408 /);
  upload.write("cd");
  const [response] = await once(upload, "data");
  expect(String(response)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*abcd/);
});
