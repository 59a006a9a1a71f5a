import { setImmediate } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { ofBuiltinAlone } from "../../../testing/through-hosted.ts";
import { anAdmin } from "../../shared/admin.case.ts";
import {
  ALL,
  aDelete,
  aListener,
  anInsert,
  KEY,
  payloadOf,
  RawSocket,
  serveRealtime,
  TABLE,
  TOPIC,
} from "../wire.case.ts";
import { type Channel, createChannels } from "./channels.ts";

describe("a channel", () => {
  it("gets changes with the owner's token, but none with a public key or another person's token", async () => {
    const served = await serveRealtime();
    const silent = [
      await aListener(served, [ALL], KEY),
      await aListener(served, [ALL], "fan"),
      await aListener(served, [ALL], "sb_publishable_x"),
      await aListener(served, [ALL], ""),
    ];
    const owner = await aListener(served);
    served.changes.publish(anInsert(1));
    served.changes.publish(aDelete(1));
    served.changes.publish({ type: "missed" });
    expect(payloadOf(await owner.next())).toMatchObject({ data: { type: "INSERT" } });
    expect(payloadOf(await owner.next())).toMatchObject({ data: { type: "DELETE" } });
    expect(await owner.next()).toEqual(["1", "1", TOPIC, "phx_error", {}]);
    for (const socket of silent) expect(await socket.untilHeartbeat()).toEqual([]);
  });

  it(
    "causes no further check of its own with another spelling of the public key",
    ofBuiltinAlone("spellings of the key"),
    async () => {
      const served = await serveRealtime();
      const spelled = [`${KEY} `, `${KEY}  `];
      await aListener(served, [ALL], spelled[0]);
      const other = await aListener(served, [ALL], KEY);
      other.send(["1", "5", TOPIC, "access_token", { access_token: spelled[1] }]);
      expect(await other.untilHeartbeat()).toEqual([]);
      served.checked.length = 0;
      const owner = await aListener(served);
      served.changes.publish(anInsert(1));
      expect(payloadOf(await owner.next())).toMatchObject({ data: { type: "INSERT" } });
      for (const token of spelled) expect(served.checked).not.toContain(token);
    },
  );

  it.each([
    ["invalid-token", "InvalidJWTToken: Failed to validate JWT signature"],
    ["expired-token", "InvalidJWTToken: Token has expired"],
    ["ended-session", "InvalidJWTToken: The session has ended"],
  ] as const)("cannot be joined with an %s", async (rights, reason) => {
    const served = await serveRealtime();
    served.tokens.set("old", rights);
    const socket = await RawSocket.open(served);
    expect(await socket.join(TOPIC, [ALL], "old")).toEqual({ status: "error", response: { reason } });
  });

  it.each(["expired-token", "ended-session"] as const)(
    "ends with an %s and does not get the next change",
    async (rights) => {
      const served = await serveRealtime();
      const socket = await aListener(served);
      served.tokens.set("owner", rights);
      served.changes.publish(anInsert(1));
      expect(payloadOf(await socket.next())).toMatchObject({ extension: "system", status: "error", channel: "list" });
      expect(await socket.next()).toEqual(["1", "1", TOPIC, "phx_close", {}]);
      expect(await socket.untilHeartbeat()).toEqual([]);
    },
  );

  it("ends soon after its session, even if no row changes", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const served = await serveRealtime();
      const socket = await aListener(served);
      served.tokens.set("owner", "ended-session");
      vi.advanceTimersByTime(5_000);
      expect(payloadOf(await socket.next())).toMatchObject({ message: "The session has ended" });
    } finally {
      vi.useRealTimers();
    }
  });

  it("gets neither changes nor an error while a second step is required", async () => {
    const served = await serveRealtime();
    const socket = await aListener(served);
    served.tokens.set("owner", "person");
    served.changes.publish(anInsert(1));
    expect(await socket.untilHeartbeat()).toEqual([]);
    served.tokens.set("owner", "admin");
    served.changes.publish(anInsert(2));
    expect(payloadOf(await socket.next())).toMatchObject({ data: { record: { id: 2 } } });
  });

  it("has the rights of a new token at once", async () => {
    const served = await serveRealtime();
    served.tokens.set("owner-2", "admin");
    const socket = await aListener(served);
    const giveToken = (access_token: unknown) => socket.send(["1", "5", TOPIC, "access_token", { access_token }]);
    for (const [token, isHeard] of [
      [KEY, false],
      ["owner-2", true],
      ["fan", false],
      ["owner", true],
      [null, false],
    ] as const) {
      giveToken(token);
      expect(await socket.untilHeartbeat()).toEqual([]);
      served.changes.publish(anInsert(1));
      // A change may be sent later than the reply to a heartbeat. So the test waits for another listener to get it.
      const probe = await aListener(served, [ALL], "owner");
      served.changes.publish(anInsert(2));
      await probe.next();
      expect(await socket.untilHeartbeat()).toHaveLength(isHeard ? 2 : 0);
    }
    giveToken("forged");
    expect(payloadOf(await socket.next())).toMatchObject({ extension: "system", status: "error" });
    expect(await socket.next()).toMatchObject({ 3: "phx_close" });
  });

  it("gets nothing with a token of fewer rights, even if the token is sent during a delivery", async () => {
    for (let steps = 0; steps < 12; steps += 1) {
      const receivedWith: string[] = [];
      const channels = createChannels({
        table: TABLE,
        identify: async (token) => ({ ok: true, caller: token === "owner" ? anAdmin() : { role: "anonymous" } }),
        onError: (error) => {
          throw error;
        },
      });
      const channel: Channel = {
        topic: TOPIC,
        joinRef: "1",
        version: "2.0.0",
        socket: { send: () => receivedWith.push(channel.token), close: () => {} },
        subscriptions: [{ id: 1, event: "*", tests: [] }],
        token: "owner",
        forget: () => {},
      };
      channels.add(channel);
      channels.deliver(anInsert(1));
      for (let step = 0; step < steps; step += 1) await undefined;
      channels.changeToken(channel, KEY);
      await setImmediate();
      expect(receivedWith).not.toContain(KEY);
    }
  });

  it("misses no change while its token is being replaced", async () => {
    const served = await serveRealtime();
    served.tokens.set("owner-2", "admin");
    const sockets = [await aListener(served), await aListener(served, [ALL], "owner-2"), await aListener(served)];
    for (let id = 1; id <= 100; id += 1) {
      for (const socket of sockets) {
        const access_token = id % 2 ? "owner-2" : "owner";
        socket.send(["1", "5", TOPIC, "access_token", { access_token }]);
      }
      served.clock.ms += 1_000;
      served.changes.publish(anInsert(id));
      for (const socket of sockets) {
        expect(payloadOf(await socket.next())).toMatchObject({ data: { record: { id } } });
      }
    }
    for (const socket of sockets) expect(await socket.untilHeartbeat()).toEqual([]);
  });

  it("has to join again if its token could not be checked", async () => {
    const served = await serveRealtime();
    const socket = await aListener(served);
    served.failure.error = new Error("the disk is gone");
    served.changes.publish(anInsert(1));
    expect(await socket.next()).toMatchObject({ 3: "phx_error" });
    expect(served.errors).toHaveLength(1);
  });
});

