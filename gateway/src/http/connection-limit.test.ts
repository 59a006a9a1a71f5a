import { once } from "node:events";
import { createServer } from "node:http";
import { BlockList, connect, Socket } from "node:net";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { expect, it, onTestFinished } from "vitest";
import { aGateway, silentLog } from "../testing/gateway-in-memory.ts";
import { limitConnections } from "./connection-limit.ts";
import { serve } from "./server.ts";

const MOST = 600;

async function aServer({ proxy, limits = true }: { proxy?: string; limits?: boolean } = {}) {
  const port = await freePort();
  const trustedProxies = new BlockList();
  if (proxy !== undefined) trustedProxies.addAddress(proxy);
  const server = await serve(aGateway(), "127.0.0.1", port, {
    publicUrl: "https://artist.example",
    trustedProxies,
    log: silentLog,
    limits,
  });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await server.stop();
  });
  const open = async () => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("error", () => {});
    sockets.push(socket);
    await once(socket, "connect");
    return socket;
  };
  return { open, openMany: (count: number) => Promise.all(Array.from({ length: count }, () => open())) };
}

/** Whether a request on a connection gets a response; otherwise the connection was closed. */
async function isServed(socket: Socket): Promise<boolean> {
  socket.write("GET /healthz HTTP/1.1\r\nHost: artist.example\r\n\r\n");
  return new Promise((resolve) => {
    socket.once("data", () => resolve(true)).once("close", () => resolve(false));
  });
}

it("one client has at most 600 connections, and gets new ones after closing some", async () => {
  const { open, openMany } = await aServer();
  const [first] = await openMany(MOST);
  expect(await isServed(await open())).toBe(false);
  first?.destroy();
  // The server notices the closed connection a moment later.
  await expect.poll(async () => isServed(await open())).toBe(true);
});

it("the connections of a trusted proxy are not counted", async () => {
  const { open, openMany } = await aServer({ proxy: "127.0.0.1" });
  await openMany(MOST);
  expect(await isServed(await open())).toBe(true);
});

it("one client of a trusted proxy has at most 600 open requests, and no other client waits", async () => {
  const { open, openMany } = await aServer({ proxy: "127.0.0.1" });
  const ask = async (socket: Socket, client: string, length: number) => {
    const answer = once(socket, "data");
    socket.write(
      `POST /api/2022-10/graphql.json HTTP/1.1\r\nHost: artist.example\r\nX-Forwarded-For: ${client}\r\nContent-Length: ${length}\r\n\r\n{`,
    );
    return String((await answer)[0]).split(" ")[1];
  };
  const slow = await openMany(MOST);
  for (const socket of slow) void ask(socket, "192.0.2.1", 1_000).catch(() => {});
  expect(await ask(await open(), "192.0.2.2", 1)).toBe("200");
  expect(await ask(await open(), "192.0.2.1", 1)).toBe("429");
  slow[0]?.destroy();
  // The server notices the closed connection a moment later.
  await expect.poll(async () => ask(await open(), "192.0.2.1", 1)).toBe("200");
});

it("an IPv6 network of one household is one client, and other clients keep their connections", () => {
  const server = createServer();
  limitConnections(server, new BlockList());
  const connectFrom = (address: string) => {
    const socket = new Socket();
    Object.defineProperty(socket, "remoteAddress", { value: address });
    server.emit("connection", socket);
    return socket.destroyed ? "closed" : "open";
  };
  for (let at = 0; at < MOST; at += 1) expect(connectFrom(`2001:db8:1:2::${at.toString(16)}`)).toBe("open");
  expect(connectFrom("2001:db8:1:ff:ffff::1")).toBe("closed");
  expect(connectFrom("2001:db8:1:100::1")).toBe("open");
  expect(connectFrom("::ffff:192.0.2.1")).toBe("open");
});
