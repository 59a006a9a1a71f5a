import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocketServer, type WebSocket as WsSocket } from "ws";
import { aHostedSite, aSiteInFrontOf, listening } from "../../testing/hosted-site.ts";
import { anAdminToken, aPersonToken, OWNER } from "../../testing/signed-in.ts";
import { clientsOf, Listener, signUp } from "./listener.case.ts";

/** A site on a port, with its list at a provider, and clients of the site. */
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
  it.each(["1.0.0", "2.0.0"] as const)("reach only the owner (frames %s)", async (vsn) => {
    const site = await aSite();
    const { auth } = site.provider;
    const owner = await Listener.subscribed(site.client(await anAdminToken(auth), vsn));
    const silent = [
      await Listener.subscribed(site.client(undefined, vsn)),
      await Listener.subscribed(site.client(await aPersonToken(auth), vsn)),
    ];
    await signUp(site.client(), "ann@example.com");
    await owner.until(() => owner.received.length === 1);
    await owner.client.from(SUBSCRIBERS_TABLE).delete().eq("email", "ann@example.com");
    await owner.until(() => owner.received.length === 2);
    expect(owner.received).toMatchObject([
      { eventType: "INSERT", new: { id: 1, email: "ann@example.com" } },
      { eventType: "DELETE", old: { id: 1 } },
    ]);
    for (const listener of silent) expect(await listener.receivedSoFar()).toEqual([]);
  });

  it("stop after signing out", async () => {
    const site = await aSite();
    const client = site.client();
    expect((await client.auth.signInWithPassword(OWNER)).error).toBeNull();
    const signedOut = await Listener.subscribed(client);
    const owner = await Listener.subscribed(site.client(await anAdminToken(site.provider.auth)));
    await client.auth.signOut({ scope: "local" });
    await signedOut.receivedSoFar();
    await signUp(site.client(), "ann@example.com");
    await owner.until(() => owner.received.length === 1);
    expect(await signedOut.receivedSoFar()).toEqual([]);
  });

  it("continue after the provider was down", async () => {
    const site = await aSite();
    const owner = await Listener.subscribed(site.client(await anAdminToken(site.provider.auth)));
    await site.provider.stop();
    await owner.until(() => owner.states.includes("CHANNEL_ERROR"));
    await site.provider.start();
    await owner.until(() => owner.states.filter((state) => state === "SUBSCRIBED").length === 2);
    await signUp(site.client(), "ann@example.com");
    await owner.until(() => owner.received.length === 1);
    expect(owner.received).toMatchObject([{ eventType: "INSERT", new: { email: "ann@example.com" } }]);
  });
});

