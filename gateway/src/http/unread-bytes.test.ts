import { statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { expect, it, onTestFinished, vi } from "vitest";
import { createScheduler, OverBudgetError } from "../lib/scheduler.ts";
import { aGateway } from "../testing/gateway-in-memory.ts";
import { aTestFolder } from "../testing/gateway-process.ts";
import { listening } from "../testing/hosted-site.ts";
import { createCpuBudget } from "./cpu-budget.ts";
import { prepare } from "./prepared.ts";
import { createUnreadBytes, type UnreadBytes } from "./unread-bytes.ts";

const CLIENT = "127.0.0.1";
const MEGABYTE = 1024 * 1024;

const requestOf = (body: string, query = "") =>
  `POST /api/2022-10/graphql.json${query} HTTP/1.1\r\nHost: artist.example\r\nContent-Type: application/json\r\n${body}`;

it.each([
  ["with a known length", requestOf("Content-Length: 2\r\n\r\n{}")],
  ["in chunks", requestOf("Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")],
  ["through the routes", requestOf("Content-Length: 2\r\n\r\n{}", "?a=b")],
  ["whose responses are cached", requestOf("Accept-Language: fr\r\nContent-Length: 2\r\n\r\n{}")],
])(
  "a client that does not read the responses to its requests %s gets no more until it has read them",
  async (_, request) => {
    const unread = createUnreadBytes();
    const scheduler = createScheduler({ budget: createCpuBudget(() => 0, unread) });
    const cached = prepare({
      headers: { "Content-Type": "application/octet-stream" },
      body: Buffer.alloc(20 * MEGABYTE),
    });
    const store = {
      findPrepared: ({ language }: { language: string | undefined }) => (language === "fr" ? cached : undefined),
      answer: () => Promise.resolve({ status: 200, headers: {}, body: Buffer.alloc(20 * MEGABYTE) }),
      products: () => ({ products: [], currencyCode: "CAD" }),
      accessToken: "the-storefront-token",
      apiVersion: "2022-10",
    };
    const port = await freePort();
    const server = await listening(aGateway({ store, unread }), port);
    onTestFinished(() => server.stop());
    const open = () => {
      const socket = connect({ port, host: CLIENT }).pause();
      onTestFinished(() => void socket.destroy());
      socket.write(request);
      return socket;
    };
    const first = open();
    const second = open();
    await vi.waitFor(() => expect(unread.isFull(CLIENT)).toBe(true));
    await expect(scheduler.run(CLIENT, () => "more")).rejects.toThrow(OverBudgetError);
    expect(await scheduler.run("192.0.2.1", () => "more")).toBe("more");

    first.resume();
    second.destroy();
    await vi.waitFor(() => expect(unread.isFull(CLIENT)).toBe(false));
    expect(await scheduler.run(CLIENT, () => "more")).toBe("more");
  },
);

it("if nobody reads a file, the piece of it in memory counts until the connection is lost", async () => {
  const path = join(aTestFolder(), "song.mp3");
  const size = 20 * MEGABYTE;
  writeFileSync(path, Buffer.alloc(size));
  const recording = { path, size, contentType: "audio/mpeg", version: "1", mtimeMs: statSync(path).mtimeMs };
  const counted = createUnreadBytes();
  let held = 0;
  const unread: UnreadBytes = {
    ...counted,
    add(part) {
      held += part.bytes;
      const remove = counted.add(part);
      return () => {
        held -= part.bytes;
        remove();
      };
    },
  };
  const port = await freePort();
  const recordings = {
    file: () => recording,
    list: () => [],
    unreadable: () => [],
    hasChanged: () => false,
    refresh: async () => {},
  };
  const server = await listening(aGateway({ unread, recordings }), port);
  onTestFinished(() => server.stop());
  const socket = connect({ port, host: CLIENT }).pause();
  onTestFinished(() => void socket.destroy());
  socket.write("GET /audio/song.mp3 HTTP/1.1\r\nHost: artist.example\r\n\r\n");
  await vi.waitFor(() => expect(held).toBe(64 * 1024));
  socket.destroy();
  await vi.waitFor(() => expect(held).toBe(0));
});

it.each([
  ["large", 20 * MEGABYTE, 1],
  ["small", 20_000, 1_000],
])(
  "of many clients that do not read %s responses, those with the most are disconnected, but no visitor is",
  (_, bytes, count) => {
    const unread = createUnreadBytes();
    const brokenOff: string[] = [];
    const add = (client: string, size: number) =>
      unread.add({ client, bytes: size, breakOff: () => brokenOff.push(client) });
    add("visitor", 50_000);
    for (let at = 0; at < 20 * count; at += 1) add(`192.0.2.${at % 20}`, bytes);
    expect(brokenOff.length).toBeGreaterThan(6 * count);
    expect(brokenOff).not.toContain("visitor");
  },
);
