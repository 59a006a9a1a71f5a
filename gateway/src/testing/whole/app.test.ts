import { Hono } from "hono";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Gateway } from "../../app.ts";
import { DataFileError } from "../../data/data-file-error.ts";
import { prepare } from "../../http/prepared.ts";
import { anAdmin } from "../../services/shared/admin.case.ts";
import type { CheckoutVariables } from "../../services/store/builtin/checkout-pages/routes.ts";
import type { StoreService } from "../../services/store/contract.ts";
import { aGateway, silentLog, somePages } from "../gateway-in-memory.ts";

const ORIGIN = "https://artist.example";
const ask = (gateway: ReturnType<typeof aGateway>, path: string, init?: RequestInit) =>
  Promise.resolve(gateway.fetch(new Request(ORIGIN + path, init)));
const signUp = { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } };

describe("every response", () => {
  it.each(["/", "/nothing", "/config.json", "/healthz", "/rest/v1/newsletter_subscribers", "/optimized/none.jpg"])(
    "at %s carries the security headers",
    async (path) => {
      const { headers } = await ask(aGateway(), path);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
      expect(headers.get("strict-transport-security")).toContain("max-age=31536000");
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(/default-src 'none'/);
      expect(policy).toMatch(/base-uri 'none'/);
      expect(policy).toMatch(/form-action '(none|self)'/);
      expect(policy).toMatch(/frame-ancestors 'none'/);
      expect(policy).not.toMatch(/unsafe/);
    },
  );

  it("requires https only if the site's address begins with https", async () => {
    const response = await ask(aGateway({ publicUrl: "http://127.0.0.1:4000" }), "/");
    expect(response.headers.get("strict-transport-security")).toBeNull();
  });

  it("allows a document's inline script and style only by checksum", async () => {
    const policy = (await ask(aGateway(), "/")).headers.get("content-security-policy");
    // The checksum of "early()".
    expect(policy).toContain("script-src 'self' 'sha256-G2Y/0fpEoq/QMzbid/byF0KE5sX9e6ar19Om2+xoMnU='");
    // The checksum of "p{}".
    expect(policy).toContain("style-src 'self' 'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='");
  });
});

describe("/healthz", () => {
  it("is 200 while the data file can be written, otherwise 503", async () => {
    expect((await ask(aGateway(), "/healthz")).status).toBe(200);
    expect((await ask(aGateway({ isHealthy: () => false }), "/healthz")).status).toBe(503);
  });
});

describe("on a full disk", () => {
  it.each([
    ["POST", "/checkout/some/place", (text: string) => expect(text).toMatch(/^Nothing could be stored just now/)],
    [
      "GET",
      "/mailing-list/subscribe/post-json?EMAIL=a@b.c&FNAME=&LNAME=",
      (text: string) => expect(JSON.parse(text)).toMatchObject({ result: "error" }),
    ],
    [
      "POST",
      "/rest/v1/newsletter_subscribers",
      (text: string) => expect(JSON.parse(text)).toMatchObject({ code: "58030", details: null }),
    ],
  ])(
    "%s %s gets a temporary failure in the wire format of its service, with Retry-After",
    async (method, path, looksRight) => {
      const full = () => Promise.reject(new DataFileError("full", "The disk that holds /srv/data is full."));
      const checkoutPages = new Hono<CheckoutVariables>().all("*", full);
      const store: StoreService = {
        answer: full,
        products: () => ({ products: [], currencyCode: "CAD" }),
        accessToken: "the-storefront-token",
        apiVersion: "2022-10",
        checkoutPages,
      };
      const mailingList = { isHosted: false, subscribe: full };
      const gateway = aGateway({ store, mailingList, database: { answer: full, isHosted: false } });
      const response = await ask(gateway, path, method === "POST" ? signUp : {});
      const text = await response.text();
      expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "30"]);
      expect(text).not.toContain("/srv/data");
      looksRight(text);
    },
  );
});

describe("/config.json", () => {
  it("contains the gateway's own address, public keys, and which services are built in", async () => {
    expect(await (await ask(aGateway(), "/config.json")).json()).toEqual({
      database: { url: ORIGIN, anonKey: "the-key" },
      storefront: { domain: "artist.example", accessToken: "the-storefront-token", apiVersion: "2022-10" },
      admin: { email: "owner@artist.example", linkedSignIn: "google" },
      music: { artistId: "harbourline" },
      services: {
        database: "builtin",
        auth: "builtin",
        store: { hosted: false },
        music: "builtin",
        mailingList: "builtin",
        analytics: "builtin",
      },
    });
  });

  it("names the shop for Shop Pay only if the store is hosted", async () => {
    const store: StoreService = {
      answer: async () => ({ status: 200, headers: {}, body: "{}" }),
      products: () => ({ products: [], currencyCode: "CAD" }),
      accessToken: "the-storefront-token",
      apiVersion: "2022-10",
      shopDomain: "harbour-line.myshopify.com",
    };
    expect(await (await ask(aGateway({ store }), "/config.json")).json()).toMatchObject({
      services: { store: { hosted: true, shopDomain: "harbour-line.myshopify.com" } },
    });
  });
});

