import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { anAlbum } from "@porchlight/fixtures/album.ts";
import { aShow } from "@porchlight/fixtures/show.ts";
import { describe, expect, it } from "vitest";
import type { Gateway } from "../app.ts";
import { createScheduler } from "../lib/scheduler.ts";
import { aReadyCheckout, aShop } from "../services/store/builtin/checkout-pages/a-buyer.case.ts";
import { createCheckoutPages } from "../services/store/builtin/checkout-pages/routes.ts";
import { stepPath } from "../services/store/builtin/checkout-pages/steps.ts";
import { aDataFile } from "../testing/a-data-file.ts";
import { aGateway, somePages } from "../testing/gateway-in-memory.ts";
import { aTestFolder } from "../testing/gateway-process.ts";
import { anAuth, OWNER } from "../testing/signed-in.ts";

const ORIGIN = "https://artist.example";
const SIX_MONTHS_S = 15_552_000;

const ask = (gateway: Gateway, path: string, init: RequestInit = {}) =>
  Promise.resolve(gateway.fetch(new Request(ORIGIN + path, { headers: { Origin: "https://other.example" }, ...init })));

/**
 * Expects the headers that docs/security.md promises for every response. Scripts of other sites must have a checksum.
 *
 * @param resourcePolicy which sites may embed the response
 */
async function expectStrictHeaders(response: Response, resourcePolicy = "same-origin"): Promise<void> {
  const { headers } = response;
  const policy = readPolicy(headers);
  expect(policy.get("default-src")).toEqual(["'none'"]);
  expect(policy.get("object-src") ?? ["'none'"]).toEqual(["'none'"]);
  expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
  const sources = [...policy.values()].flat();
  // There is no whole scheme, no wildcard, nothing unencrypted, and nothing inline without a checksum.
  expect(sources.filter((source) => /^(\*|\w+:(\/\/\*.*)?|http:.*|'unsafe-.*')$/.test(source))).toEqual([]);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toMatch(/^(no-referrer|strict-origin-when-cross-origin)$/);
  const seconds = /^max-age=(\d+)/.exec(headers.get("strict-transport-security") ?? "")?.[1];
  expect(Number(seconds)).toBeGreaterThanOrEqual(SIX_MONTHS_S);
  expect(headers.get("cross-origin-resource-policy")).toBe(resourcePolicy);
  const isDocument = headers.get("content-type")?.startsWith("text/html");
  expect(headers.get("cross-origin-opener-policy")).toBe(isDocument ? "same-origin" : null);
  expect(headers.has("access-control-allow-credentials")).toBe(false);
  for (const cookie of headers.getSetCookie()) {
    expect(cookie).toMatch(/; Secure(;|$)/i);
    expect(cookie).toMatch(/; HttpOnly(;|$)/i);
    expect(cookie).toMatch(/; SameSite=(Lax|Strict)(;|$)/i);
  }
  if (!headers.get("content-type")?.startsWith("text/html")) return;
  const foreignScripts = [...(await response.text()).matchAll(/<script[^>]*\ssrc="(?:https?:)?\/\/[^>]*>/g)];
  expect(foreignScripts.filter(([tag]) => !/src="https:/.test(tag) || !tag.includes(" integrity="))).toEqual([]);
}

/** Reads the content security policy: each directive with its sources. */
function readPolicy(headers: Headers): Map<string, string[]> {
  const parts = (headers.get("content-security-policy") ?? "").split(";").map((part) => part.trim().toLowerCase());
  return new Map(parts.filter(Boolean).map((part) => [part.split(/\s+/)[0] ?? "", part.split(/\s+/).slice(1)]));
}

describe("strict security headers", () => {
  it.each([
    "/",
    "/about",
    "/shop",
    "/music",
    "/admin",
    "/no/such/page",
    "/rest/v1/",
    "/auth/v1/settings",
    "/admin/api/sessions",
    "/config.json",
    "/healthz",
    "/spotify/v1/artists/a/albums",
    "/analytics/events",
    "/robots.txt",
  ])("are on %s", async (path) => {
    await expectStrictHeaders(await ask(aGateway(), path));
  });

  it("are on the embed of the shows too, which every site may show in a frame", async () => {
    const { pages } = somePages({ shows: () => [aShow()] });
    const { headers } = await ask(aGateway({ pages }), "/shows/embed?theme=dark");
    const policy = readPolicy(headers);
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect([...policy.keys()].filter((directive) => directive.endsWith("-src"))).toEqual(["default-src", "style-src"]);
    expect(policy.get("frame-ancestors")).toEqual(["*"]);
    expect(headers.get("x-frame-options")).toBeNull();
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.getSetCookie()).toEqual([]);
    for (const path of ["/shows", "/shows/2026-kingston"]) {
      await expectStrictHeaders(await ask(aGateway({ pages }), path));
    }
  });

  it("are on pages with Shop Pay and Spotify's player", async () => {
    const music = { albums: [anAlbum()], recordings: [], artistId: "a" };
    const { pages } = somePages({ shopPayDomain: "harbour-line.myshopify.com", music: () => music });
    for (const path of ["/shop", "/music"]) {
      const page = await ask(aGateway({ pages }), path);
      expect(page.headers.get("Content-Security-Policy")).toMatch(/cdn\.shopify\.com.*open\.spotify\.com/);
      await expectStrictHeaders(page);
    }
  });

  it("are on every page of the checkout, and on its 404 page", async () => {
    const { store } = await aShop();
    const checkoutPages = createCheckoutPages({
      ...store,
      cards: undefined,
      scheduler: createScheduler({}),
      isMailSent: true,
      publicUrl: ORIGIN,
      shopName: () => "Harbour Line",
      pageTheme: () => ({ stylesheets: ["/assets/every-page.css"], themeColour: "#d83b65", ground: "dusk" }),
    });
    const gateway = aGateway({
      store: {
        answer: async () => ({ status: 200, headers: {}, body: "{}" }),
        products: () => ({ products: [], currencyCode: "CAD" }),
        accessToken: "the-storefront-token",
        apiVersion: "2022-10",
        checkoutPages,
      },
    });
    const checkout = await aReadyCheckout(store);
    for (const step of ["contact", "delivery", "payment"] as const) {
      const page = await ask(gateway, stepPath(checkout, step));
      expect(page.status).toBe(200);
      await expectStrictHeaders(page);
    }
    await expectStrictHeaders(await ask(gateway, "/checkout/none?key=none"));
  });

  it("are on a picture, which other sites may show", async () => {
    const path = join(aTestFolder(), "n1.jpg");
    writeFileSync(path, "a picture");
    const { pictures } = somePages();
    const file = () => ({ path, version: "1", contentType: "image/jpeg" });
    const response = await ask(aGateway({ pictures: { ...pictures, file } }), "/optimized/n1-hero.jpg");
    expect(response.status).toBe(200);
    await expectStrictHeaders(response, "cross-origin");
  });

  it("are on the response to a sign-in, with a protected cookie", async () => {
    const data = aDataFile();
    const auth = await anAuth(data);
    const response = await ask(aGateway({ auth }), "/auth/v1/token?grant_type=password", {
      method: "POST",
      headers: { apikey: auth.anonymousKey },
      body: JSON.stringify(OWNER),
    });
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).not.toEqual([]);
    await expectStrictHeaders(response);
  });
});