/** A fake provider that records what arrives and sends what a test wants, and a site in front of it. */
async function aFakeProvider({ limits = true } = {}) {
  const requests: IncomingMessage[] = [];
  const ends: WsSocket[] = [];
  const frames: unknown[] = [];
  const server = createServer((_, response) => response.writeHead(503).end());
  const sockets = new WebSocketServer({ server });
  let wake = () => {};
  const provider = { isRejecting: false };
  sockets.options.verifyClient = (_info: unknown, done: (isAccepted: boolean, code?: number) => void) =>
    done(!provider.isRejecting, 503);
  sockets.on("connection", (socket, request) => {
    requests.push(request);
    ends.push(socket);
    socket.on("message", (data) => {
      frames.push(JSON.parse(String(data)));
      wake();
    });
    wake();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening server has an address of this form.
  const { port } = server.address() as AddressInfo;
  const site = aSiteInFrontOf({ url: `http://127.0.0.1:${port}`, anonKey: "the-providers-key" });
  const front = await freePort();
  const running = await listening(site.gateway, front, { limits });
  const close = () => {
    for (const end of ends) end.terminate();
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(async () => {
    await running.stop();
    close();
  });
  const until = async (holds: () => boolean) => {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    ...site,
    provider,
    requests,
    ends,
    frames,
    running,
    close,
    until,
    /** Opens a client's socket. @returns its frames and its close code too */
    async connect(key = site.anonymousKey, vsn = "2.0.0") {
      const socket = new WebSocket(`ws://127.0.0.1:${front}/realtime/v1/websocket?apikey=${key}&vsn=${vsn}`);
      const received: unknown[] = [];
      const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
      socket.addEventListener("message", ({ data }) => {
        received.push(JSON.parse(String(data)));
        wake();
      });
      await Promise.race([once(socket, "open"), closed]);
      onTestFinished(() => socket.close());
      return { received, closed, socket, send: (frame: unknown) => socket.send(JSON.stringify(frame)) };
    },
  };
}

const REQUEST = { event: "*", schema: "public", table: SUBSCRIBERS_TABLE };
const join = (request: object, token?: string) => ({
  config: { postgres_changes: [request], broadcast: { ack: false }, private: false },
  ...(token !== undefined && { access_token: token }),
});

describe("a socket at the provider", () => {
  it("is opened with the provider's key, which also replaces the gateway's key in frames of both versions", async () => {
    const fake = await aFakeProvider();
    const second = await fake.connect();
    const key = fake.anonymousKey;
    // This frame is sent before the provider's socket is open.
    second.send(["1", "1", "realtime:list", "phx_join", join(REQUEST, key)]);
    second.send(["1", "2", "realtime:list", "access_token", { access_token: "a-person" }]);
    await fake.until(() => fake.frames.length === 2);
    const first = await fake.connect(key, "1.0.0");
    const frame = { topic: "realtime:list", ref: "3", join_ref: "1" };
    first.send({ ...frame, event: "access_token", payload: { access_token: key } });
    await fake.until(() => fake.frames.length === 3);
    expect(fake.requests.map(({ url }) => url)).toEqual([
      "/realtime/v1/websocket?apikey=the-providers-key&vsn=2.0.0",
      "/realtime/v1/websocket?apikey=the-providers-key&vsn=1.0.0",
    ]);
    expect(fake.frames).toEqual([
      ["1", "1", "realtime:list", "phx_join", join(REQUEST, "the-providers-key")],
      ["1", "2", "realtime:list", "access_token", { access_token: "a-person" }],
      { ...frame, event: "access_token", payload: { access_token: "the-providers-key" } },
    ]);
  });

  it("gets only frames about the list", async () => {
    const fake = await aFakeProvider();
    const { received, send } = await fake.connect();
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
    await fake.until(() => fake.frames.length === 1 && received.length === 7);
    expect(fake.frames).toEqual([[null, "6", "phoenix", "heartbeat", {}]]);
    expect(received).toEqual(
      ["1", "1", "1", "1", "2", "3", "4"].map((ref) => [
        "1",
        ref,
        "realtime:x",
        "phx_reply",
        { status: "error", response: { reason: expect.any(String) } },
      ]),
    );
  });

  it("gets the value that the gateway has read, even if a frame holds a name twice", async () => {
    const fake = await aFakeProvider();
    const { socket, send } = await fake.connect();
    const raw: string[] = [];
    await fake.until(() => fake.ends.length === 1);
    fake.ends[0]?.on("message", (data) => raw.push(String(data)));
    const request = `{"event":"*","schema":"public","table":"orders","table":"${SUBSCRIBERS_TABLE}"}`;
    socket.send(
      `["1","1","realtime:x","phx_join",{"config":{"private":true,"private":false,"postgres_changes":[${request}]}}]`,
    );
    send([null, "2", "phoenix", "heartbeat", {}]);
    await fake.until(() => raw.length === 2);
    expect(raw[0]).toBe(
      JSON.stringify(["1", "1", "realtime:x", "phx_join", { config: { private: false, postgres_changes: [REQUEST] } }]),
    );
  });

  it("closes after a frame that is nested too deeply to be written", async () => {
    const fake = await aFakeProvider();
    const { socket, closed } = await fake.connect();
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    socket.send(`["1","1","realtime:x","access_token",{"access_token":"${fake.anonymousKey}","x":${deep}}]`);
    expect(await closed).toBe(1002);
  });

  it("passes no messages of other clients and no invalid frames to the client", async () => {
    const fake = await aFakeProvider();
    const { received } = await fake.connect();
    await fake.until(() => fake.ends.length === 1);
    const [end] = fake.ends;
    for (const frame of [
      [null, null, "realtime:room", "broadcast", { event: "x" }],
      [null, null, "realtime:room", "presence_state", {}],
      { hello: "world" },
      ["1", "1", "realtime:list", "phx_reply", { status: "ok", response: {} }],
    ]) {
      end?.send(JSON.stringify(frame));
    }
    await fake.until(() => received.length > 0);
    expect(received).toEqual([["1", "1", "realtime:list", "phx_reply", { status: "ok", response: {} }]]);
  });

  it("is not opened without the gateway's key or for an unknown version", async () => {
    const fake = await aFakeProvider();
    for (const [key, vsn] of [
      ["the-providers-key", "2.0.0"],
      ["", "2.0.0"],
      [fake.anonymousKey, "3.0.0"],
    ]) {
      expect(await (await fake.connect(key, vsn)).closed).toBe(1006);
    }
    expect(fake.requests).toEqual([]);
  });

  it("ends together with the client's socket; if it ends first, the client is told to reconnect", async () => {
    const fake = await aFakeProvider();
    const first = await fake.connect();
    await fake.until(() => fake.ends.length === 1);
    const ended = once(fake.ends[0] ?? expect.unreachable(), "close");
    first.socket.close();
    expect((await ended)[0]).toBe(1000);

    for (const [code, passed] of [
      [1011, 1011],
      [1012, 1012],
      [4001, 1012],
      [undefined, 1012],
    ] as const) {
      const before = fake.ends.length;
      const client = await fake.connect();
      await fake.until(() => fake.ends.length > before);
      if (code === undefined) fake.ends.at(-1)?.terminate();
      else fake.ends.at(-1)?.close(code);
      expect([code, await client.closed]).toEqual([code, passed]);
    }
  });

  it("makes the client retry later if it cannot be opened; after some failures the gateway opens no more", async () => {
    const fake = await aFakeProvider();
    fake.provider.isRejecting = true;
    for (let n = 0; n < 5; n += 1) expect(await (await fake.connect()).closed).toBe(1013);
    // The gateway itself now rejects the handshake, which costs the provider nothing.
    expect(await (await fake.connect()).closed).toBe(1006);
    fake.close();
  });

  it("makes at most 50 frames wait if it does not open", async () => {
    const server = createServer().on("upgrade", (_, stream) => onTestFinished(() => void stream.destroy()));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    // A listening server has an address of this form.
    const { port } = server.address() as AddressInfo;
    const { services, anonymousKey } = aSiteInFrontOf({
      url: `http://127.0.0.1:${port}`,
      anonKey: "the-providers-key",
    });
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

  it("is one of at most 100 without an admin, so that strangers do not use up the provider's plan", async () => {
    const fake = await aFakeProvider({ limits: false });
    const first = await fake.connect();
    await fake.until(() => fake.ends.length === 1);
    const ended = once(fake.ends[0] ?? expect.unreachable(), "close");
    for (let count = 0; count < 100; count += 1) await fake.connect();
    expect(await first.closed).toBe(1013);
    await ended;
  });

  it("ends when the gateway stops, and the client is told that the service restarts", async () => {
    const fake = await aFakeProvider();
    const client = await fake.connect();
    await fake.until(() => fake.ends.length === 1);
    const ended = once(fake.ends[0] ?? expect.unreachable(), "close");
    const stopped = fake.running.stop();
    expect(await client.closed).toBe(1012);
    await Promise.all([ended, stopped]);
  });
});
