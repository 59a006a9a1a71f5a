import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { createClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { createProvider } from "../../lib/provider/provider.ts";
import { silentLog } from "../../testing/gateway-in-memory.ts";
import { aHostedSite, SITE } from "../../testing/hosted-site.ts";
import { anAdminToken, aPersonToken, aServiceKey } from "../../testing/signed-in.ts";
import { createHostedProject, type HostedProject } from "../shared/supabase-project.ts";
import { describeDatabaseService } from "./contract.case.ts";
import { createHostedUnsubscribeService } from "./hosted/unsubscribe.ts";
import { createHostedDatabase } from "./hosted.ts";

const NOW = new Date("2026-03-01T12:00:00.250Z");

async function serveHosted(...subscribers: Parameters<typeof aHostedSite>) {
  const site = await aHostedSite(...subscribers);
  const { auth } = site.provider;
  return { ...site, adminToken: await anAdminToken(auth), personToken: await aPersonToken(auth), close: () => {} };
}

/** A project whose responses a test chooses by URL. */
function aProject(respond: (url: string) => unknown): HostedProject {
  const fetch = async (input: string | URL | Request, init?: RequestInit) =>
    Response.json(respond(new Request(input, init).url));
  const provider = createProvider({ name: "Supabase", url: "https://a.supabase.co", log: silentLog, fetch });
  return createHostedProject(provider, "sb_publishable_a");
}

describe("a hosted database", () => {
  describeDatabaseService((subscribers) => serveHosted(subscribers, () => NOW));

  const ann = aSubscriber({ email: "ann@example.com", subscribed_at: "2026-02-01T10:00:00+00:00" });

  it("rejects requests about anything except the list, without a request to the provider", async () => {
    const { fetch, anonymousKey, adminToken, provider } = await serveHosted([ann]);
    const headersOf = (token: string) => ({ apikey: anonymousKey, Authorization: `Bearer ${token}` });
    // With this request the gateway learns who the owner is.
    await fetch(`${SITE}/rest/v1/${SUBSCRIBERS_TABLE}`, { headers: headersOf(adminToken) });
    await provider.stop();
    const closed: [path: string, code: string, init?: RequestInit][] = [
      ["/", "PGRST126"],
      ["/users", "PGRST205"],
      ["/users?select=*", "PGRST205"],
      ["/newsletter_subscribers/x", "PGRST125"],
      ["/rpc/removed_among", "PGRST202", { method: "POST", body: '{"emails":[]}' }],
      ["/rpc/take_over_list", "PGRST202", { method: "POST", body: "{}" }],
      ["/rpc/hand_over_list", "PGRST202", { method: "POST", body: "{}" }],
      ["/rpc/list_secret", "PGRST101"],
      ["/rpc/x/y", "PGRST125"],
      ["/newsletter_subscribers?select=*,users(*)", "PGRST200"],
      ["/newsletter_subscribers?select=...users(email)", "PGRST200"],
      ["/newsletter_subscribers?select=id,u:users!inner(id)", "PGRST200"],
      ["/newsletter_subscribers?users.id=eq.1&users.order=id", "PGRST108"],
      ["/newsletter_subscribers?order=users(id)", "PGRST108"],
      ["/newsletter_subscribers", "PGRST106", { headers: { "Accept-Profile": "auth" } }],
      ["/newsletter_subscribers", "PGRST106", { method: "POST", body: "{}", headers: { "Content-Profile": "auth" } }],
    ];
    for (const token of [anonymousKey, adminToken]) {
      for (const [path, code, init] of closed) {
        const response = await fetch(`${SITE}/rest/v1${path}`, {
          ...init,
          headers: { ...headersOf(token), ...init?.headers },
        });
        expect([path, JSON.parse(await response.text()).code]).toEqual([path, code]);
      }
    }
    // The provider would repeat a visitor's long query in a header.
    const long = `${SITE}/rest/v1/newsletter_subscribers?email=eq.${"+".repeat(2_000)}`;
    expect((await fetch(long, { headers: headersOf(anonymousKey) })).status).toBe(414);
  });

  it("does not count a method that cannot be passed on as a failure of the provider", async () => {
    const project = aProject(() => []);
    const database = createHostedDatabase(project);
    const send = (method: string) =>
      database.answer({
        method,
        resource: SUBSCRIBERS_TABLE,
        query: "",
        header: () => undefined,
        body: "",
        caller: { role: "anonymous" },
      });
    for (let at = 0; at < 10; at += 1) expect((await send("TRACE")).status).toBe(405);
    expect((await send("GET")).status).toBe(200);
  });

  it("encodes a semicolon for the provider, which would read it as a separator of parameters", async () => {
    const requests: string[] = [];
    const project = aProject((url) => {
      requests.push(url);
      return [];
    });
    await createHostedDatabase(project).answer({
      method: "GET",
      resource: SUBSCRIBERS_TABLE,
      query: "email=eq.ann%2Bshow@example.com;select=*,orders(*)&select=id",
      header: () => undefined,
      body: "",
      caller: { role: "anonymous" },
    });
    const query = requests[0]?.split("?")[1] ?? "";
    expect(query).not.toContain(";");
    expect([...new URLSearchParams(query)]).toEqual([
      ["email", "eq.ann+show@example.com;select=*,orders(*)"],
      ["select", "id"],
    ]);
  });

  it("hides the address of a link, even if an older project returns it completely", async () => {
    for (const address of [ann.email, "a•••@example.com"]) {
      expect(await createHostedUnsubscribeService(aProject(() => address)).hiddenAddressOf("x")).toBe(
        "a•••@example.com",
      );
    }
  });

  it("lets each client call the functions that it may call", async () => {
    const { fetch, anonymousKey, adminToken, personToken, provider } = await serveHosted([ann]);
    const call = async (name: string, args: object, token = anonymousKey) => {
      const response = await fetch(`${SITE}/rest/v1/rpc/${name}`, {
        method: "POST",
        headers: { apikey: anonymousKey, Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify(args),
      });
      return [response.status, await response.json()];
    };
    const token = provider.links.linker()(ann.email).split("t=")[1] ?? "";
    expect(await call("address_of_link", { token })).toEqual([200, "a•••@example.com"]);
    expect(await call("address_of_link", { token: "x" })).toEqual([200, null]);
    expect(await call("leave_by_link", { token })).toEqual([200, true]);
    expect(provider.data.read.all(`SELECT status FROM ${SUBSCRIBERS_TABLE}`)).toEqual([{ status: "unsubscribed" }]);
    expect(await call("list_secret", {}, adminToken)).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)]);
    for (const [who, status] of [
      [anonymousKey, 401],
      [personToken, 403],
    ] as const) {
      expect(await call("list_secret", {}, who)).toMatchObject([status, { code: "42501" }]);
    }
  });

  it("rejects a service key like any unknown key", async () => {
    const { fetch, anonymousKey, provider } = await serveHosted([ann], () => NOW);
    const key = await aServiceKey(provider.auth);
    const ask = async (origin: string, apikey: string) =>
      (await globalThis.fetch(`${origin}/rest/v1/${SUBSCRIBERS_TABLE}`, { headers: { apikey } })).status;
    // The provider itself accepts it.
    expect(await ask(provider.url, key)).toBe(200);
    for (const [apikey, token] of [
      [key, key],
      [key, anonymousKey],
      [anonymousKey, key],
    ]) {
      const headers = { apikey: apikey ?? "", Authorization: `Bearer ${token}` };
      expect((await fetch(`${SITE}/rest/v1/${SUBSCRIBERS_TABLE}`, { headers })).status).toBe(401);
    }
  });

  it("rejects the provider's own key, and tokens that the provider rejects", async () => {
    const { fetch, anonymousKey, provider, adminToken } = await serveHosted([ann]);
    const ask = async (apikey: string, token: string) =>
      (await fetch(`${SITE}/rest/v1/${SUBSCRIBERS_TABLE}`, { headers: { apikey, Authorization: `Bearer ${token}` } }))
        .status;
    expect(await ask(anonymousKey, adminToken)).toBe(200);
    expect(await ask(provider.auth.anonymousKey, adminToken)).toBe(401);
    expect(await ask(anonymousKey, provider.auth.anonymousKey)).toBe(401);
    const [head, claims] = adminToken.split(".");
    expect(await ask(anonymousKey, `${head}.${claims}.c2lnbmF0dXJl`)).toBe(401);
  });

  it("passes on the headers that clients need to read pages", async () => {
    const { anonymousKey, adminToken, fetch } = await serveHosted([
      ann,
      aSubscriber({ id: 2, email: "ben@example.com" }),
    ]);
    const table = createClient(SITE, anonymousKey, { global: { fetch }, accessToken: async () => adminToken }).from(
      SUBSCRIBERS_TABLE,
    );
    expect(await table.select("email", { count: "exact" }).order("id").limit(1)).toMatchObject({
      status: 206,
      count: 2,
      data: [{ email: ann.email }],
    });
    const response = await fetch(`${SITE}/rest/v1/${SUBSCRIBERS_TABLE}?select=id`, {
      headers: { apikey: anonymousKey, Authorization: `Bearer ${adminToken}`, Range: "1-1", Accept: "text/csv" },
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-range": "1-1/*",
      "cache-control": "no-store",
    });
    expect(await response.text()).toBe("id\n2");
  });
});
