import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { expect, it, onTestFinished, vi } from "vitest";
import { clientsOf, Listener, signUp } from "../../services/realtime/listener.case.ts";
import { anonymousKeyOf, aTestFolder, startGateway } from "../gateway-process.ts";
import { aListeningSiteInFrontOf, aProvider } from "../hosted-site.ts";
import { anAdminToken, aPersonToken, OWNER } from "../signed-in.ts";
import { isThroughHosted } from "../through-hosted.ts";

/** A gateway on its own port, with built-in services on one data file. In the soak run, another gateway is in front. */
async function aSite() {
  const behind = await aProvider();
  const { url, auth, data, unsubscribe } = behind;
  const { anonymousKey } = auth;
  const reached = isThroughHosted
    ? await aListeningSiteInFrontOf({ url, anonKey: anonymousKey })
    : { url, anonymousKey };
  return {
    url: reached.url,
    data,
    auth,
    unsubscribe,
    /** Stops the gateway, runs `meanwhile`, and starts the gateway again. */
    async restart(meanwhile: () => Promise<unknown>) {
      await behind.stop();
      await meanwhile();
      await behind.start();
    },
    client: clientsOf(reached),
  };
}

it.each(["1.0.0", "2.0.0"] as const)("a sign-up and a removal reach only the owner (frames %s)", async (vsn) => {
  const site = await aSite();
  const visitor = site.client();
  const owner = await Listener.subscribed(site.client(await anAdminToken(site.auth), vsn));
  const silent = [
    await Listener.subscribed(site.client(undefined, vsn)),
    await Listener.subscribed(site.client(await aPersonToken(site.auth), vsn)),
  ];

  expect(await signUp(visitor, "Ann@Example.com")).toMatchObject({ status: 201 });
  expect(await signUp(visitor, "ann@example.com")).toMatchObject({ status: 409 });
  expect(await signUp(visitor, "nonsense")).toMatchObject({ status: 400 });
  await owner.until(() => owner.received.length > 0);
  const { data: rows } = await owner.client.from(SUBSCRIBERS_TABLE).select();
  expect(owner.received).toMatchObject([
    { eventType: "INSERT", schema: "public", table: SUBSCRIBERS_TABLE, new: rows?.[0], old: {}, errors: null },
  ]);
  expect(rows).toEqual([expect.objectContaining({ id: 1, email: "ann@example.com", first_name: null })]);

  await owner.client.from(SUBSCRIBERS_TABLE).delete().eq("email", "ann@example.com");
  await owner.until(() => owner.received.length > 1);
  expect(owner.received[1]).toMatchObject({ eventType: "DELETE", new: {}, old: { id: 1 } });
  for (const listener of silent) expect(await listener.receivedSoFar()).toEqual([]);
});

it.each(["1.0.0", "2.0.0"] as const)(
  "an unsubscribe and a resubscribe are sent with the current row (frames %s)",
  async (vsn) => {
    const site = await aSite();
    const owner = await Listener.subscribed(site.client(await anAdminToken(site.auth), vsn));
    const filtered = await Listener.subscribed(
      site.client(await anAdminToken(site.auth), vsn),
      "status=eq.unsubscribed",
    );
    const silent = await Listener.subscribed(site.client(undefined, vsn));
    await signUp(site.client(), "ann@example.com");
    await site.unsubscribe("ann@example.com");
    await owner.until(() => owner.received.length === 2);
    const { data: rows } = await owner.client.from(SUBSCRIBERS_TABLE).select();
    expect(rows).toMatchObject([{ status: "unsubscribed" }]);
    expect(owner.received[1]).toMatchObject({ eventType: "UPDATE", new: rows?.[0], old: { id: 1 }, errors: null });
    expect(owner.received[1]?.old).toEqual({ id: 1 });

    expect(await signUp(site.client(), "Ann@example.com", "website-dialog")).toMatchObject({ status: 201 });
    await owner.until(() => owner.received.length === 3);
    expect(owner.received[2]).toMatchObject({
      eventType: "UPDATE",
      new: { id: 1, status: "active", source: "website-footer" },
    });
    expect((await filtered.receivedSoFar()).map(({ eventType }) => eventType)).toEqual(["UPDATE"]);
    expect(await silent.receivedSoFar()).toEqual([]);
  },
);

