import type { Finding } from "@porchlight/protocol/doctor.ts";
import { describe, expect, it } from "vitest";
import { anOutside, answering, aSite, statusesOf, systemError, the } from "../a-site.case.ts";
import { checkProviders } from "./providers.ts";

type Answers = Parameters<typeof answering>[0];

async function check(settings: Record<string, string>, answers: Answers): Promise<Finding[]> {
  const findings = await checkProviders(aSite(settings), anOutside({ fetch: answering(answers) }));
  // No finding shows a secret.
  expect(JSON.stringify(findings)).not.toContain("hunter");
  return findings;
}

const CLIENT = { GOOGLE_CLIENT_ID: "app", GOOGLE_CLIENT_SECRET: "hunter2" };
const brokenOff = () =>
  new Response(new ReadableStream({ start: (answer) => answer.error(systemError("ECONNRESET")) }));
const status = (code: number) => () => new Response("hunter9 was refused", { status: code });

it("a provider that no setting names gets no request", async () => {
  const fetch = () => Promise.reject(new Error("No provider may get a request"));
  expect(await checkProviders(aSite(), anOutside({ fetch }))).toEqual([]);
});

it("if the check of one provider throws, that provider is unknown and the others are checked", async () => {
  const site = aSite({ GA_MEASUREMENT_ID: "G-ABC123", GA_API_SECRET: "s", ...CLIENT });
  const errors: unknown[] = [];
  const outside = anOutside({
    fetch: answering({ "https://www.google-analytics.com/debug/mp/collect": brokenOff }),
    onError: (error) => void errors.push(error),
  });
  const findings = await checkProviders(site, outside);
  expect(statusesOf(findings)).toEqual({ "provider-analytics": "unknown", "provider-sign-in": "bad" });
  expect(errors).toHaveLength(1);
});

describe("Supabase", () => {
  const SETTINGS = { SUPABASE_URL: "https://a.supabase.example", SUPABASE_ANON_KEY: "hunter2" };
  const AUTH = "https://a.supabase.example/auth/v1/settings";
  const LIST = "https://a.supabase.example/rest/v1/newsletter_subscribers";
  const answers = (list: (request: Request) => Response): Answers => ({
    [AUTH]: ({ headers }) => new Response("{}", { status: headers.get("apikey") === "hunter2" ? 200 : 401 }),
    [LIST]: list,
    "https://a.supabase.example/rest/v1/rpc/address_of_link": () => Response.json(null),
    "https://a.supabase.example/rest/v1/rpc/list_secret": status(401),
  });

  it("is good when it accepts the key and hides the list, and the check requests no email address", async () => {
    const queries: string[] = [];
    const findings = await check(
      SETTINGS,
      answers(({ url }) => {
        queries.push(new URL(url).search);
        return Response.json([]);
      }),
    );
    expect(findings.map(({ status }) => status)).toEqual(["good", "good"]);
    expect(queries).toEqual(["?select=id&limit=1"]);
  });

  it("is bad when it rejects the key or cannot be reached", async () => {
    expect(the("provider-supabase", await check(SETTINGS, { [AUTH]: status(401) })).status).toBe("bad");
    expect(the("provider-supabase", await check(SETTINGS, {})).found).toContain("its name cannot be found");
  });

  it.each([
    [404, "Check SUPABASE_URL"],
    [429, "Wait"],
    [540, "Resume"],
    [500, "status.supabase.com"],
  ])("is bad when it answers %i, and the finding says what to do", async (code, next) => {
    const finding = the("provider-supabase", await check(SETTINGS, { [AUTH]: status(code) }));
    expect([finding.status, finding.next?.includes(next)]).toEqual(["bad", true]);
  });

  it("is bad without the table, or when everybody can read it", async () => {
    expect(the("provider-supabase-list", await check(SETTINGS, answers(status(404)))).status).toBe("bad");
    const open = await check(
      SETTINGS,
      answers(() => Response.json([{ id: 1 }])),
    );
    expect(the("provider-supabase-list", open).found).toBe("Everybody on the internet can read your list.");
  });
});

