// Only the owner can read or change subscribers, at every endpoint and with every kind of request.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Gateway } from "../../app.ts";
import { type DataFile, openDataFile } from "../../data/data-file.ts";
import type { BuiltinAuth } from "../../services/auth/builtin.ts";
import { createBuiltinReports } from "../../services/database/builtin/reports.ts";
import { createSubscriberList } from "../../services/database/builtin/subscriber-list.ts";
import { createBuiltinDatabase } from "../../services/database/builtin.ts";
import { createExports } from "../../services/database/exports/exports.ts";
import { createBuiltinMailingList } from "../../services/mailing-list/builtin.ts";
import { createChanges } from "../../services/shared/change-events.ts";
import { aBuiltinStore } from "../../services/store/a-builtin-store.case.ts";
import { createUnsubscribeService } from "../../services/unsubscribe/builtin.ts";
import { createUnsubscribeLinks } from "../../services/unsubscribe/links.ts";
import { aGateway } from "../gateway-in-memory.ts";
import { ENDPOINTS } from "../hostile/endpoints.case.ts";
import { anAdminToken, anAuth, aPersonToken, aServiceKey } from "../signed-in.ts";

const ORIGIN = "https://artist.example";
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const FAN = { email: "hidden.fan@letters.example", first_name: "Zenobia", last_name: "Quill" };
const AN_ID = "6d1f0a52-3c5e-4f7b-9b1c-2f6a7d8e9f01";

/** Addresses that an attacker would try: with filters, in another spelling, or made up. */
const ODD_ADDRESSES = [
  "/rest/v1/newsletter_subscribers?select=*",
  "/rest/v1/newsletter_subscribers?select=email,id::text&order=subscribed_at.desc&limit=1&offset=0",
  `/rest/v1/newsletter_subscribers?email=eq.${FAN.email}`,
  "/rest/v1/newsletter_subscribers?email=ilike.*hidden*",
  "/rest/v1/newsletter_subscribers?or=(id.gt.0,first_name.not.is.null)",
  "/rest/v1/newsletter_subscribers?email=neq.x",
  "/rest/v1/newsletter_subscribers?on_conflict=email",
  "/rest/v1/users",
  "/rest/v1/rpc/count",
  "/admin/api",
  `/admin/api/exports/${AN_ID}/file?ticket=guess`,
  "/admin/api/audit-log?before=99",
  "/admin/api/orders/1",
  "/admin/api/../api/growth",
  "/admin/api/%67rowth",
  "/unsubscribe?t=guess",
  "/mailing-list/subscribe/post-json?EMAIL=guess",
  "/content/admin.json",
  "/data/porchlight.db",
  "/backups",
  "/outbox",
  "/auth/v1/token?grant_type=id_token",
  "/auth/v1/signup",
  "/auth/v1/admin/users",
  "/auth/v1/invite",
];

/** Headers of reads: none, and two sets that request counts, rows or a range. */
const PREFERENCES = [{}, { Prefer: "count=exact,return=representation" }, { Range: "0-9", Prefer: "count=exact" }];

/** Bodies that could change something if an endpoint were open. None is a sign-up. */
const ROW = { email: FAN.email, status: "unsubscribed", source: "import:mine", first_name: "Changed" };
const GUESS = {
  email: "owner@localhost",
  password: "a guess of mine",
  type: "recovery",
  token: "000000",
  format: "json",
};

/** Arguments of each function of the list. */
const CALLS: Readonly<Record<string, object>> = {
  "/rest/v1/rpc/address_of_link": { token: "guess" },
  "/rest/v1/rpc/leave_by_link": { token: "guess" },
  "/rest/v1/rpc/list_secret": {},
  "/rest/v1/rpc/removed_among": { emails: [FAN.email] },
  "/rest/v1/rpc/hand_over_list": {},
  "/rest/v1/rpc/take_over_list": { secret: "A".repeat(43), removed: [] },
};

/**
 * Every endpoint of the gateway, and each function of the list by name. `hostile/endpoints.test.ts` checks that none is
 * missing. The endpoints for signing in come last, because one of them ends the session.
 */
const EVERYWHERE = [
  ...new Set([
    ...ENDPOINTS.map(({ path }) => path.replaceAll(/:\w+/g, AN_ID)),
    ...Object.keys(CALLS),
    ...ODD_ADDRESSES,
  ]),
].sort((one, other) => Number(one.startsWith("/auth/")) - Number(other.startsWith("/auth/")));

/** A complete site with its own data file. */
type Site = { data: DataFile; auth: BuiltinAuth };

