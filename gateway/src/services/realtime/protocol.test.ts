import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { inFront, ofBuiltinAlone } from "../../testing/through-hosted.ts";
import { requestsSchema } from "./builtin/subscriptions.ts";
import { ALL, aDelete, aListener, anInsert, KEY, payloadOf, RawSocket, serveRealtime, TOPIC } from "./wire.case.ts";

const SUBSCRIBED = {
  extension: "postgres_changes",
  status: "ok",
  message: "Subscribed to PostgreSQL",
  channel: "list",
};

describe("frames", () => {
  it("are arrays in version 2.0.0: heartbeat, join, change, leave", async () => {
    const served = await serveRealtime();
    const socket = await RawSocket.open(served);
    socket.send([null, "7", "phoenix", "heartbeat", {}]);
    expect(await socket.next()).toEqual([null, "7", "phoenix", "phx_reply", { status: "ok", response: {} }]);

    socket.send(["1", "1", TOPIC, "phx_join", { config: { postgres_changes: [ALL] }, access_token: "owner" }]);
    expect(await socket.next()).toEqual([
      "1",
      "1",
      TOPIC,
      "phx_reply",
      { status: "ok", response: { postgres_changes: [{ ...ALL, id: 1 }] } },
    ]);
    expect(await socket.next()).toEqual(["1", null, TOPIC, "system", SUBSCRIBED]);

    served.changes.publish(anInsert(5));
    expect(await socket.next()).toEqual([
      null,
      null,
      TOPIC,
      "postgres_changes",
      {
        ids: [1],
        data: {
          schema: "public",
          table: "newsletter_subscribers",
          commit_timestamp: "2026-03-01T12:00:00.251Z",
          type: "INSERT",
          columns: served.table.columns,
          record: { id: 5, email: "fan-5@example.com", subscribed_at: "2026-03-01T12:00:00.25+00:00" },
          errors: null,
        },
      },
    ]);

    socket.send(["1", "2", TOPIC, "phx_leave", {}]);
    expect(await socket.next()).toEqual(["1", "2", TOPIC, "phx_reply", { status: "ok", response: {} }]);
    expect(await socket.next()).toEqual(["1", "1", TOPIC, "phx_close", {}]);
    served.changes.publish(anInsert(6));
    expect(await socket.untilHeartbeat()).toEqual([]);
  });

  it.each(["&vsn=1.0.0", ""])("are objects in version 1.0.0, requested with '%s'", async (query) => {
    const served = await serveRealtime();
    const socket = await RawSocket.open(served, query);
    const frame = (event: string, payload: object, ref: string) => ({
      topic: TOPIC,
      event,
      payload,
      ref,
      join_ref: "1",
    });
    socket.send({ topic: "phoenix", event: "heartbeat", payload: {}, ref: "3" });
    expect(await socket.next()).toMatchObject({ event: "phx_reply", ref: "3", payload: { status: "ok" } });
    socket.send(frame("phx_join", { config: { postgres_changes: [ALL] }, access_token: "owner" }, "1"));
    const response = { postgres_changes: [{ ...ALL, id: 1 }] };
    expect(await socket.next()).toEqual(frame("phx_reply", { status: "ok", response }, "1"));
    expect(await socket.next()).toMatchObject({ event: "system", payload: SUBSCRIBED });
    served.changes.publish(aDelete(5));
    expect(await socket.next()).toMatchObject({
      topic: TOPIC,
      event: "postgres_changes",
      payload: { ids: [1], data: { type: "DELETE", old_record: { id: 5 } } },
    });
  });

  it(
    "return the requests with exactly the keys that the client sent",
    ofBuiltinAlone("channels of the list"),
    async () => {
      const served = await serveRealtime();
      const socket = await RawSocket.open(served);
      const requests = [
        { event: "INSERT", schema: "public", table: "newsletter_subscribers", filter: "id=gt.3" },
        { event: "delete", table: "newsletter_subscribers", more: ["x"] },
        { event: "*", schema: "public" },
      ];
      expect(await socket.join(TOPIC, requests, "owner")).toEqual({
        status: "ok",
        response: { postgres_changes: requests.map((request, index) => ({ ...request, id: index + 1 })) },
      });
      await socket.next();
      served.changes.publish(anInsert(4));
      expect(payloadOf(await socket.next())).toMatchObject({ ids: [1, 3] });
      served.changes.publish(aDelete(4));
      expect(payloadOf(await socket.next())).toMatchObject({ ids: [2, 3] });
    },
  );

  it("hold the selected columns, and always the key", async () => {
    const served = await serveRealtime();
    const socket = await aListener(served, [{ ...ALL, select: ["email"] }, ALL]);
    served.changes.publish(anInsert(1));
    expect(payloadOf(await socket.next())).toMatchObject({
      ids: [1],
      data: { record: { id: 1, email: "fan-1@example.com" }, columns: [{ name: "id" }, { name: "email" }] },
    });
    expect(payloadOf(await socket.next())).toMatchObject({
      ids: [2],
      data: { record: { subscribed_at: expect.anything() } },
    });
  });

  it("get an error if their topic is unknown or was not joined", async () => {
    const served = await serveRealtime();
    const socket = await RawSocket.open(served);
    const unmatched = { status: "error", response: { reason: "unmatched topic" } };
    const unserved = { status: "error", response: { reason: "broadcast is not served" } };
    socket.send(["1", "1", TOPIC, "broadcast", {}]);
    expect(payloadOf(await socket.next())).toEqual(
      inFront("channels of the list", { builtin: unmatched, hosted: unserved }),
    );
    socket.send(["1", "2", "elsewhere", "phx_join", {}]);
    expect(payloadOf(await socket.next())).toEqual(unmatched);
    socket.send(["1", "3", "realtime:", "phx_join", {}]);
    expect(payloadOf(await socket.next())).toMatchObject({ status: "error" });
    socket.send(["1", "4", TOPIC, "phx_leave", {}]);
    expect(payloadOf(await socket.next())).toMatchObject({ status: "ok" });
  });

  it("are ignored if their event is unknown; presence and private channels are rejected", async () => {
    const served = await serveRealtime();
    const socket = await aListener(served);
    socket.send(["1", "2", TOPIC, "anything", {}]);
    socket.send(["1", "3", TOPIC, "presence", { event: "track" }]);
    expect(await socket.next()).toEqual([
      "1",
      "3",
      TOPIC,
      "phx_reply",
      { status: "error", response: { reason: "presence is not served" } },
    ]);
    expect(await socket.join("realtime:secret", [], "owner", { private: true })).toMatchObject({
      status: "error",
      response: {
        reason: inFront("channels of the list", {
          builtin: expect.stringMatching(/^Unauthorized: .* secret$/),
          hosted: "Unable to subscribe to changes with given parameters.",
        }),
      },
    });
  });

  it("replace the first join if they join a topic again", async () => {
    const served = await serveRealtime();
    const socket = await aListener(served);
    socket.send(["9", "9", TOPIC, "phx_join", { config: { postgres_changes: [ALL] }, access_token: "owner" }]);
    expect(await socket.next()).toEqual(["1", "1", TOPIC, "phx_close", {}]);
    expect(await socket.next()).toMatchObject(["9", "9", TOPIC, "phx_reply", { status: "ok" }]);
    await socket.next();
    served.changes.publish(anInsert(1));
    expect(await socket.untilHeartbeat()).toHaveLength(1);
  });

  it(
    "for another table are joined without changes, or rejected when the client sets `wait`",
    ofBuiltinAlone("channels of the list"),
    async () => {
      const served = await serveRealtime();
      const socket = await RawSocket.open(served);
      const users = { event: "*", schema: "auth", table: "users" };
      expect(await socket.join(TOPIC, [ALL, users], "owner")).toMatchObject({ status: "ok" });
      expect(payloadOf(await socket.next())).toMatchObject({
        extension: "postgres_changes",
        status: "error",
        message: expect.stringMatching(/^Unable to subscribe to changes with given parameters\./),
      });
      served.changes.publish(anInsert(1));
      expect(await socket.untilHeartbeat()).toEqual([]);
      const options = { postgres_changes_options: { wait: true } };
      expect(await socket.join("realtime:other", [users], "owner", options)).toMatchObject({
        status: "error",
        response: { reason: expect.stringMatching(/^RealtimeDisabledForConfiguration: /) },
      });
    },
  );

  it.each([
    ["", "text"],
    ["{", "text"],
    ["[]", "text"],
    ['["1","2"]', "too short"],
    ['["1","2",3,"e",{}]', "a topic that is a number"],
    [JSON.stringify(["1", "2", "t".repeat(400), "e", {}]), "a topic that is too long"],
    [`${"[".repeat(30_000)}`, "nesting"],
  ])("close the socket and do nothing else if they are invalid: %.20s, %s", async (frame) => {
    const served = await serveRealtime();
    const [good, bad] = [await aListener(served), await RawSocket.open(served)];
    bad.send(frame);
    expect(await bad.untilClosed()).toMatchObject({ code: 1002 });
    served.changes.publish(anInsert(1));
    expect(payloadOf(await good.next())).toMatchObject({ ids: [1] });
    expect(served.errors).toEqual([]);
  });

  it("are rejected before any request is parsed if they hold more than 32", () => {
    let reads = 0;
    const ownKeys = () => {
      reads += 1;
      return [];
    };
    const request = new Proxy({}, { ownKeys });
    expect(v.is(requestsSchema, Array(33).fill(request))).toBe(false);
    expect(v.is(requestsSchema, Array(32).fill({}))).toBe(true);
    expect(reads).toBe(0);
  });

  it("never crash the service and never send a change to an anonymous socket, whatever their shape", async () => {
    const served = await serveRealtime({ limits: false });
    const event = fc.constantFrom("phx_join", "phx_leave", "access_token", "heartbeat", "broadcast", "x");
    const topic = fc.constantFrom(TOPIC, "phoenix", "realtime:", "realtime:b", "");
    const payload = fc.oneof(
      fc.jsonValue(),
      fc.record({ access_token: fc.oneof(fc.constantFrom("fan", KEY, "sb_x", "bad"), fc.jsonValue()) }),
      fc.record({ config: fc.record({ postgres_changes: fc.oneof(fc.constant([ALL]), fc.array(fc.jsonValue())) }) }),
    );
    const frame = fc.oneof(
      fc
        .tuple(fc.constantFrom("1", null), fc.constantFrom("2", null, 3), topic, event, payload)
        .map((all) => JSON.stringify(all)),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { maxLength: 8 }), async (frames) => {
        const socket = await RawSocket.open(served);
        for (const each of frames) socket.send(each);
        served.changes.publish(anInsert(1));
        const seen = await socket.untilHeartbeat().catch(() => []);
        expect(JSON.stringify(seen)).not.toContain("example.com");
        socket.socket.close();
        await socket.untilClosed();
      }),
      tries(60),
    );
    const listener = await aListener(served);
    served.changes.publish(anInsert(2));
    expect(payloadOf(await listener.next())).toMatchObject({ ids: [1] });
    expect(served.errors).toEqual([]);
  });
});