describe("the functions of the list at Supabase", () => {
  const SETTINGS = { SUPABASE_URL: "https://a.supabase.example", SUPABASE_ANON_KEY: "hunter2" };
  const list = async (answers: Answers) =>
    the(
      "provider-supabase-list",
      await check(SETTINGS, {
        "https://a.supabase.example/auth/v1/settings": () => new Response("{}"),
        "https://a.supabase.example/rest/v1/newsletter_subscribers": () => Response.json([]),
        ...answers,
      }),
    );
  const LINK = "https://a.supabase.example/rest/v1/rpc/address_of_link";
  const SECRET = "https://a.supabase.example/rest/v1/rpc/list_secret";
  const there = () => Response.json(null);
  const missing = () => Response.json({ code: "PGRST202" }, { status: 404 });
  const closed = () => Response.json({ code: "42501" }, { status: 401 });

  it.each([
    ["there is no function for unsubscribe links", { [LINK]: missing, [SECRET]: closed }],
    ["there is no function that gives exports their links", { [LINK]: there, [SECRET]: missing }],
    ["a made-up link opens", { [LINK]: () => Response.json("a…@example.com"), [SECRET]: closed }],
    ["a stranger gets the secret", { [LINK]: there, [SECRET]: () => Response.json("hunter3") }],
  ])("are bad when %s", async (_, answers) => {
    expect(await list(answers)).toMatchObject({ status: "bad", next: expect.stringContaining("hosting/supabase") });
  });

  it("are unknown when they do not answer", async () => {
    expect((await list({ [LINK]: status(503), [SECRET]: closed })).status).toBe("unknown");
    expect((await list({ [LINK]: there })).status).toBe("unknown");
  });

  it("are good when they exist", async () => {
    expect((await list({ [LINK]: there, [SECRET]: closed })).status).toBe("good");
  });
});

describe("Shopify", () => {
  const SETTINGS = { SHOPIFY_STORE_DOMAIN: "a.myshopify.example", SHOPIFY_STOREFRONT_ACCESS_TOKEN: "hunter2" };
  const shop = async (answer: (request: Request) => Response) =>
    the("provider-shopify", await check(SETTINGS, { "https://a.myshopify.example/api/2022-10/graphql.json": answer }));
  const ONE = { edges: [{ node: { id: "gid://shopify/Product/1" } }] };
  const named = (headers: Record<string, string> = {}, products: object | null = ONE) =>
    Response.json({ data: { shop: { name: "A" }, products } }, { headers });

  it("is good when it returns its name and a product", async () => {
    const finding = await shop(({ headers }) =>
      headers.get("X-Shopify-Storefront-Access-Token") === "hunter2" ? named() : new Response("", { status: 401 }),
    );
    expect(finding.status).toBe("good");
  });

  it("is worth a look when it answers in another version", async () => {
    expect(await shop(() => named({ "X-Shopify-API-Version": "2026-01" }))).toMatchObject({ status: "look" });
  });

  it("is worth a look when it has published nothing to this site's channel", async () => {
    expect(await shop(() => named({}, { edges: [] }))).toMatchObject({
      status: "look",
      next: "Publish your products to the Headless channel in Shopify's admin.",
    });
  });

  it("is bad when its token has no right to products", async () => {
    const errors = [{ message: "Access denied for products field.", extensions: { code: "ACCESS_DENIED" } }];
    for (const data of [null, { shop: { name: "A" }, products: null }]) {
      expect(await shop(() => Response.json({ errors, data }))).toMatchObject({
        status: "bad",
        next: "Give the token the right to read products, and check SHOPIFY_API_VERSION.",
      });
    }
  });

  it("is worth a look, with a later retry, when it limits the rate or has a server error", async () => {
    const throttled = () => Response.json({ errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }] });
    for (const answer of [status(429), status(430), status(503), throttled]) {
      expect(await shop(answer)).toMatchObject({
        status: "look",
        next: expect.stringContaining("Try again in a while"),
      });
    }
  });

  it("is bad when it rejects the request, is frozen or does not return its name", async () => {
    for (const code of [401, 402, 404]) expect((await shop(status(code))).status).toBe("bad");
    const refused = () => Response.json({ errors: [{ message: "ACCESS_DENIED" }] });
    expect((await shop(refused)).status).toBe("bad");
    expect(the("provider-shopify", await check(SETTINGS, {})).status).toBe("bad");
  });
});

