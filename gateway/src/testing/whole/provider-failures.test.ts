// The responses that fans get while the provider of the list fails.
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { describe, expect, it } from "vitest";
import { aFakeProvider, PROBLEMS } from "../fake-provider.ts";
import { aSiteInFrontOf, SITE } from "../hosted-site.ts";

const TOKEN = "A".repeat(40);

async function aSiteAtAProvider() {
  const provider = await aFakeProvider();
  const site = aSiteInFrontOf(provider);
  const { anonymousKey } = site;
  /** Sends a request, and checks that the response contains no secret. @returns what a browser sees of the response */
  async function ask(path: string, init: RequestInit = {}) {
    const response = await site.fetch(`${SITE}${path}`, init);
    const text = await response.text();
    const whole = `${[...response.headers].join("\n")}\n${text}`;
    for (const secret of [provider.anonKey, provider.url, "Supabase"]) expect(whole).not.toContain(secret);
    return { status: response.status, headers: response.headers, text };
  }
  const keys = { apikey: anonymousKey, Authorization: `Bearer ${anonymousKey}` };
  return {
    provider,
    ask,
    /** Signs up as the footer does. */
    signUp: () =>
      ask(`/rest/v1/${SUBSCRIBERS_TABLE}`, {
        method: "POST",
        headers: { ...keys, "Content-Type": "application/json", Prefer: "return=minimal" },
        body: JSON.stringify({ email: "ann@example.com", status: "active", source: "website-footer" }),
      }),
    /** Signs up as the dialog does. */
    join: () => ask("/mailing-list/subscribe/post-json?EMAIL=ann@example.com&FNAME=&LNAME=&c=cb"),
    openUnsubscribePage: () => ask(`/unsubscribe?t=${TOKEN}`),
    unsubscribe: () => ask("/unsubscribe", { method: "POST", body: new URLSearchParams({ t: TOKEN }) }),
  };
}

describe.each(PROBLEMS)("a provider that %s", (_, answer) => {
  it("makes each sign-up and each unsubscribe fail with a clear message", async () => {
    const { provider, signUp, join, openUnsubscribePage, unsubscribe } = await aSiteAtAProvider();
    provider.behave(answer);

    const { status, text } = await signUp();
    expect(status).toBeGreaterThanOrEqual(400);
    // The footer reads PostgREST's four keys, or treats a 5xx as temporary. In both cases the typed text stays.
    if (status < 500) expect(Object.keys(JSON.parse(text))).toEqual(["code", "message", "details", "hint"]);

    const dialog = await join();
    expect([dialog.status, dialog.text]).toEqual([200, `cb({"result":"error","msg":"${MESSAGES.unexpected}"})`]);

    for (const page of [await openUnsubscribePage(), await unsubscribe()]) {
      expect(page.status).toBe(503);
      expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(page.text).toContain("nothing has changed");
      expect(page.text).toContain(TOKEN);
    }
  });
});

describe("a provider that is down", () => {
  it("makes sign-ups fail with PostgREST's four keys and Retry-After, and after five failures the gateway pauses", async () => {
    const { provider, signUp } = await aSiteAtAProvider();
    provider.behave((response) => void response.destroy());
    for (let n = 0; n < 7; n += 1) {
      const { status, headers, text } = await signUp();
      expect([status, Object.keys(JSON.parse(text))]).toEqual([503, ["code", "message", "details", "hint"]]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(provider.asked).toHaveLength(5);
  });
});

describe("a provider that limits the rate", () => {
  it.each(["application/json", "text/html"])("makes sign-ups fail with its own Retry-After (%s)", async (type) => {
    const { provider, signUp } = await aSiteAtAProvider();
    const body = '{"code":"over_request_rate_limit","message":"slow down","details":null,"hint":null}';
    provider.behave((response) => response.writeHead(429, { "Content-Type": type, "Retry-After": "17" }).end(body));
    const { status, headers, text } = await signUp();
    expect([status, headers.get("retry-after"), Object.keys(JSON.parse(text)).length]).toEqual([429, "17", 4]);
  });
});

it("a sign-up only counts as stored if the provider answers 201", async () => {
  const { provider, signUp } = await aSiteAtAProvider();
  for (const [status, expected] of [
    [201, 201],
    [200, 503],
    [202, 503],
    [204, 503],
  ] as const) {
    provider.behave((response) => response.writeHead(status).end());
    expect([status, (await signUp()).status]).toEqual([status, expected]);
  }
});