describe("all endpoints together", () => {
  const root = mkdtempSync(join(tmpdir(), "porchlight-access-"));
  let now = new Date("2026-03-01T12:00:00Z");
  const sites: Site[] = [];
  let empty: Site;
  let full: Site;
  let credentials: Record<string, Record<string, string>>;

  beforeAll(async () => {
    const first = await openSite("first");
    credentials = await everyWrongCredential(first);
    first.data.close();
    // Two sites with the same keys and sessions. Only one has subscribers.
    for (const name of ["empty", "full"]) cpSync(join(root, "first"), join(root, name), { recursive: true });
    empty = await openSite("empty");
    full = await openSite("full");
    sites.push(empty, full);
    await full.data.write((writer) => {
      for (const [id, email] of [FAN.email, "ben@letters.example", "cleo@letters.example"].entries()) {
        writer.run(
          "INSERT INTO newsletter_subscribers VALUES (?, ?, 'active', 'website-footer', ?, ?, ?)",
          id + 1,
          email,
          "2026-02-27T10:00:00.000000Z",
          FAN.first_name,
          FAN.last_name,
        );
      }
    });
  });

  afterAll(() => {
    for (const { data } of sites) data.close();
    rmSync(root, { recursive: true });
  });

  async function openSite(name: string): Promise<Site> {
    const data = openDataFile({ dir: join(root, name) });
    const clock = () => now;
    const auth = await anAuth(data, { publicUrl: ORIGIN, clock, limits: false });
    return { data, auth };
  }

  /** Makes a gateway. Only a test may call it, because its folder is removed after the test. */
  async function createGatewayFor({ data, auth }: Site): Promise<Gateway> {
    const clock = () => now;
    const reports = createBuiltinReports(data.read);
    const subscribers = createSubscriberList({ data, changes: createChanges(() => {}), clock });
    // Both sites have the same secret, so that they differ only in their subscribers.
    const links = createUnsubscribeLinks({ secret: () => "A".repeat(43), publicUrl: ORIGIN });
    const unsubscribing = createUnsubscribeService({ links, subscribers });
    const store = await aBuiltinStore(data, { publicUrl: ORIGIN, anonymousKey: auth.anonymousKey, clock });
    return aGateway({
      auth,
      store,
      database: createBuiltinDatabase({ data, unsubscribing, clock }),
      reports,
      exports: createExports({ walks: reports, linker: async () => links.linker(), clock }),
      mailingList: createBuiltinMailingList({ subscribers }),
      unsubscribing,
      limits: false,
    });
  }

  /** Credentials of every kind except a valid token of the admin. */
  async function everyWrongCredential({ data, auth }: Site): Promise<Record<string, Record<string, string>>> {
    const key = auth.anonymousKey;
    const bearing = (token: string) => ({ apikey: key, Authorization: `Bearer ${token}` });

    const later = now;
    now = new Date(later.getTime() - 2 * 60 * 60 * 1000);
    const expired = await anAdminToken(auth);
    now = new Date(later.getTime() - 25 * 60 * 60 * 1000);
    const expiredService = await aServiceKey(auth);
    now = later;
    const service = await aServiceKey(auth);

    const good = await anAdminToken(auth);
    const [, claims = ""] = good.split(".");
    const header = { alg: "none", typ: "JWT" };
    const unsigned = `${Buffer.from(JSON.stringify(header)).toString("base64url")}.${claims}.`;

    const { kid } = JSON.parse(Buffer.from(good.split(".")[0] ?? "", "base64url").toString()) as { kid: string };
    const { privateKey } = await generateKeyPair("ES256");
    // Parses our own token.
    const payload = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
    const wrongKey = await new SignJWT(payload).setProtectedHeader({ alg: "ES256", kid }).sign(privateKey);
    const secret = new TextEncoder().encode(key);
    const keyAsSecret = await new SignJWT(payload).setProtectedHeader({ alg: "HS256", kid }).sign(secret);

    const other = await openSite("other");
    const foreign = await anAdminToken(other.auth);
    const foreignKey = other.auth.anonymousKey;
    other.data.close();

    const ended = await anAdminToken(auth);
    await data.write((writer) => writer.run("DELETE FROM sessions WHERE id = ?", readSessionId(ended)));

    // From here on the owner has a second factor, so the token above is no longer sufficient.
    const owner = data.read.get<{ id: string }>("SELECT id FROM users WHERE role = 'admin'");
    await data.write((writer) =>
      writer.run(
        `INSERT INTO factors (id, user_id, type, friendly_name, secret, status, created_at, updated_at)
         VALUES (?, ?, 'totp', 'Phone', 'JBSWY3DPEHPK3PXP', 'verified', ?, ?)`,
        AN_ID,
        owner?.id ?? "",
        now.toISOString(),
        now.toISOString(),
      ),
    );
    return {
      nobody: {},
      "a made-up key": { apikey: "abc" },
      "another site's key": { apikey: foreignKey, Authorization: `Bearer ${foreignKey}` },
      anonymous: { apikey: key },
      "anonymous, twice": bearing(key),
      "a person who is not an admin": bearing(await aPersonToken(auth)),
      "an expired token": bearing(expired),
      "a token without a signature": bearing(unsigned),
      "a token signed by another key": bearing(wrongKey),
      "a token signed by the public key": bearing(keyAsSecret),
      "another site's token": bearing(foreign),
      "a token of an ended session": bearing(ended),
      "a token of the first step alone": bearing(good),
      "a token as the key": { apikey: good, Authorization: `Bearer ${good}` },
      "an expired service key": { apikey: expiredService, Authorization: `Bearer ${expiredService}` },
      "a service key as the key alone": { apikey: service },
      "basic authorization": { apikey: key, Authorization: `Basic ${Buffer.from("owner:x").toString("base64")}` },
    };
  }

  async function walk(gateway: Gateway, headers: Record<string, string>): Promise<string[]> {
    const seen: string[] = [];
    for (const address of EVERYWHERE) {
      for (const method of METHODS) {
        for (const [preference, body] of listVariants(method, address)) {
          const response = await gateway.fetch(
            new Request(ORIGIN + address, {
              method,
              redirect: "manual",
              headers: { ...headers, ...preference, ...(body && { "Content-Type": "application/json" }) },
              ...(body && { body }),
            }),
          );
          const line = `${method} ${address} ${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`;
          seen.push(withoutRandomParts(line));
        }
      }
    }
    return seen;
  }

  it("respond the same with and without subscribers, except to the admin, and change no subscriber", async () => {
    const rows = () => full.data.read.all("SELECT * FROM newsletter_subscribers ORDER BY id");
    const before = rows();
    const [emptySite, fullSite] = [await createGatewayFor(empty), await createGatewayFor(full)];
    for (const [who, headers] of Object.entries(credentials)) {
      const [without, having] = [await walk(emptySite, headers), await walk(fullSite, headers)];
      const different = having.filter((line, index) => line !== without[index]);
      expect({ who, different }).toEqual({ who, different: [] });
      expect(having.filter((line) => line.includes(FAN.first_name))).toEqual([]);
      // Orders contain buyers' addresses. Neither site has orders, so a request that is allowed counts as a leak.
      expect(having.filter(isOpenedDashboard)).toEqual([]);
    }
    expect(before).toHaveLength(3);
    expect(rows()).toEqual(before);
    // There are tens of thousands of requests, and the machine may be busy.
  }, 120_000);

  it("tell a sign-up only whether its own address is subscribed", async () => {
    const gateway = await createGatewayFor(full);
    const signUp = (email: string) =>
      gateway.fetch(
        new Request(`${ORIGIN}/rest/v1/newsletter_subscribers`, {
          method: "POST",
          headers: { apikey: full.auth.anonymousKey, "Content-Type": "application/json" },
          body: JSON.stringify({ email, status: "active", source: "website-footer", subscribed_at: now.toISOString() }),
        }),
      );
    const duplicate = await signUp(FAN.email);
    expect(duplicate.status).toBe(409);
    expect(await duplicate.text()).not.toContain(FAN.first_name);
    expect((await signUp("new@letters.example")).status).toBe(201);
  });

  it("show a service key the list and nothing else", async () => {
    const token = await aServiceKey(full.auth);
    const seen = await walk(await createGatewayFor(full), { apikey: token, Authorization: `Bearer ${token}` });
    const open = seen.filter((line) => line.includes(FAN.first_name)).map((line) => line.split(" ")[1]);
    expect(open.length).toBeGreaterThan(0);
    expect(open.filter((address) => !address?.startsWith("/rest/v1/newsletter_subscribers"))).toEqual([]);
    expect(seen.filter(isOpenedDashboard)).toEqual([]);
  });

  it("show the admin subscribers and orders, so the tests above would notice a leak", async () => {
    await full.data.write((writer) => writer.run("DELETE FROM factors"));
    const token = await anAdminToken(full.auth);
    const seen = await walk(await createGatewayFor(full), {
      apikey: full.auth.anonymousKey,
      Authorization: `Bearer ${token}`,
    });
    expect(seen.some((line) => line.includes(FAN.first_name))).toBe(true);
    for (const path of ["growth", "orders", "orders.csv"]) {
      expect(seen.some((line) => line.startsWith(`GET /admin/api/${path} 200`))).toBe(true);
    }
  });
});

function listVariants(method: string, address: string): [Record<string, string>, string | undefined][] {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") {
    // These headers have no meaning at other endpoints.
    return address.startsWith("/rest/") ? PREFERENCES.map((preference) => [preference, undefined]) : [[{}, undefined]];
  }
  const bodies = [address.startsWith("/rest/") ? ROW : GUESS, ...(CALLS[address] ? [CALLS[address]] : [])];
  return [...bodies.map((body) => JSON.stringify(body)), undefined].map((body) => [
    { Prefer: "count=exact,return=representation,resolution=merge-duplicates" },
    body,
  ]);
}

/** Whether an admin endpoint allowed the request. */
function isOpenedDashboard(line: string): boolean {
  return / \/admin\/api\S* 2\d\d /.test(line);
}

/** Removes random ids and codes from a line. */
function withoutRandomParts(line: string): string {
  return line
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
    .replaceAll(/(state|nonce|code_challenge|secret|ticket)=[\w-]+/g, "$1=<chance>");
}

function readSessionId(token: string): string {
  // The claims of our own token.
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { session_id: string };
  return claims.session_id;
}