describe("Spotify", () => {
  const SETTINGS = {
    SPOTIFY_CLIENT_ID: "app",
    SPOTIFY_CLIENT_SECRET: "hunter2",
    SPOTIFY_ARTIST_ID: "0123456789012345678901",
  };
  const TOKEN = "https://accounts.spotify.com/api/token";
  const ALBUMS = "https://api.spotify.com/v1/artists/0123456789012345678901/albums";
  const token = () => Response.json({ access_token: "hunter3", token_type: "Bearer", expires_in: 3600 });
  const spotify = async (answers: Answers) => the("provider-spotify", await check(SETTINGS, answers));

  it("is good when it returns albums, and worth a look when it has none", async () => {
    const albums = (items: unknown[]) => () => Response.json({ items, next: null });
    expect((await spotify({ [TOKEN]: token, [ALBUMS]: albums([{}, {}]) })).status).toBe("good");
    expect((await spotify({ [TOKEN]: token, [ALBUMS]: albums([]) })).status).toBe("look");
  });

  it("is bad when it rejects the app or does not answer", async () => {
    expect(await spotify({ [TOKEN]: status(400) })).toMatchObject({
      status: "bad",
      found: "It refuses the app's id and secret.",
    });
    expect(await spotify({ [TOKEN]: token, [ALBUMS]: status(403) })).toMatchObject({
      status: "bad",
      next: expect.stringContaining("Spotify Premium"),
    });
    expect((await spotify({})).status).toBe("bad");
    expect((await spotify({ [TOKEN]: token, [ALBUMS]: status(503) })).status).toBe("bad");
  });
});

describe("Mailchimp", () => {
  const SETTINGS = { MAILCHIMP_SUBSCRIBE_URL: "https://a.us1.list-manage.com/subscribe/post?u=a1&id=b2" };
  const form = async (answer: (url: URL) => Response) =>
    the(
      "provider-mailchimp",
      await check(SETTINGS, {
        "https://a.us1.list-manage.com/subscribe/post-json": ({ url }) => answer(new URL(url)),
      }),
    );
  const says = (url: URL, msg: string) =>
    new Response(`${url.searchParams.get("c")}(${JSON.stringify({ result: "error", msg })})`);

  it("is good when its form answers, and the check adds nobody to the list", async () => {
    const finding = await form((url) => {
      expect(url.searchParams.has("EMAIL")).toBe(false);
      return says(url, "0 - Please enter a value");
    });
    expect(finding.status).toBe("good");
  });

  it("is bad when its form requires a captcha or returns a page", async () => {
    expect((await form((url) => says(url, "captcha"))).found).toContain("captcha");
    expect((await form(() => new Response("<html>"))).status).toBe("bad");
    expect(the("provider-mailchimp", await check(SETTINGS, {})).status).toBe("bad");
  });

  it("is worth a look, with a later retry, when it limits the rate or has a server error", async () => {
    for (const code of [429, 503]) {
      expect(await form(status(code))).toMatchObject({
        status: "look",
        next: expect.stringContaining("Try again in a while"),
      });
    }
  });

  it("is bad when its response is cut off or never ends", async () => {
    expect((await form(brokenOff)).status).toBe("bad");
    let sent = 0;
    const endless = new ReadableStream({
      pull(answer) {
        sent += 1;
        if (sent < 100) answer.enqueue(Buffer.alloc(64 * 1024));
        else answer.close();
      },
    });
    expect((await form(() => new Response(endless))).status).toBe("bad");
    expect(sent).toBeLessThan(30);
  });
});

