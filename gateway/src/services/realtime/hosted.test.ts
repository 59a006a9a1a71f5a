import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocketServer, type WebSocket as WsSocket } from "ws";
import { aHostedSite, aSiteBefore, listening } from "../../testing/hosted-site.ts";
import { anAdminToken, aPersonToken, OWNER } from "../../testing/signed-in.ts";
import { clientsOf, Listener, signUp } from "./listener.case.ts";

/** A site at a port whose list is at a provider, and clients of it. */
async function aSite() {
  const site = await aHostedSite();
  const port = await freePort();
  const server = await listening(site.gateway, port, { limits: true });
  onTestFinished(() => server.stop());
  const url = `http://127.0.0.1:${port}`;
  return {
    ...site,
    url,
    client: clientsOf({ url, anonymousKey: site.anonymousKey }),
  };
}

describe("live updates through a gateway", () => {
  it.each(["1.0.0", "2.0.0"] as const)("reach the owner, and nobody else (frames %s)", async (vsn) => {
    const site = await aSite();
    const { auth } = site.provider;
    const owner = await Listener.subscribed(site.client(await anAdminToken(auth), vsn));
    const silent = [
      await Listener.subscribed(site.client(undefined, vsn)),
      await Listener.subscribed(site.client(await aPersonToken(auth), vsn)),
    ];
    await signUp(site.client(), "ann@example.com");
    await owner.until(() => owner.heard.length === 1);
    await owner.client.from(SUBSCRIBERS_TABLE).delete().eq("email", "ann@example.com");
    await owner.until(() => owner.heard.length === 2);
    expect(owner.heard).toMatchObject([
      { eventType: "INSERT", new: { id: 1, email: "ann@example.com" } },
      { eventType: "DELETE", old: { id: 1 } },
    ]);
    for (const listener of silent) expect(await listener.heardByNow()).toEqual([]);
  });

  it("stop after signing out", async () => {
    const site = await aSite();
    const leaving = site.client();
    expect((await leaving.auth.signInWithPassword(OWNER)).error).toBeNull();
    const left = await Listener.subscribed(leaving);
    const owner = await Listener.subscribed(site.client(await anAdminToken(site.provider.auth)));
    await leaving.auth.signOut({ scope: "local" });
    await left.heardByNow();
    await signUp(site.client(), "ann@example.com");
    await owner.until(() => owner.heard.length === 1);
    expect(await left.heardByNow()).toEqual([]);
  });

  it("go on by themselves after the provider was away", async () => {
    const site = await aSite();
    const owner = await Listener.subscribed(site.client(await anAdminToken(site.provider.auth)));
    await site.provider.stop();
    await owner.until(() => owner.states.includes("CHANNEL_ERROR"));
    await site.provider.start();
    await owner.until(() => owner.states.filter((state) => state === "SUBSCRIBED").length === 2);
    await signUp(site.client(), "ann@example.com");
    await owner.until(() => owner.heard.length === 1);
    expect(owner.heard).toMatchObject([{ eventType: "INSERT", new: { email: "ann@example.com" } }]);
  });
});

