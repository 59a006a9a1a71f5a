import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import type { ExportRequest, ExportTicket } from "@porchlight/protocol/admin.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { describe, expect, it } from "vitest";
import { aFakeProvider, PROBLEMS } from "../../testing/fake-provider.ts";
import { aHostedSite, aSiteInFrontOf, type HostedSite, SITE } from "../../testing/hosted-site.ts";
import { anAdminToken } from "../../testing/signed-in.ts";

const NOW = new Date("2026-03-01T12:00:00.250Z");

/** A list of more than one page, with gaps between ids, equal times, and fractions of a second. */
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

/** Downloads an export. */
async function fileOf(
  send: (path: string, init: RequestInit) => Promise<Response>,
  request: ExportRequest,
): Promise<{ total: number; bytes: string }> {
  const made = await send("/admin/api/exports", { method: "POST", body: JSON.stringify(request) });
  expect(made.status).toBe(201);
  const ticket: ExportTicket = JSON.parse(await made.text());
  const file = await send(ticket.url, {});
  return { total: ticket.total, bytes: await file.text() };
}

describe("an export of a list at a provider", () => {
  it("is the same file as for a built-in list, byte for byte", async () => {
    const { provider, fetch } = await aHostedSite(aList(), () => NOW);
    const authorization = `Bearer ${await anAdminToken(provider.auth)}`;
    const asOwner = (fetch: typeof globalThis.fetch, origin: string) => (path: string, init: RequestInit) =>
      fetch(`${origin}${path}`, { ...init, headers: { authorization } });
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

  it("is only for the owner", async () => {
    const { fetch, anonymousKey } = await aHostedSite();
    const response = await fetch(`${SITE}/admin/api/exports`, {
      method: "POST",
      body: '{"format":"json"}',
      headers: { Authorization: `Bearer ${anonymousKey}` },
    });
    expect(response.status).toBe(401);
  });

  it("is all that the dashboard's interface offers: there are no reports, no sessions and no audit log", async () => {
    const { fetch, provider } = await aHostedSite();
    const Authorization = `Bearer ${await anAdminToken(provider.auth)}`;
    for (const path of ["growth", "sources", "sessions", "audit-log"]) {
      const response = await fetch(`${SITE}/admin/api/${path}`, { headers: { Authorization } });
      expect([response.status, JSON.parse(await response.text())]).toEqual([
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

describe("reading a list at a provider", () => {
  const row = (overrides: object) => ({ ...aSubscriber(), ...overrides });
  async function aWalk() {
    const provider = await aFakeProvider();
    const { services } = aSiteInFrontOf(provider);
    return { provider, services };
  }
  const aPerson = { role: "authenticated", admin: true, needsSecondStep: false } as const;
  async function ticketFrom({ exports }: HostedSite["services"]) {
    const person = { ...aPerson, userId: "u", email: "owner@artist.example", sessionId: "s" };
    return exports.create({ format: "json", filter: {} }, { person, authorization: "Bearer owner" });
  }

  it.each(PROBLEMS)("does not begin when the provider %s", async (_, response) => {
    const { provider, services } = await aWalk();
    provider.behave(response);
    await expect(ticketFrom(services)).rejects.toMatchObject({ name: "ProviderError" });
  });

  it.each([
    ["repeats a row", [row({ id: 5 }), row({ id: 5 })]],
    ["goes back", [row({ id: 5 }), row({ id: 9 })]],
    ["has no id", [row({ id: null })]],
    ["has an invalid time", [row({ subscribed_at: "yesterday" })]],
    ["has an unknown status", [row({ status: "gone" })]],
    ["is not an array", { id: 1 }],
  ])("is aborted if the response %s", async (_, rows) => {
    const { provider, services } = await aWalk();
    const secret = "A".repeat(43);
    provider.behave((response, { method, url = "" }) => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Range": "0-1/2" });
      if (method === "HEAD") response.end();
      else response.end(JSON.stringify(url.includes("/rpc/") ? secret : rows));
    });
    const ticket = await ticketFrom(services);
    const [, id = "", key = ""] = /exports\/([^/]+)\/file\?ticket=(.+)$/.exec(ticket?.url ?? "") ?? [];
    const dependencies = { breakOff: undefined, mayGoOn: async () => true };
    const file = services.exports.take(id, key)?.begin({ key: "", address: "", userAgent: "" }, dependencies);
    await expect(new Response(file).text()).rejects.toThrow("broken off");
  });
});