describe("many changes", () => {
  it("arrive in order", async () => {
    const served = await serveRealtime();
    const sockets = await Promise.all(Array.from({ length: 20 }, () => aListener(served)));
    for (let id = 1; id <= 500; id += 1) served.changes.publish(anInsert(id));
    for (const socket of sockets) {
      for (let id = 1; id <= 500; id += 1) {
        expect(payloadOf(await socket.next())).toMatchObject({ data: { record: { id } } });
      }
    }
  });

  it("make every client reload the list, once, if there are too many to send", async () => {
    const served = await serveRealtime();
    const socket = await aListener(served);
    for (let id = 1; id <= 15_000; id += 1) served.changes.publish(anInsert(id));
    // The first batch was already on its way.
    expect(payloadOf(await socket.next())).toMatchObject({ data: { record: { id: 1 } } });
    expect(await socket.next()).toMatchObject({ 3: "phx_error" });
    expect(await socket.untilHeartbeat()).toEqual([]);
  });

  it("make clients reload within a second if another program made them while there is a socket", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const served = await serveRealtime();
      served.unseen.isChanged = true;
      const socket = await aListener(served);
      vi.advanceTimersByTime(1_000);
      expect(await socket.untilHeartbeat()).toEqual([]);
      served.unseen.isChanged = true;
      vi.advanceTimersByTime(1_000);
      expect(await socket.next()).toMatchObject({ 3: "phx_error" });
    } finally {
      vi.useRealTimers();
    }
  });
});