/** A provider that shows what arrives and says what a test wants, and a site in front of it at a port. */
async function aScene() {
  const asked: IncomingMessage[] = [];
  const ends: WsSocket[] = [];
  const frames: unknown[] = [];
  const server = createServer((_, response) => response.writeHead(503).end());
  const sockets = new WebSocketServer({ server });
  let wake = () => {};
  const provider = { isRefusing: false };
  sockets.options.verifyClient = (_info: unknown, done: (isLetIn: boolean, code?: number) => void) =>
    done(!provider.isRefusing, 503);
  sockets.on("connection", (socket, request) => {
    asked.push(request);
    ends.push(socket);
    socket.on("message", (data) => {
      frames.push(JSON.parse(String(data)));
      wake();
    });
    wake();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // It listens at a port.
  const { port } = server.address() as AddressInfo;
  const site = aSiteBefore({ url: `http://127.0.0.1:${port}`, anonKey: "the-providers-key" });
  const front = await freePort();
  const running = await listening(site.gateway, front, { limits: true });
  const close = () => {
    for (const end of ends) end.terminate();
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(async () => {
    await running.stop();
    close();
  });
  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    ...site,
    provider,
    asked,
    ends,
    frames,
    running,
    close,
    until,
    /** A client's socket, its frames and how it ended. */
    async connect(key = site.anonymousKey, vsn = "2.0.0") {
      const socket = new WebSocket(`ws://127.0.0.1:${front}/realtime/v1/websocket?apikey=${key}&vsn=${vsn}`);
      const come: unknown[] = [];
      const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
      socket.addEventListener("message", ({ data }) => {
        come.push(JSON.parse(String(data)));
        wake();
      });
      await Promise.race([once(socket, "open"), closed]);
      onTestFinished(() => socket.close());
      return { come, closed, socket, send: (frame: unknown) => socket.send(JSON.stringify(frame)) };
    },
  };
}

const WISH = { event: "*", schema: "public", table: SUBSCRIBERS_TABLE };
const join = (request: object, token?: string) => ({
  config: { postgres_changes: [request], broadcast: { ack: false }, private: false },
  ...(token !== undefined && { access_token: token }),
});

describe("a socket at the provider", () => {
  it("is opened with the provider's key, and the gateway's is swapped for it in frames of both versions", async () => {
    const scene = await aScene();
    const second = await scene.connect();
    const key = scene.anonymousKey;
    // Sent before the provider's end is open.
    second.send(["1", "1", "realtime:list", "phx_join", join(WISH, key)]);
    second.send(["1", "2", "realtime:list", "access_token", { access_token: "a-person" }]);
    await scene.until(() => scene.frames.length === 2);
    const first = await scene.connect(key, "1.0.0");
    const frame = { topic: "realtime:list", ref: "3", join_ref: "1" };
    first.send({ ...frame, event: "access_token", payload: { access_token: key } });
    await scene.until(() => scene.frames.length === 3);
    expect(scene.asked.map(({ url }) => url)).toEqual([
      "/realtime/v1/websocket?apikey=the-providers-key&vsn=2.0.0",
      "/realtime/v1/websocket?apikey=the-providers-key&vsn=1.0.0",
    ]);
    expect(scene.frames).toEqual([
      ["1", "1", "realtime:list", "phx_join", join(WISH, "the-providers-key")],
      ["1", "2", "realtime:list", "access_token", { access_token: "a-person" }],
      { ...frame, event: "access_token", payload: { access_token: "the-providers-key" } },
    ]);
  });

  it("hears of the list alone: what is about anything else never reaches it", async () => {
    const scene = await aScene();
    const { come, send } = await scene.connect();
    const others = [
      { event: "*", schema: "public", table: "orders" },
      { event: "*", schema: "public", table: "*" },
      { event: "*", schema: "public" },
      { event: "*", schema: "auth", table: SUBSCRIBERS_TABLE },
    ];
    for (const request of others) send(["1", "1", "realtime:x", "phx_join", join(request)]);
    send(["1", "2", "realtime:x", "phx_join", { config: { private: true } }]);
    send(["1", "3", "realtime:x", "broadcast", { type: "broadcast", event: "x", payload: {} }]);
    send(["1", "4", "realtime:x", "presence", { type: "presence", event: "track" }]);
    send(["1", "5", "realtime:x", "anything", {}]);
    send([null, "6", "phoenix", "heartbeat", {}]);
    await scene.until(() => scene.frames.length === 1 && come.length === 7);
    expect(scene.frames).toEqual([[null, "6", "phoenix", "heartbeat", {}]]);
    expect(come).toEqual(
      ["1", "1", "1", "1", "2", "3", "4"].map((ref) => [
        "1",
        ref,
        "realtime:x",
        "phx_reply",
        { status: "error", response: { reason: expect.any(String) } },
      ]),
    );
  });

  it("is told of a name that a frame holds twice what was read here", async () => {
    const scene = await aScene();
    const { socket, send } = await scene.connect();
    const raw: string[] = [];
    await scene.until(() => scene.ends.length === 1);
    scene.ends[0]?.on("message", (data) => raw.push(String(data)));
    const request = `{"event":"*","schema":"public","table":"orders","table":"${SUBSCRIBERS_TABLE}"}`;
    socket.send(
      `["1","1","realtime:x","phx_join",{"config":{"private":true,"private":false,"postgres_changes":[${request}]}}]`,
    );
    send([null, "2", "phoenix", "heartbeat", {}]);
    await scene.until(() => raw.length === 2);
    expect(raw[0]).toBe(
      JSON.stringify(["1", "1", "realtime:x", "phx_join", { config: { private: false, postgres_changes: [WISH] } }]),
    );
  });

  it("ends for a frame that is nested too deeply to be written", async () => {
    const scene = await aScene();
    const { socket, closed } = await scene.connect();
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    socket.send(`["1","1","realtime:x","access_token",{"access_token":"${scene.anonymousKey}","x":${deep}}]`);
    expect(await closed).toBe(1002);
  });

  it("passes no conversation of others down, and nothing that is no frame", async () => {
    const scene = await aScene();
    const { come } = await scene.connect();
    await scene.until(() => scene.ends.length === 1);
    const [end] = scene.ends;
    for (const frame of [
      [null, null, "realtime:room", "broadcast", { event: "x" }],
      [null, null, "realtime:room", "presence_state", {}],
      { hello: "world" },
      ["1", "1", "realtime:list", "phx_reply", { status: "ok", response: {} }],
    ]) {
      end?.send(JSON.stringify(frame));
    }
    await scene.until(() => come.length > 0);
    expect(come).toEqual([["1", "1", "realtime:list", "phx_reply", { status: "ok", response: {} }]]);
  });

  it("is not asked for without the gateway's key, or in another version", async () => {
    const scene = await aScene();
    for (const [key, vsn] of [
      ["the-providers-key", "2.0.0"],
      ["", "2.0.0"],
      [scene.anonymousKey, "3.0.0"],
    ]) {
      expect(await (await scene.connect(key, vsn)).closed).toBe(1006);
    }
    expect(scene.asked).toEqual([]);
  });

  it("ends with the client's, and the client's with it, which is told to come back", async () => {
    const scene = await aScene();
    const first = await scene.connect();
    await scene.until(() => scene.ends.length === 1);
    const ended = once(scene.ends[0] ?? expect.unreachable(), "close");
    first.socket.close();
    expect((await ended)[0]).toBe(1000);

    for (const [code, told] of [
      [1011, 1011],
      [1012, 1012],
      [4001, 1012],
      [undefined, 1012],
    ] as const) {
      const before = scene.ends.length;
      const client = await scene.connect();
      await scene.until(() => scene.ends.length > before);
      if (code === undefined) scene.ends.at(-1)?.terminate();
      else scene.ends.at(-1)?.close(code);
      expect([code, await client.closed]).toEqual([code, told]);
    }
  });

  it("that cannot be had makes the client come back later, and after some failures is not asked for", async () => {
    const scene = await aScene();
    scene.provider.isRefusing = true;
    for (let n = 0; n < 5; n += 1) expect(await (await scene.connect()).closed).toBe(1013);
    // Refused at the handshake by now, which costs the provider nothing.
    expect(await (await scene.connect()).closed).toBe(1006);
    scene.close();
  });

  it("that does not open holds a few frames and no more", async () => {
    const server = createServer().on("upgrade", (_, stream) => onTestFinished(() => void stream.destroy()));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    // It listens at a port.
    const { port } = server.address() as AddressInfo;
    const { services, anonymousKey } = aSiteBefore({ url: `http://127.0.0.1:${port}`, anonKey: "the-providers-key" });
    const admission = await services.realtime.open({
      apikey: anonymousKey,
      vsn: "2.0.0",
      client: { key: "a", address: "a", userAgent: "" },
    });
    const closed: number[] = [];
    if (!admission.ok) return expect.unreachable();
    const connection = admission.connect({ send: () => {}, close: (code) => closed.push(code) });
    for (let n = 0; n < 50; n += 1) connection.receive('[null,"1","phoenix","heartbeat",{}]');
    expect(closed).toEqual([]);
    connection.receive('[null,"1","phoenix","heartbeat",{}]');
    expect(closed).toEqual([1013]);
  });

  it("ends when the gateway does, with the word that the service restarts", async () => {
    const scene = await aScene();
    const client = await scene.connect();
    await scene.until(() => scene.ends.length === 1);
    const ended = once(scene.ends[0] ?? expect.unreachable(), "close");
    const stopped = scene.running.stop();
    expect(await client.closed).toBe(1012);
    await Promise.all([ended, stopped]);
  });
});
