import { once } from "node:events";
import { BlockList, connect, type Socket } from "node:net";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { expect, it, onTestFinished } from "vitest";
import { aGateway, silentLog } from "../testing/gateway-in-memory.ts";
import { serve } from "./server.ts";

const PROXY = "127.0.0.1";

/** A server whose visitors come through a proxy. */
async function aServer() {
  const port = await freePort();
  const trustedProxies = new BlockList();
  trustedProxies.addAddress(PROXY);
  const server = await serve(aGateway(), PROXY, port, {
    publicUrl: "https://artist.example",
    trustedProxies,
    log: silentLog,
    limits: true,
  });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await server.stop();
  });
  const send = async (client: string, framing: string, sent: string) => {
    const socket = connect({ port, host: PROXY });
    socket.on("error", () => {});
    sockets.push(socket);
    await once(socket, "connect");
    socket.write(
      `POST /api/2022-10/graphql.json HTTP/1.1\r\nHost: artist.example\r\nX-Forwarded-For: ${client}\r\n${framing}\r\n\r\n${sent}`,
    );
    return socket;
  };
  return { send };
}

it.each([
  ["with a known length", `Content-Length: ${128 * 1024}`, "{", 256],
  ["in chunks", "Transfer-Encoding: chunked", "1\r\n{\r\n", 128],
])(
  "slow bodies %s do not fill the memory: those of the client with the most are cut off",
  async (_, framing, sent, most) => {
    const { send } = await aServer();
    const visitor = await send("192.0.2.1", "Content-Length: 2000", "{");
    const slow: Socket[] = [];
    for (let at = 0; at < most + 20; at += 1) slow.push(await send("192.0.2.2", framing, sent));
    // The visitor's body counts too.
    await expect.poll(() => slow.filter((socket) => socket.closed).length).toBe(21);

    const response = once(visitor, "data");
    visitor.write("}".padEnd(1999));
    expect(String((await response)[0])).toContain("HTTP/1.1 200");
    for (const socket of slow) socket.destroy();
    const next = await send("192.0.2.2", "Content-Length: 2", "{}");
    expect(String((await once(next, "data"))[0])).toContain("HTTP/1.1 200");
  },
);
