import type { ServerResponse } from "node:http";
import type { AnalyticsEvent } from "@porchlight/protocol/analytics.ts";
import { expect, it } from "vitest";
import { aLocalServer } from "../../testing/local-server.ts";
import { aSlide, aView } from "./builtin.case.ts";
import { createHostedAnalytics, type HostedAnalyticsOptions } from "./hosted.ts";

const SECRET = "a-secret-of-analytics";

type Collected = { query: URLSearchParams; body: { client_id: string; events: unknown[] } & Record<string, unknown> };

/** A fake Google server that collects events, and a service that sends its events there when a test calls `send`. */
async function someAnalytics(overrides: Partial<HostedAnalyticsOptions> = {}) {
  const collected: Collected[] = [];
  const acts: ((response: ServerResponse) => void)[] = [];
  const url = await aLocalServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://google.test");
    const body = JSON.parse((await request.toArray()).join(""));
    expect([request.method, pathname, request.headers["content-type"]]).toEqual([
      "POST",
      "/mp/collect",
      "application/json",
    ]);
    collected.push({ query, body });
    const act = acts.shift();
    if (act) act(response);
    else response.writeHead(204).end();
  });
  const logged: unknown[] = [];
  let tick = () => {};
  const analytics = createHostedAnalytics({
    measurementId: "G-ABC123",
    apiSecret: SECRET,
    url,
    publicUrl: "https://artist.example",
    albums: () => [{ name: "Lake Effect" }],
    log: { warn: (fields: object) => void logged.push(fields) },
    every: (_, run) => {
      tick = run;
      return () => {};
    },
    ...overrides,
  });
  /** Sends the waiting events. */
  const send = async () => {
    tick();
    await analytics.stop();
  };
  return { analytics, collected, acts, logged, send };
}

it("sends views and slide changes in Google's format, with the property's id and secret", async () => {
  const { analytics, collected, send } = await someAnalytics();
  analytics.record([aView("/music/lake-effect"), aSlide("Lake Effect")]);
  await send();
  const [{ query, body } = {}] = collected;
  expect(Object.fromEntries(query ?? [])).toEqual({ measurement_id: "G-ABC123", api_secret: SECRET });
  expect(body).toEqual({
    client_id: "porchlight.site",
    non_personalized_ads: true,
    events: [
      { name: "page_view", params: { page_path: "/music", page_location: "https://artist.example/music" } },
      { name: "slide_change", params: { item_name: "Lake Effect", index: 0 } },
    ],
  });
});

it("sends no text that a visitor made up", async () => {
  const { analytics, collected, send } = await someAnalytics();
  analytics.record([aView("/buy-my-pills"), aSlide("Not an album of theirs")]);
  await send();
  expect(JSON.stringify(collected)).not.toMatch(/pills|theirs/);
  expect(collected[0]?.body.events).toHaveLength(1);
});

it("sends many events in order and only once, in requests of at most twenty-five", async () => {
  const { analytics, collected, send } = await someAnalytics();
  const events: AnalyticsEvent[] = Array.from({ length: 45 }, (_, index) => ({
    name: "slide_change",
    params: { item_name: "Lake Effect", index },
  }));
  analytics.record(events);
  await send();
  expect(collected.map(({ body }) => body.events.length)).toEqual([25, 20]);
  expect(collected.flatMap(({ body }) => body.events)).toEqual(events);
});

it("sends nothing without visits", async () => {
  const { collected, send } = await someAnalytics();
  await send();
  expect(collected).toEqual([]);
});

it.each([
  ["an error", (response: ServerResponse) => response.writeHead(503).end()],
  [
    "a redirect",
    (response: ServerResponse) => response.writeHead(302, { Location: "https://elsewhere.example" }).end(),
  ],
  ["a broken connection", (response: ServerResponse) => response.destroy()],
])("continues after %s, logs that once without the secret, and sends no event twice", async (_, act) => {
  const { analytics, collected, acts, logged, send } = await someAnalytics();
  acts.push(act, act);
  for (const path of ["/", "/about", "/shop"]) {
    analytics.record([aView(path)]);
    await send();
  }
  expect(collected).toHaveLength(3);
  expect(new Set(collected.map(({ body }) => JSON.stringify(body.events))).size).toBe(3);
  expect(logged).toHaveLength(1);
  expect(JSON.stringify(logged)).not.toContain(SECRET);
});

it("stops waiting for a slow response", async () => {
  const late = new AbortController();
  const { analytics, acts, logged, send } = await someAnalytics({ timeout: () => late.signal });
  acts.push(() => late.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError")));
  analytics.record([aView("/")]);
  await send();
  expect(logged).toEqual([{ reason: "TimeoutError" }]);
});

it("stores at most 5,000 waiting events", async () => {
  const { analytics, collected, send } = await someAnalytics();
  for (let count = 0; count < 600; count += 1) analytics.record(Array.from({ length: 20 }, () => aView("/")));
  await send();
  await send();
  await send();
  await send();
  await send();
  expect(collected.flatMap(({ body }) => body.events)).toHaveLength(5_000);
});
