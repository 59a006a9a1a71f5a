import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Gateway } from "../app.ts";
import { aGateway } from "../testing/gateway-in-memory.ts";
import { listening } from "../testing/hosted-site.ts";
import { CLIENT_DELAY_MS, createClientDelay } from "./client-delay.ts";
import { MAX_PLACES_EACH } from "./client-places.ts";

const CLIENT = "192.0.2.1";
/** The burst of reads of one address. After that many requests, the next ones wait. */
const READS = 300;
const ROUTED = 3_000;

describe("a client that sends too fast", () => {
  it("waits a second; it may have as many waiting requests as connections, and no other client waits", async () => {
    const scheduled: { callback: () => void; ms: number }[] = [];
    const delay = createClientDelay((callback, ms) => scheduled.push({ callback, ms }));
    const delayed = Array.from({ length: MAX_PLACES_EACH }, () => delay(CLIENT));
    expect(delayed).not.toContain(undefined);
    expect(delay(CLIENT)).toBeUndefined();
    expect(delay("192.0.2.2")).toBeInstanceOf(Promise);
    expect(new Set(scheduled.map(({ ms }) => ms))).toEqual(new Set([CLIENT_DELAY_MS]));
    for (const { callback } of scheduled) callback();
    await Promise.all(delayed);
    expect(delay(CLIENT)).toBeInstanceOf(Promise);
  });
});

/** A server whose delayed clients wait until the test releases them. */
async function aServer({ full = MAX_PLACES_EACH } = {}) {
  const port = await freePort();
  const waiting: (() => void)[] = [];
  const worked: string[] = [];
  const gateway = aGateway({ limits: true, now: () => 0 });
  const watched: Gateway = {
    ...gateway,
    fetch(request, origin) {
      worked.push(new URL(request.url).pathname);
      return gateway.fetch(request, origin);
    },
  };
  const server = await listening(watched, port, {
    limits: true,
    now: () => 0,
    delay: Object.assign(() => new Promise<void>((resolve) => waiting.push(resolve)), {
      isFull: () => waiting.length >= full,
    }),
  });
  onTestFinished(() => server.stop());
  const request = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  const letGo = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { port, request, waiting, letGo, worked };
}

async function requestMany(request: () => Promise<number>, count: number): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let at = 0; at < count; at += 50) {
    for (const status of await Promise.all(Array.from({ length: Math.min(50, count - at) }, request)))
      statuses.add(status);
  }
  return statuses;
}

function open(port: number): Socket {
  const socket = connect({ port, host: "127.0.0.1" });
  onTestFinished(() => void socket.destroy());
  return socket;
}

describe("over HTTP", () => {
  it("a 429 response is delayed", async () => {
    const { request, waiting, letGo } = await aServer();
    await requestMany(() => request("/admin/api/orders"), READS);
    expect(waiting).toHaveLength(0);
    const rejected = request("/admin/api/orders");
    await expect.poll(() => waiting.length).toBe(1);
    letGo();
    expect(await rejected).toBe(429);
  });

  it("a store request beyond the rate is rejected before its body is read", async () => {
    const { port, waiting, letGo } = await aServer();
    const request = (body: string) =>
      fetch(`http://127.0.0.1:${port}/api/2022-10/graphql.json`, { method: "POST", body }).then(({ status }) => status);
    expect(await requestMany(() => request("{}"), READS)).not.toContain(429);
    const socket = open(port);
    socket.write("POST /api/2022-10/graphql.json HTTP/1.1\r\nHost: artist.example\r\nContent-Length: 1000\r\n\r\n");
    await expect.poll(() => waiting.length).toBe(1);
    letGo();
    const [response] = await once(socket, "data");
    expect(String(response)).toContain("HTTP/1.1 429");
  });

  it("requests of one client beyond 3,000 wait and then get a response, even if they have no rate limit", async () => {
    const { request, waiting, letGo } = await aServer();
    expect(await requestMany(() => request("/optimized/none.jpg"), ROUTED)).toEqual(new Set([404]));
    const late = request("/optimized/none.jpg");
    await expect.poll(() => waiting.length).toBe(1);
    letGo();
    expect(await late).toBe(404);
  });

  it("a client with too many waiting requests is rejected at once, before the routes, and its connection closes", async () => {
    const { port, request, waiting, letGo } = await aServer({ full: 2 });
    await requestMany(() => request("/admin/api/orders"), READS);
    const rejected = [request("/admin/api/orders"), request("/admin/api/orders")];
    await expect.poll(() => waiting.length).toBe(2);
    const socket = open(port);
    const received: string[] = [];
    socket.on("data", (part) => received.push(String(part)));
    socket.write("GET /optimized/none.jpg HTTP/1.1\r\nHost: artist.example\r\n\r\n".repeat(16));
    await once(socket, "close");
    expect(received.join("").match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 429"]);
    expect(await request("/")).toBe(200);
    letGo();
    expect(await Promise.all(rejected)).toEqual([429, 429]);
    expect(await request("/optimized/none.jpg")).toBe(404);
  });

  it("a request is dropped if its client disconnected while it waited", async () => {
    const { port, request, waiting, letGo, worked } = await aServer();
    await requestMany(() => request("/optimized/none.jpg"), ROUTED);
    const socket = open(port);
    socket.write("GET /optimized/late.jpg HTTP/1.1\r\nHost: artist.example\r\n\r\n");
    await expect.poll(() => waiting.length).toBe(1);
    socket.resetAndDestroy();
    await once(socket, "close");
    const next = request("/optimized/next.jpg");
    await expect.poll(() => waiting.length).toBe(2);
    letGo();
    expect(await next).toBe(404);
    expect(worked).toContain("/optimized/next.jpg");
    expect(worked).not.toContain("/optimized/late.jpg");
  });

  it("pipelined requests wait one after another, so pipelining does not avoid the delay", async () => {
    const { port, request, waiting, letGo } = await aServer();
    await requestMany(() => request("/optimized/none.jpg"), ROUTED);
    const socket = open(port);
    let received = "";
    socket.on("data", (data) => {
      received += String(data);
    });
    socket.write("GET /optimized/none.jpg HTTP/1.1\r\nHost: artist.example\r\n\r\n".repeat(3));
    for (let answered = 1; answered <= 3; answered += 1) {
      await expect.poll(() => waiting.length).toBe(1);
      letGo();
      await expect.poll(() => received.split("HTTP/1.1 404").length - 1).toBe(answered);
    }
  });
});
