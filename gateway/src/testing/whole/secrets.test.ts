import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { anAlbum } from "@porchlight/fixtures/album.ts";
import { expect, test } from "vitest";
import { ARTIST, aSpotify, SECRET, TOKEN } from "../../services/music/a-spotify.case.ts";
import { aFakeProvider, PROBLEMS } from "../fake-provider.ts";
import { anonymousKeyOf, aTestFolder, startGateway } from "../gateway-process.ts";

const ASSETS = join(import.meta.dirname, "../../../../site/dist/client/assets");

/** Every secret in the settings, and a provider's token. */
const SECRETS = {
  SPOTIFY_CLIENT_SECRET: SECRET,
  STRIPE_SECRET_KEY: "sk_test_stays0in0the0gateway",
  STRIPE_WEBHOOK_SECRET: "whsec_stays0in0the0gateway",
  GOOGLE_CLIENT_SECRET: "google-stays-in-the-gateway",
  GA_API_SECRET: "analytics-stays-in-the-gateway",
  SMTP_URL: "smtp://porchlight:smtp-stays-in-the-gateway@127.0.0.1:9",
  BOUNCE_IMAP_URL: "imaps://porchlight:imap-stays-in-the-gateway@127.0.0.1:9",
  POSTMARK_WEBHOOK_SECRET: "postmark-stays-in-the-gateway",
  MAILGUN_WEBHOOK_KEY: "mailgun-stays-in-the-gateway",
  ADMIN_PASSWORD: "a password that stays in the gateway",
};
const NEEDLES = [...Object.values(SECRETS), "smtp-stays-in-the-gateway", "imap-stays-in-the-gateway", TOKEN];

/** Everything in a response that a stranger can read: headers and decoded body. */
async function readWhole(response: Response): Promise<string> {
  const headers = [...response.headers].flat().join("\n");
  return `${headers}\n${Buffer.from(await response.arrayBuffer()).toString("latin1")}`;
}

test("no byte that is served or logged holds a secret of the settings or a provider's token", async () => {
  const spotify = await aSpotify([anAlbum({ name: "Lake Effect" })]);
  const gateway = await startGateway({
    dataDir: aTestFolder(),
    settings: {
      ...SECRETS,
      SPOTIFY_CLIENT_ID: "the-client",
      SPOTIFY_ARTIST_ID: ARTIST,
      SPOTIFY_ACCOUNTS_URL: spotify.url,
      SPOTIFY_API_URL: spotify.url,
      GOOGLE_CLIENT_ID: "a-client",
      GA_MEASUREMENT_ID: "G-ABC123",
      GA_URL: "http://127.0.0.1:9",
      MAIL_FROM: "hello@artist.example",
    },
  });
  const served: string[] = [];
  const serve = async (path: string, init?: RequestInit) => {
    const response = await fetch(gateway.url + path, { redirect: "manual", ...init });
    const whole = await readWhole(response);
    expect(
      NEEDLES.filter((secret) => whole.includes(secret)),
      path,
    ).toEqual([]);
    served.push(path);
    return { status: response.status, whole };
  };

  // The provider really gets requests, so that a secret or a token could leak.
  const albums = `/spotify/v1/artists/${ARTIST}/albums?include_groups=album,single&market=US&limit=50`;
  const { whole } = await serve(albums);
  expect(whole).toContain("Lake Effect");
  expect(spotify.requests).toContain("token");

  const { whole: sitemap } = await serve("/sitemap.xml");
  const pages = [...sitemap.matchAll(/<loc>[^<]*?:\d+([^<]*)<\/loc>/g)].map(([, path = "/"]) => path);
  expect(pages).toContain("/music/lake-effect");
  const screens = pages.filter((path) => /^\/[a-z]+$/.test(path)).map((path) => `/content${path}.json`);
  const others = ["/admin", "/config.json", "/healthz", "/robots.txt", "/nowhere", "/content/home.json", "/media/none"];
  for (const path of [...pages, ...screens, ...others]) await serve(path);
  for (const file of readdirSync(ASSETS)) await serve(`/assets/${file}`);

  // Error responses must not contain a secret either.
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  await serve("/spotify/api/token", { method: "POST", headers: form, body: "grant_type=password" });
  await serve("/spotify/api/token", {
    method: "POST",
    headers: form,
    body: "grant_type=client_credentials&client_id=a&client_secret=b",
  });
  await serve(albums, { headers: { Authorization: "Bearer wrong" } });
  await serve("/auth/v1/authorize?provider=google");
  await serve("/checkout/stripe/webhook", { method: "POST", body: "{}", headers: { "Stripe-Signature": "t=1,v1=0" } });
  await serve("/api/2022-10/graphql.json", { method: "POST", body: "{" });

  expect(served.length).toBeGreaterThan(40);
  expect(NEEDLES.filter((secret) => gateway.output().includes(secret))).toEqual([]);
});

