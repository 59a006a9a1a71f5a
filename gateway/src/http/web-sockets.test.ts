import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  ALL,
  aListener,
  anInsert,
  KEY,
  payloadOf,
  RawSocket,
  type ServedRealtime,
  serveRealtime,
  TOPIC,
} from "../services/realtime/wire.case.ts";
import { CLOSED_POLICY } from "./security-headers.ts";

describe("the handshake", () => {
  async function answerTo(
    served: ServedRealtime,
    path: string,
    headers: Record<string, string> = {},
    method = "GET",
  ): Promise<string> {
    const socket = connect(served.port, "127.0.0.1");
    const lines = Object.entries({
      Host: `127.0.0.1:${served.port}`,
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Version": "13",
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
    if (path.includes(KEY)) socket.end();
    return text(socket);
  }
  const statusOf = async (...asked: Parameters<typeof answerTo>) => (await answerTo(...asked)).split("\r\n")[0] ?? "";
  const path = `/realtime/v1/websocket?apikey=${KEY}&vsn=2.0.0`;

  it("is rejected without the key, with a wrong key, and for an unknown version", async () => {
    const served = await serveRealtime();
    expect(await statusOf(served, "/realtime/v1/websocket?vsn=2.0.0")).toBe("HTTP/1.1 401 Unauthorized");
    expect(await statusOf(served, "/realtime/v1/websocket?apikey=other")).toBe("HTTP/1.1 401 Unauthorized");
    expect(await statusOf(served, `${path}1`)).toBe("HTTP/1.1 400 Bad Request");
  });

  it("is rejected with the headers of every response", async () => {
    const answer = await answerTo(await serveRealtime(), "/realtime/v1/websocket?vsn=2.0.0");
    expect(answer).toContain("X-Content-Type-Options: nosniff\r\n");
    expect(answer).toContain(`Content-Security-Policy: ${CLOSED_POLICY}\r\n`);
  });

  it("is rejected for pages of other sites", async () => {
    const served = await serveRealtime();
    for (const origin of ["https://evil.example", "null", "nonsense", "https://artist.example.evil.example"]) {
      expect(await statusOf(served, path, { Origin: origin })).toBe("HTTP/1.1 403 Forbidden");
    }
    for (const origin of ["https://artist.example", served.url]) {
      expect(await statusOf(served, path, { Origin: origin })).toBe("HTTP/1.1 101 Switching Protocols");
    }
  });

  it("is a GET at one path; an upgrade at another path is ignored", async () => {
    const served = await serveRealtime();
    expect(await statusOf(served, path, {}, "POST")).toBe("HTTP/1.1 200 OK");
    const answer = await statusOf(served, `/other?${KEY}`);
    expect(answer).toBe("HTTP/1.1 200 OK");
    expect(await (await fetch(`${served.url}/realtime/v1/websocket`)).text()).toBe("plain");
  });

  it("gets 503 while the key cannot be checked and after the service has stopped", async () => {
    const served = await serveRealtime();
    served.failure.error = new Error("the disk is gone");
    expect(await statusOf(served, path)).toBe("HTTP/1.1 503 Service Unavailable");
    served.failure.error = undefined;
    served.realtime.stop();
    expect(await statusOf(served, path)).toBe("HTTP/1.1 503 Service Unavailable");
  });

  it("is rejected beyond a hundred dashboards of one client, and allowed again when one is closed", async () => {
    const served = await serveRealtime();
    const sockets: RawSocket[] = [];
    for (let count = 0; count < 100; count += 1) sockets.push(await aListener(served));
    expect(await statusOf(served, path)).toBe("HTTP/1.1 429 Too Many Requests");
    sockets[0]?.socket.close();
    await sockets[0]?.untilClosed();
    // The burst has twenty handshakes left, and there is a place for the hundred and first socket.
    expect(await statusOf(served, path)).toBe("HTTP/1.1 101 Switching Protocols");
  });

  it("is rejected and delayed beyond the rate, until some time has passed", async () => {
    const served = await serveRealtime();
    for (let count = 0; count < 120; count += 1) await statusOf(served, "/realtime/v1/websocket");
    expect(served.delayed).toEqual([]);
    expect(await statusOf(served, path)).toBe("HTTP/1.1 429 Too Many Requests");
    expect(served.delayed).toEqual(["127.0.0.1"]);
    served.clock.ms += 1_000;
    expect(await statusOf(served, path)).toBe("HTTP/1.1 101 Switching Protocols");
  });
});

describe("limits", () => {
  it("close a socket that sends too many frames; as time passes, it may send more", async () => {
    const served = await serveRealtime();
    const socket = await RawSocket.open(served);
    for (let count = 0; count < 50; count += 1) expect(await socket.untilHeartbeat()).toEqual([]);
    served.clock.ms += 1_000;
    for (let count = 0; count < 5; count += 1) expect(await socket.untilHeartbeat()).toEqual([]);
    socket.send([null, "1", "phoenix", "heartbeat", {}]);
    expect(await socket.untilClosed()).toMatchObject({ code: 1008 });
  });

  it("close a socket that sends a frame that is too large", async () => {
    const served = await serveRealtime();
    const socket = await RawSocket.open(served);
    socket.send("x".repeat(64 * 1024 + 1));
    expect(await socket.untilClosed()).toMatchObject({ code: 1009 });
  });

  it("close a socket that sends a frame of too many parts, even if the parts are empty", async () => {
    const served = await serveRealtime();
    const socket = await aRawConnection(served);
    const heartbeat = '[null,"1","phoenix","heartbeat",{}]';
    const inParts = (empty: number) =>
      Buffer.concat([
        masked(heartbeat, 0x01),
        ...Array.from({ length: empty }, () => masked("", 0x00)),
        masked("", 0x80),
      ]);
    socket.write(inParts(62));
    expect(String((await once(socket, "data"))[0])).toContain("phx_reply");
    socket.write(inParts(63));
    const [closing]: Buffer[] = await once(socket, "data");
    expect(closing?.[0]).toBe(0x88);
    expect(closing?.readUInt16BE(2)).toBe(1008);
  });

  it("close a socket whose frame arrives in too many pieces", async () => {
    const served = await serveRealtime();
    const socket = await aRawConnection(served);
    socket.setNoDelay(true);
    let closing: Buffer | undefined;
    socket.on("data", (data: Buffer) => {
      closing = data;
    });
    const frame = masked("x".repeat(200));
    for (let at = 0; at < frame.length && closing === undefined; at += 1) {
      socket.write(frame.subarray(at, at + 1));
      await setImmediate();
    }
    await expect.poll(() => closing?.readUInt16BE(2)).toBe(1008);
  });

  it("close an anonymous socket when a client's anonymous sockets send too many bytes, but never a dashboard", async () => {
    const served = await serveRealtime();
    const dashboard = await aListener(served);
    const large = (ref: string) => [null, ref, "phoenix", "heartbeat", { padding: "x".repeat(60 * 1024) }];
    for (let count = 0; count < 9; count += 1) {
      const socket = await RawSocket.open(served);
      socket.send(large("1"));
      expect(await socket.next()).toMatchObject({ 3: "phx_reply" });
    }
    const socket = await RawSocket.open(served);
    socket.send([null, "1", "phoenix", "heartbeat", {}]);
    expect(await socket.untilClosed()).toEqual({ code: 1008, reason: "Too many frames" });
    expect(await dashboard.untilHeartbeat()).toEqual([]);
    served.clock.ms += 60_000;
    expect(await (await RawSocket.open(served)).untilHeartbeat()).toEqual([]);
  });

  it("reject another topic when a socket has too many", async () => {
    const served = await serveRealtime();
    const socket = await RawSocket.open(served);
    for (let count = 0; count < 20; count += 1) {
      expect(await socket.join(`realtime:${count}`, [])).toMatchObject({ status: "ok" });
    }
    expect(await socket.join("realtime:more", [])).toEqual({
      status: "error",
      response: { reason: "ChannelRateLimitReached: Too many channels" },
    });
  });

  it("close the socket that has been silent for longest when a client has too many anonymous ones, but never a dashboard", async () => {
    const served = await serveRealtime();
    const dashboard = await aListener(served);
    const person = await aListener(served, [ALL], "fan");
    const anonymous: RawSocket[] = [];
    for (let count = 0; count < 49; count += 1) {
      served.clock.ms += 1;
      anonymous.push(await RawSocket.open(served));
    }
    served.clock.ms += 1;
    await person.untilHeartbeat();
    const next = await aListener(served);
    expect(await anonymous[0]?.untilClosed()).toEqual({ code: 1013, reason: "Too many sockets" });
    for (const socket of [dashboard, person, next, anonymous[1]]) expect(await socket?.untilHeartbeat()).toEqual([]);
  });

  it("count a dashboard as anonymous once its session has ended", async () => {
    const served = await serveRealtime();
    const ended = await aListener(served);
    served.tokens.set("owner", "ended-session");
    served.changes.publish(anInsert(1));
    expect(await ended.next()).toMatchObject({ 3: "system" });
    served.clock.ms += 1;
    for (let count = 0; count < 50; count += 1) await RawSocket.open(served);
    expect(await ended.untilClosed()).toEqual({ code: 1013, reason: "Too many sockets" });
  });

  it("close a socket that has been silent for 90 seconds", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const served = await serveRealtime();
      const [silent, alive] = [await RawSocket.open(served), await RawSocket.open(served)];
      served.clock.ms = 89_000;
      vi.advanceTimersByTime(10_000);
      expect(await alive.untilHeartbeat()).toEqual([]);
      served.clock.ms = 91_000;
      vi.advanceTimersByTime(10_000);
      expect(await silent.untilClosed()).toEqual({ code: 1000, reason: "No heartbeat" });
      expect(await alive.untilHeartbeat()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("close the socket of a client that does not read, and no other client waits", async () => {
    const served = await serveRealtime();
    const good = await aListener(served);
    const stuck = await aRawConnection(served);
    const join = { config: { postgres_changes: [ALL] }, access_token: "owner" };
    stuck.write(masked(JSON.stringify(["1", "1", TOPIC, "phx_join", join])));
    await once(stuck, "data");
    stuck.pause();
    const closed = "a socket that does not read was closed";
    for (let id = 1; id < 10_000 && !served.sentences.includes(closed); id += 1) {
      served.changes.publish(anInsert(id, `${"x".repeat(10_000)}@example.com`));
      expect(payloadOf(await good.next())).toMatchObject({ data: { record: { id } } });
    }
    expect(served.sentences.filter((sentence) => sentence === closed)).toHaveLength(1);
  });
});

/** An open socket on a raw connection, for bytes that no browser sends. */
async function aRawConnection({ port }: ServedRealtime): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(
    `GET /realtime/v1/websocket?apikey=${KEY}&vsn=2.0.0 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
  );
  await once(socket, "data");
  return socket;
}

/**
 * A client's frame, masked with zeros. Source: RFC 6455 §5.2.
 *
 * @param start the first byte: the final bit and the opcode; by default a whole text
 */
function masked(frame: string, start = 0x81): Buffer {
  const { length } = frame;
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([start, ...size]), Buffer.alloc(4), Buffer.from(frame)]);
}

it("stopping closes every socket with the code for a restart of the service", async () => {
  const served = await serveRealtime();
  const sockets = [await aListener(served), await RawSocket.open(served)];
  const stopped = served.stop();
  for (const socket of sockets) expect(await socket.untilClosed()).toEqual({ code: 1012, reason: "Restarting" });
  await stopped;
});