it("a filter passes only matching rows, and passes a removal only if it filters by id", async () => {
  const site = await aSite();
  const token = await anAdminToken(site.auth);
  const dialog = await Listener.subscribed(site.client(token), "source=eq.website-dialog");
  const first = await Listener.subscribed(site.client(token), "id=lt.2");
  const all = await Listener.subscribed(site.client(token));
  await signUp(site.client(), "ann@example.com");
  await signUp(site.client(), "ben@example.com", "website-dialog");
  await all.client.from(SUBSCRIBERS_TABLE).delete().gt("id", 0);
  await all.until(() => all.received.length === 4);
  expect((await dialog.receivedSoFar()).map(({ eventType, new: row }) => [eventType, row])).toEqual([
    ["INSERT", expect.objectContaining({ email: "ben@example.com" })],
  ]);
  expect((await first.receivedSoFar()).map(({ eventType }) => eventType)).toEqual(["INSERT", "DELETE"]);
});

it("live updates end when the owner signs out or ends the session from elsewhere", async () => {
  const site = await aSite();
  const [leaving, ended] = [site.client(), site.client()];
  for (const client of [leaving, ended]) {
    const { error } = await client.auth.signInWithPassword(OWNER);
    expect(error).toBeNull();
  }
  const listeners = [await Listener.subscribed(leaving), await Listener.subscribed(ended)];
  const owner = await Listener.subscribed(site.client(await anAdminToken(site.auth)));
  await signUp(site.client(), "ann@example.com");
  for (const listener of [...listeners, owner]) await listener.until(() => listener.received.length === 1);

  await leaving.auth.signOut({ scope: "local" });
  const { data } = await ended.auth.getClaims();
  await site.data.write((writer) => writer.run("DELETE FROM sessions WHERE id = ?", data?.claims.session_id ?? ""));
  await signUp(site.client(), "ben@example.com");
  await owner.until(() => owner.received.length === 2);
  for (const listener of listeners) expect(await listener.receivedSoFar()).toHaveLength(1);
  expect(listeners[1]?.states).toContain("CLOSED");
});

it("the client reconnects after a restart of the gateway, and receives changes again", async () => {
  const site = await aSite();
  const owner = await Listener.subscribed(site.client(await anAdminToken(site.auth)));
  await site.restart(() => owner.until(() => owner.states.includes("CHANNEL_ERROR")));
  await owner.until(() => owner.states.filter((state) => state === "SUBSCRIBED").length === 2);
  await signUp(site.client(), "ann@example.com");
  await owner.until(() => owner.received.length > 0);
  expect(owner.received).toMatchObject([{ eventType: "INSERT", new: { email: "ann@example.com" } }]);
});

it("after another program has changed rows, only the owner's client joins again", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const site = await aSite();
  const visitor = await Listener.subscribed(site.client());
  const owner = await Listener.subscribed(site.client(await anAdminToken(site.auth)));
  const other = new DatabaseSync(site.data.path);
  other.exec("DELETE FROM newsletter_subscribers");
  other.exec("PRAGMA user_version = 77");
  other.close();
  vi.advanceTimersByTime(1_000);
  await owner.until(() => owner.states.length > 2);
  expect(owner.states).toEqual(["SUBSCRIBED", "CHANNEL_ERROR", "SUBSCRIBED"]);
  await visitor.receivedSoFar();
  expect(visitor.states).toEqual(["SUBSCRIBED"]);
});

it("a stopping gateway closes every socket with a reason, and does not wait for the clients", async () => {
  const gateway = await startGateway({ dataDir: aTestFolder() });
  const address = gateway.url.replace("http", "ws");
  const socket = new WebSocket(`${address}/realtime/v1/websocket?apikey=${await anonymousKeyOf(gateway)}&vsn=2.0.0`);
  await once(socket, "open");
  const closed = once(socket, "close");
  expect(await gateway.end("SIGTERM")).toBe(0);
  expect(await closed).toMatchObject([{ code: 1012 }]);
  expect(gateway.output()).not.toContain("apikey");
});