describe("Google Analytics", () => {
  const SETTINGS = { GA_MEASUREMENT_ID: "G-ABC123", GA_API_SECRET: "hunter2" };
  const CHECKED = "https://www.google-analytics.com/debug/mp/collect";

  it("is unknown when it answers, because it never says whether the secret is right", async () => {
    const findings = await check(SETTINGS, { [CHECKED]: () => Response.json({ validationMessages: [] }) });
    expect(the("provider-analytics", findings).status).toBe("unknown");
  });

  it("is bad when it does not answer", async () => {
    expect(the("provider-analytics", await check(SETTINGS, {})).status).toBe("bad");
    expect(the("provider-analytics", await check(SETTINGS, { [CHECKED]: status(404) })).status).toBe("bad");
  });
});

describe("Stripe", () => {
  const KEYS = { STRIPE_SECRET_KEY: "sk_live_hunter2", STRIPE_WEBHOOK_SECRET: "whsec_hunter3" };
  const SETTINGS = { ...KEYS, PUBLIC_URL: "https://a.example" };
  const SESSIONS = "https://api.stripe.com/v1/checkout/sessions";
  const WEBHOOKS = "https://api.stripe.com/v1/webhook_endpoints";
  const endpoint = (overrides = {}) => ({
    url: "https://a.example/checkout/stripe/webhook",
    status: "enabled",
    enabled_events: ["*"],
    ...overrides,
  });
  const stripe = (data: unknown[], settings = SETTINGS) =>
    check(settings, {
      [SESSIONS]: ({ headers }) =>
        new Response("{}", { status: headers.get("Authorization")?.startsWith("Bearer sk_") ? 200 : 401 }),
      [WEBHOOKS]: () => Response.json({ data }),
    });

  it("is good when it accepts the key and notifies this site of payments", async () => {
    expect((await stripe([endpoint()])).map(({ status }) => status)).toEqual(["good", "good"]);
  });

  it("is worth a look in test mode on a public site", async () => {
    const test = { ...SETTINGS, STRIPE_SECRET_KEY: "sk_test_hunter2" };
    expect(the("provider-stripe", await stripe([endpoint()], test)).status).toBe("look");
    const atHome = { STRIPE_SECRET_KEY: "sk_test_hunter2", STRIPE_WEBHOOK_SECRET: "whsec_hunter3" };
    const answers = { [SESSIONS]: () => Response.json({}), [WEBHOOKS]: status(403) };
    expect(the("provider-stripe", await check(atHome, answers)).status).toBe("good");
  });

  it("is bad when it rejects the key or does not let it see payments", async () => {
    expect(await check(SETTINGS, { [SESSIONS]: status(401) })).toMatchObject([{ status: "bad" }]);
    const restricted = await check(SETTINGS, { [SESSIONS]: status(403), [WEBHOOKS]: status(403) });
    expect(restricted.map(({ status }) => status)).toEqual(["bad", "unknown"]);
    expect(the("provider-stripe", await check(SETTINGS, {})).status).toBe("bad");
  });

  it.each([
    ["no webhook points here", []],
    ["the one that points here is switched off", [endpoint({ status: "disabled" })]],
    ["an event is missing", [endpoint({ enabled_events: ["checkout.session.completed"] })]],
  ])("has a bad webhook when %s", async (_, data) => {
    expect(the("provider-stripe-webhook", await stripe(data)).status).toBe("bad");
  });
});

describe("linked sign-in", () => {
  const DISCOVERY = "https://accounts.google.com/.well-known/openid-configuration";

  it("is unknown until somebody signs in, worth a look when the provider fails, and bad when there is no provider", async () => {
    const provider = () => Response.json({ token_endpoint: "https://accounts.google.com/token" });
    expect(the("provider-sign-in", await check(CLIENT, { [DISCOVERY]: provider })).status).toBe("unknown");
    expect(the("provider-sign-in", await check(CLIENT, { [DISCOVERY]: status(404) })).status).toBe("bad");
    expect(the("provider-sign-in", await check(CLIENT, { [DISCOVERY]: status(503) })).status).toBe("look");
    expect(the("provider-sign-in", await check(CLIENT, {})).status).toBe("bad");
  });
});
