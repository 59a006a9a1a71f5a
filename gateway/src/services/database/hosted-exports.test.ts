import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import type { ExportRequest, ExportTicket } from "@porchlight/protocol/admin.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { describe, expect, it } from "vitest";
import { aFakeProvider, PROBLEMS } from "../../testing/fake-provider.ts";
import { aHostedSite, aSiteBefore, type HostedSite, SITE } from "../../testing/hosted-site.ts";
import { anAdminToken } from "../../testing/signed-in.ts";

const NOW = new Date("2026-03-01T12:00:00.250Z");

/** A list of more than one page, with gaps, moments that several share, and fractions of a second. */
function aList(): Subscriber[] {
  return Array.from({ length: 1_203 }, (_, i) =>
    aSubscriber({
      id: 2 * i + 1,
      email: `fan${i}@example.com`,
      status: i % 7 === 0 ? "unsubscribed" : "active",
      source: i % 3 === 0 ? "website-dialog" : "import:old list; 2024",
      subscribed_at: new Date(Date.UTC(2026, 1, 1) + Math.floor(i / 4) * 60_250).toISOString(),
      first_name: i % 5 === 0 ? 'Zoë "Z" 🎸' : null,
      last_name: i % 5 === 0 ? "=1+1" : null,
    }),
  );
}

/** The file that somebody gets, as bytes. */
async function fileOf(
  ask: (path: string, init: RequestInit) => Promise<Response>,
  request: ExportRequest,
): Promise<{ total: number; bytes: string }> {
  const made = await ask("/admin/api/exports", { method: "POST", body: JSON.stringify(request) });
  expect(made.status).toBe(201);
  const ticket: ExportTicket = JSON.parse(await made.text());
  const file = await ask(ticket.url, {});
  return { total: ticket.total, bytes: await file.text() };
}

describe("an export of a list at a provider", () => {
  it("is byte for byte the file that a list here would give", async () => {
    const { provider, fetch } = await aHostedSite(aList(), () => NOW);
    const authorization = `Bearer ${await anAdminToken(provider.auth)}`;
    const asOwner = (send: typeof globalThis.fetch, origin: string) => (path: string, init: RequestInit) =>
      send(`${origin}${path}`, { ...init, headers: { authorization } });
    const requests: ExportRequest[] = [
      { format: "json" },
      { format: "csv" },
      { format: "json", filter: { email: "fan1%_*", source: "website-dialog" } },
      { format: "csv", filter: { email: "FAN12", status: "unsubscribed", from: "2026-02-01", to: "2026-02-01" } },
      { format: "csv", filter: { source: "import:old list; 2024" } },
      { format: "json", filter: { email: "no" } },
    ];
    for (const request of requests) {
      const here = await fileOf(asOwner(globalThis.fetch, provider.url), request);
      const there = await fileOf(asOwner(fetch, SITE), request);
      expect(there).toEqual(here);
    }
  });

  it("is given to the owner alone", async () => {
    const { fetch, anonymousKey } = await aHostedSite();
    const answer = await fetch(`${SITE}/admin/api/exports`, {
      method: "POST",
      body: '{"format":"json"}',
      headers: { Authorization: `Bearer ${anonymousKey}` },
    });
    expect(answer.status).toBe(401);
  });

  it("and what the provider keeps to itself is answered as missing, in the dashboard's own shape", async () => {
    const { fetch, provider } = await aHostedSite();
    const Authorization = `Bearer ${await anAdminToken(provider.auth)}`;
    for (const path of ["growth", "sources", "sessions", "audit-log"]) {
      const answer = await fetch(`${SITE}/admin/api/${path}`, { headers: { Authorization } });
      expect([answer.status, JSON.parse(await answer.text())]).toEqual([
        404,
        { code: "not_found", message: expect.any(String) },
      ]);
    }
    const config = JSON.parse(await (await fetch(`${SITE}/config.json`)).text());
    expect(config.services).toMatchObject({ database: "hosted", auth: "hosted" });
    expect(JSON.stringify(config)).not.toContain(provider.url);
    expect(JSON.stringify(config)).not.toContain(provider.auth.anonymousKey);
  });
});

describe("a walk through a list at a provider", () => {
  const row = (overrides: object) => ({ ...aSubscriber(), ...overrides });
  async function aWalk() {
    const provider = await aFakeProvider();
    const { services } = aSiteBefore(provider);
    return { provider, services };
  }
  const aPerson = { role: "authenticated", admin: true, needsSecondStep: false } as const;
  async function ticketFrom({ exports }: HostedSite["services"]) {
    const person = { ...aPerson, userId: "u", email: "owner@artist.example", sessionId: "s" };
    return exports.create({ format: "json", filter: {} }, { person, authorization: "Bearer owner" });
  }

  it.each(PROBLEMS)("is not begun when the provider %s", async (_, answer) => {
    const { provider, services } = await aWalk();
    provider.behave(answer);
    await expect(ticketFrom(services)).rejects.toMatchObject({ name: "ProviderError" });
  });

  it.each([
    ["goes round in a circle", [row({ id: 5 }), row({ id: 5 })]],
    ["goes back", [row({ id: 5 }), row({ id: 9 })]],
    ["has no id", [row({ id: null })]],
    ["has a time that is none", [row({ subscribed_at: "yesterday" })]],
    ["is of a status that there is not", [row({ status: "gone" })]],
    ["is no list", { id: 1 }],
  ])("breaks off when what comes %s", async (_, rows) => {
    const { provider, services } = await aWalk();
    const secret = "A".repeat(43);
    provider.behave((response, { method, url = "" }) => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Range": "0-1/2" });
      if (method === "HEAD") response.end();
      else response.end(JSON.stringify(url.includes("/rpc/") ? secret : rows));
    });
    const ticket = await ticketFrom(services);
    const [, id = "", key = ""] = /exports\/([^/]+)\/file\?ticket=(.+)$/.exec(ticket?.url ?? "") ?? [];
    const around = { breakOff: undefined, mayGoOn: async () => true };
    const file = services.exports.take(id, key)?.begin({ key: "", address: "", userAgent: "" }, around);
    await expect(new Response(file).text()).rejects.toThrow("broken off");
  });
});
