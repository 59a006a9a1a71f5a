import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { closeUnreadResponses } from "./unread-responses.ts";

const MEGABYTE = 1024 * 1024;
/** More bytes than the system buffers for both ends of a connection. */
const MORE_THAN_BUFFERS = 16 * MEGABYTE;

/** A server whose clock and checks a test controls, and a client with an open request. */
async function aServer(respond: RequestListener) {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const logged: string[] = [];
  let milliseconds = 0;
  const server = createServer(respond);
  closeUnreadResponses(
    server,
    { info: (_: unknown, sentence?: string) => logged.push(sentence ?? "") },
    () => milliseconds,
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  const client = connect(port, "127.0.0.1");
  const accepted = once(server, "request");
  client.on("error", () => {});
  client.pause();
  client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await accepted;
  return {
    client,
    logged,
    /** Moves the clock by this many seconds, with a check every ten seconds. */
    async pass(seconds: number) {
      for (let left = seconds; left > 0; left -= 10) {
        milliseconds += 10_000;
        vi.advanceTimersByTime(10_000);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

/** Reads at least this many bytes, and at most one piece more. */
async function read(client: Socket, bytes: number): Promise<number> {
  let count = 0;
  while (count < bytes && !client.destroyed) {
    const piece: Buffer | null = client.read();
    if (piece) count += piece.length;
    else await once(client, "readable");
  }
  return count;
}

it("the connection of an unread response is closed after a minute", async () => {
  const { client, logged, pass } = await aServer((_, response) => response.end(Buffer.alloc(4 * MORE_THAN_BUFFERS)));
  await read(client, 1);
  // Bytes in the system's buffer count as read, so the minute may begin late.
  while (logged.length === 0) await pass(60);
  expect(logged).toEqual(["closed a connection whose client does not read"]);
  await new Promise((resolve) => client.resume().once("close", resolve));
});

it("the connection of an unread response is closed even if the response is sent in pieces", async () => {
  let closed = () => {};
  const ended = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const { client, logged, pass } = await aServer((_, response) => {
    const write = () => {
      while (response.write(Buffer.alloc(64 * 1024)));
    };
    response.on("drain", write).on("close", closed);
    write();
  });
  await read(client, 1);
  while (logged.length === 0) await pass(60);
  await ended;
});

it("a response that is read slowly but steadily is sent completely", async () => {
  const steps = 6;
  const size = (steps + 1) * MORE_THAN_BUFFERS;
  const { client, logged, pass } = await aServer((_, response) =>
    response.setHeader("Connection", "close").end(Buffer.alloc(size)),
  );
  let count = 0;
  for (let step = 0; step < steps; step += 1) {
    count += await read(client, MORE_THAN_BUFFERS);
    await pass(50);
  }
  client.on("data", (piece: Buffer) => {
    count += piece.length;
  });
  await once(client, "end");
  expect(count).toBeGreaterThan(size);
  expect(logged).toEqual([]);
});

it("a response that takes minutes to make stays open", async () => {
  let respond = () => {};
  const { client, logged, pass } = await aServer((_, response) => {
    respond = () => void response.end("late");
  });
  await pass(300);
  respond();
  await once(client, "readable");
  expect(String(client.read())).toContain("late");
  expect(logged).toEqual([]);
});