test("the error of a failing provider does not contain its secret", async () => {
  const spotify = await aSpotify();
  spotify.acts.token.push((response) => response.writeHead(400).end(`no such client: ${SECRET}`));
  const gateway = await startGateway({
    dataDir: aTestFolder(),
    settings: {
      SPOTIFY_CLIENT_ID: "the-client",
      SPOTIFY_CLIENT_SECRET: SECRET,
      SPOTIFY_ARTIST_ID: ARTIST,
      SPOTIFY_ACCOUNTS_URL: spotify.url,
      SPOTIFY_API_URL: spotify.url,
    },
  });
  const response = await fetch(`${gateway.url}/spotify/v1/artists/${ARTIST}/albums`);
  expect(response.status).toBe(502);
  expect(await readWhole(response)).toContain("AUTHENTICATION_FAILED");
  expect(gateway.output()).not.toContain(SECRET);
});

test("the list's provider gets its key, but the key is in no response and in no log", async () => {
  const provider = await aFakeProvider();
  const gateway = await startGateway({
    dataDir: aTestFolder(),
    settings: {
      SUPABASE_URL: provider.url,
      SUPABASE_ANON_KEY: provider.anonKey,
      ADMIN_PASSWORD: SECRETS.ADMIN_PASSWORD,
    },
  });
  const key = await anonymousKeyOf(gateway);
  const claims = { sub: "owner", exp: 4_000_000_000, aal: "aal2", session_id: "s" };
  const token = `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;
  const needles = [provider.anonKey, provider.url, SECRETS.ADMIN_PASSWORD];
  const form = new URLSearchParams({ t: "a-token" });
  const requests: [path: string, init?: RequestInit][] = [
    ["/config.json"],
    ["/"],
    ["/admin"],
    ["/rest/v1/newsletter_subscribers"],
    ["/rest/v1/rpc/list_secret", { method: "POST", body: "{}" }],
    ["/auth/v1/user"],
    ["/auth/v1/settings"],
    ["/auth/v1/token?grant_type=password", { method: "POST", body: '{"email":"a@b.example","password":"x"}' }],
    ["/auth/v1/authorize?provider=google"],
    ["/admin/api/exports", { method: "POST", body: '{"format":"json"}' }],
    ["/mailing-list/subscribe/post-json?EMAIL=ann@example.com&FNAME=&LNAME=&c=cb"],
    ["/unsubscribe?t=a-token"],
    ["/unsubscribe", { method: "POST", body: form }],
  ];
  // In the usual order, the first problems would make the gateway pause and send no more requests.
  for (const [, answer] of PROBLEMS.toReversed()) {
    provider.behave(answer);
    for (const [path, init] of requests) {
      const headers = { apikey: key, Authorization: `Bearer ${token}` };
      // fetch sets the content type of a form itself.
      const options = { ...init, redirect: "manual", ...(init?.body !== form && { headers }) } as const;
      const whole = await readWhole(await fetch(gateway.url + path, options));
      expect(
        needles.filter((secret) => whole.includes(secret)),
        path,
      ).toEqual([]);
    }
  }
  const socket = new WebSocket(`${gateway.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`);
  await once(socket, "close");

  expect(provider.asked.length).toBeGreaterThan(50);
  expect(gateway.output()).toContain("ADMIN_PASSWORD is ignored");
  expect(needles.filter((secret) => gateway.output().includes(secret))).toEqual([]);
});