describe("the store's endpoint", () => {
  const query = (gateway: Gateway, body: string) =>
    ask(gateway, "/api/2022-10/graphql.json", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Shopify-Storefront-Access-Token": "the-storefront-token" },
      body,
    });

  it("answers a body that is too large, and too many requests, with errors that its clients understand", async () => {
    const gateway = aGateway();
    const large = await query(gateway, "x".repeat(300_000));
    expect(large.status).toBe(413);
    expect(await large.json()).toEqual({
      errors: [{ message: expect.stringContaining("bytes"), extensions: { code: "PAYLOAD_TOO_LARGE" } }],
    });
    for (let count = 0; count < 299; count += 1) expect((await query(gateway, "{}")).status).toBe(200);
    const late = await query(gateway, "{}");
    expect(late.status).toBe(429);
    expect(late.headers.get("Retry-After")).toBe("1");
    expect(await late.json()).toEqual({
      errors: [{ message: expect.any(String), extensions: { code: "THROTTLED" } }],
    });
  });
});

describe("limits", () => {
  it("stop an address that starts many sign-ins with a linked account", async () => {
    const gateway = aGateway();
    const begin = (method: string) => ask(gateway, "/auth/v1/authorize?provider=google", { method });
    for (let count = 0; count < 30; count += 1) for (const method of ["GET", "HEAD"]) await begin(method);
    expect((await begin("GET")).status).toBe(429);
    expect((await ask(gateway, "/auth/v1/%61uthorize?provider=google")).status).toBe(429);
    expect((await ask(gateway, "/auth/v1/user")).status).toBe(404);
  });

  it("stop many changes from one address, with Retry-After, and do not affect other addresses", async () => {
    const gateway = aGateway();
    const from = (key: string) =>
      gateway.fetch(new Request(`${ORIGIN}/rest/v1/newsletter_subscribers`, signUp), { key, address: key });
    for (let count = 0; count < 60; count += 1) expect((await from("198.51.100.1")).status).toBe(201);
    const refused = await from("198.51.100.1");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(Object.keys((await refused.json()) as object).sort()).toEqual(["code", "details", "hint", "message"]);
    expect((await from("198.51.100.2")).status).toBe(201);
  });

  it("count sign-ups of both forms together", async () => {
    const gateway = aGateway();
    const footer = () => ask(gateway, "/rest/v1/newsletter_subscribers", signUp);
    const dialog = (at: number) => ask(gateway, `/mailing-list/subscribe/post-json?EMAIL=fan${at}@example.com`);
    for (let count = 0; count < 30; count += 1) {
      expect((await footer()).status).toBe(201);
      expect((await dialog(count)).status).toBe(200);
    }
    expect((await dialog(30)).status).toBe(429);
    expect((await footer()).status).toBe(429);
  });

  it("do not count reports of visits against sign-ups", async () => {
    const gateway = aGateway();
    const headers = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };
    const body = JSON.stringify({ events: [{ name: "page_view", params: { page_path: "/music" } }] });
    const report = () => ask(gateway, "/analytics/events", { method: "POST", headers, body });
    for (let count = 0; count < 120; count += 1) expect((await report()).status).toBe(204);
    expect((await report()).status).toBe(429);
    expect((await ask(gateway, "/rest/v1/newsletter_subscribers", signUp)).status).toBe(201);
  });

  it("also apply to all clients together", async () => {
    const gateway = aGateway();
    const statuses = new Set<number>();
    for (let count = 0; count < 2_100; count += 1) {
      const request = new Request(`${ORIGIN}/rest/v1/newsletter_subscribers`, signUp);
      statuses.add((await gateway.fetch(request, { key: `fan ${count}`, address: "192.0.2.1" })).status);
    }
    expect([...statuses]).toEqual([201, 429]);
  });

  it("accept a sign-up of 8 KiB, but no larger one", async () => {
    const statusOf = async (bytes: number) =>
      (await ask(aGateway(), "/rest/v1/newsletter_subscribers", { ...signUp, body: "x".repeat(bytes) })).status;
    expect([await statusOf(8 * 1024), await statusOf(8 * 1024 + 1)]).toEqual([201, 413]);
  });

  it("reject a body that is too large with PostgREST's error, with or without a stated length", async () => {
    const large = "x".repeat(300 * 1024);
    const sent = await ask(aGateway(), "/rest/v1/newsletter_subscribers", { ...signUp, body: large });
    const streamed = await ask(aGateway(), "/rest/v1/newsletter_subscribers", {
      ...signUp,
      body: new Blob([large]).stream(),
      duplex: "half",
    } as RequestInit);
    for (const response of [sent, streamed]) {
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ code: "PGRST102", details: null, hint: null });
    }
  });
});

