import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { anAlbum } from "@porchlight/fixtures/album.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Gateway } from "../app.ts";
import { openDataFile } from "../data/data-file.ts";
import { createScheduler } from "../lib/scheduler.ts";
import { aReadyCheckout, aShop } from "../services/store/builtin/checkout-pages/a-buyer.case.ts";
import { createCheckoutPages } from "../services/store/builtin/checkout-pages/routes.ts";
import { stepPath } from "../services/store/builtin/checkout-pages/steps.ts";
import { aGateway, somePages } from "../testing/gateway-in-memory.ts";
import { aTestFolder } from "../testing/gateway-process.ts";
import { anAuth, OWNER } from "../testing/signed-in.ts";
import { observe } from "./observatory.case.ts";

const ORIGIN = "https://artist.example";
/** What a strict policy without cookies comes to: 100, and 10 + 5 + 5 + 10. */
const FULL = 130;

const ask = (gateway: Gateway, path: string, init: RequestInit = {}) =>
  Promise.resolve(gateway.fetch(new Request(ORIGIN + path, { headers: { Origin: "https://other.example" }, ...init })));
const scoreOf = async (gateway: Gateway, path: string, init?: RequestInit) =>
  (await observe(await ask(gateway, path, init))).score;

describe("at Mozilla's HTTP Observatory", () => {
  it.each(["/", "/about", "/shop", "/music", "/admin", "/no/such/page"])("%s has a full A+", async (path) => {
    expect(await observe(await ask(aGateway(), path))).toEqual({
      points: {
        "content-security-policy": 10,
        cookies: 0,
        "cross-origin-resource-sharing": 0,
        "referrer-policy": 5,
        "strict-transport-security": 0,
        "subresource-integrity": 0,
        "x-content-type-options": 0,
        "x-frame-options": 5,
        "cross-origin-resource-policy": 10,
      },
      score: FULL,
    });
  });

  it.each([
    "/rest/v1/",
    "/auth/v1/settings",
    "/admin/api/sessions",
    "/config.json",
    "/healthz",
    "/spotify/v1/artists/a/albums",
    "/analytics/events",
    "/robots.txt",
  ])("%s has what a page has", async (path) => {
    expect(await scoreOf(aGateway(), path)).toBe(FULL);
  });

  it("pages keep it with Shop Pay and Spotify's player", async () => {
    const heard = { albums: [anAlbum()], recordings: [], artistId: "a" };
    const { pages } = somePages({ shopPayDomain: "harbour-line.myshopify.com", music: () => heard });
    for (const path of ["/shop", "/music"]) {
      const page = await ask(aGateway({ pages }), path);
      expect(page.headers.get("Content-Security-Policy")).toMatch(/cdn\.shopify\.com.*open\.spotify\.com/);
      expect((await observe(page)).score).toBe(FULL);
    }
  });

  it("the checkout has it on every page, and where there is none", async () => {
    const { store } = await aShop();
    const checkoutPages = createCheckoutPages({
      ...store,
      cards: undefined,
      scheduler: createScheduler({}),
      isMailSent: true,
      publicUrl: ORIGIN,
      shopName: () => "Harbour Line",
      dress: () => ({ stylesheets: ["/assets/every-page.css"], themeColour: "#d83b65" }),
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
      expect([page.status, (await observe(page)).score]).toEqual([200, FULL]);
    }
    expect(await scoreOf(gateway, "/checkout/none?key=none")).toBe(FULL);
  });

  it("a picture lacks only the points for being shown nowhere else", async () => {
    const path = join(aTestFolder(), "n1.jpg");
    writeFileSync(path, "a picture");
    const { pictures } = somePages();
    const file = () => ({ path, version: "1", contentType: "image/jpeg" });
    const answer = await ask(aGateway({ pictures: { ...pictures, file } }), "/optimized/n1-hero.jpg");
    expect([answer.status, (await observe(answer)).score]).toEqual([200, FULL - 10]);
  });

  it("signing in gets five more for a cookie that is kept well", async () => {
    const data = openDataFile({ dir: aTestFolder() });
    onTestFinished(() => data.close());
    const auth = await anAuth(data);
    const answer = await ask(aGateway({ auth }), "/auth/v1/token?grant_type=password", {
      method: "POST",
      headers: { apikey: auth.anonymousKey },
      body: JSON.stringify(OWNER),
    });
    expect([answer.status, (await observe(answer)).score]).toEqual([200, FULL + 5]);
  });
});

describe("the rules here", () => {
  it("take points for what is not safe", async () => {
    const points = async (headers: Record<string, string>, html = "") =>
      (await observe(new Response(html, { headers: { "Content-Type": "text/html", ...headers } }))).points;
    const policy = async (value: string) =>
      (await points({ "Content-Security-Policy": value }))["content-security-policy"];
    expect(await policy("default-src 'self'")).toBe(5);
    expect(await policy("default-src 'none'; style-src 'unsafe-inline'")).toBe(0);
    expect(await policy("default-src 'none'; img-src http://a.example")).toBe(-10);
    expect(await policy("default-src 'none'; script-src 'self' 'unsafe-eval'")).toBe(-10);
    expect(await policy("default-src 'none'; script-src 'unsafe-inline'")).toBe(-20);
    expect(await policy("img-src 'self'")).toBe(-20);
    const bare = await observe(new Response(""));
    expect(bare).toMatchObject({ points: { "content-security-policy": -25, "x-frame-options": -20 }, score: 30 });
    expect((await points({ "Set-Cookie": "session=1; HttpOnly" })).cookies).toBe(-20);
    const script = '<script type="module" src="https://cdn.example/a.js"></script>';
    expect((await points({}, script))["subresource-integrity"]).toBe(-5);
  });
});