it("the owner's lists are compressed", async () => {
  const sources = Array.from({ length: 100 }, (_, at) => ({ source: `import:list ${at}`, count: at }));
  const gateway = aGateway({
    auth: {
      anonymousKey: "the-key",
      identify: async () => ({ ok: true, caller: anAdmin() }),
      answer: async () => ({ status: 404, headers: {}, body: null }),
      isHosted: false,
      linkedSignIn: "google",
    },
    reports: { growth: async () => ({ points: [] }), sources: async () => ({ sources }) },
  });
  const encodingOf = async (path: string) => {
    const response = await ask(gateway, path, { headers: { "Accept-Encoding": "gzip, br" } });
    return response.headers.get("content-encoding");
  };
  expect(await encodingOf("/admin/api/sources")).toBe("br");
  expect(await encodingOf("/admin/api/growth")).toBeNull();
});

it("a body that is too large for signing in is rejected with the auth service's error", async () => {
  const response = await ask(aGateway(), "/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { "X-Supabase-Api-Version": "2024-01-01" },
    body: "x".repeat(8 * 1024 + 1),
  });
  expect([response.status, await response.json()]).toEqual([
    413,
    { code: "validation_failed", message: expect.any(String) },
  ]);
});

describe("addresses", () => {
  it("with a slash at the end redirect to the same address without it, and never to another host", async () => {
    const response = await ask(aGateway(), "/about/");
    expect([response.status, response.headers.get("location")]).toEqual([308, "/about"]);
    const withQuery = await ask(aGateway(), "/about/?from=letter");
    expect(withQuery.headers.get("location")).toBe("/about?from=letter");
    const withLongQuery = await ask(aGateway(), `/about/?${"a".repeat(6_000)}`);
    expect(withLongQuery.headers.get("location")).toBe("/about");
    for (const path of [
      "//evil.example/",
      "/\\evil.example/",
      "/%2F%2Fevil.example/",
      "//",
      "/about//",
      `${"/".repeat(16_000)}a`,
    ]) {
      expect((await ask(aGateway(), path)).headers.get("location") ?? "/").toBe("/");
    }
  });

  it("keep the characters of the request when they redirect", async () => {
    const { pages } = somePages();
    const found = pages.find("/about");
    const gateway = aGateway({ pages: { ...pages, find: (path) => (path.endsWith("/") ? undefined : found) } });
    for (const path of ["/music/lake%00", "/music/%E2%98%83", "/music/a%2Fb"]) {
      const { status, headers } = await ask(gateway, `${path}/`);
      expect([status, headers.get("location")]).toEqual([308, path]);
    }
  });

  it("that do not exist get the 404 page, or a short response if they look like a file", async () => {
    const page = await ask(aGateway(), "/no/such/page");
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await page.text()).toContain("Page not found");
    const old = await ask(aGateway(), "/index.html", { headers: { Accept: "text/html,*/*" } });
    expect([old.status, old.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    const file = await ask(aGateway(), "/wp-login.php");
    expect([file.status, file.headers.get("content-type")]).toEqual([404, "application/json"]);
  });

  it("accept only GET and HEAD", async () => {
    const response = await ask(aGateway(), "/about", { method: "POST" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("of built files send the file, which browsers may cache for a year", async () => {
    const headers = { "Content-Type": "text/javascript", "Cache-Control": "public, max-age=31536000, immutable" };
    const files = new Map([["/assets/main-1.js", prepare({ headers, body: "let a" })]]);
    const response = await ask(aGateway({ files }), "/assets/main-1.js");
    expect(await response.text()).toBe("let a");
    expect(response.headers.get("cache-control")).toContain("immutable");
  });
});

it("an unknown error is logged completely, but its response has no details", async () => {
  const logged: unknown[] = [];
  const log = Object.assign(Object.create(silentLog), { error: (fields: unknown) => logged.push(fields) });
  const response = await ask(
    aGateway({
      log,
      database: {
        answer: async () => {
          throw new Error("secret detail");
        },
        isHosted: false,
      },
    }),
    "/rest/v1/newsletter_subscribers",
  );
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain("secret detail");
  expect(logged).toEqual([expect.objectContaining({ err: new Error("secret detail") })]);
});

describe("an address with thousands of accents", () => {
  it("matches no album and is not normalised", async () => {
    const normalised = vi.spyOn(String.prototype, "normalize");
    onTestFinished(() => normalised.mockRestore());
    const marks = "%CC%81%CC%96".repeat(1_200);
    expect((await ask(aGateway(), `/music/a${marks}`)).status).toBe(404);
    expect(normalised.mock.contexts.every((text) => String(text).length < 1_000)).toBe(true);
  });
});

it("a sign-up from a page of another site is rejected, with or without the key in the address", async () => {
  const gateway = aGateway();
  const send = async (headers: Record<string, string>) => {
    const init = { ...signUp, headers: { ...signUp.headers, ...headers } };
    return (await ask(gateway, "/rest/v1/newsletter_subscribers?apikey=the-key", init)).status;
  };
  expect(await send({ "Sec-Fetch-Site": "cross-site" })).toBe(403);
  expect(await send({ Origin: "https://evil.example" })).toBe(403);
  expect(await send({ "Sec-Fetch-Site": "same-origin" })).toBe(201);
  expect(await send({ Origin: ORIGIN })).toBe(201);
  expect(await send({})).toBe(201);
});
