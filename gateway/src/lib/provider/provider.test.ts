import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createProvider, type ProviderRequest } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";

const READ: ProviderRequest = { method: "GET", path: "/rest/v1/", headers: {} };
const WRITE: ProviderRequest = { ...READ, method: "POST", body: "{}" };

/** A provider that sends these responses in turn; the last one repeats. */
function aProvider(...responses: (() => Response | Promise<Response>)[]) {
  const requests: { url: string; init: RequestInit }[] = [];
  const logged: string[] = [];
  const clock = { ms: 0 };
  const log = (_: unknown, words?: string) => void logged.push(words ?? "");
  const provider = createProvider({
    name: "Supabase",
    url: "https://example.supabase.co",
    log: { warn: log, info: log },
    now: () => clock.ms,
    wait: async () => {},
    timeout: () => new AbortController().signal,
    fetch: async (url, init = {}) => {
      requests.push({ url: String(url), init });
      const response = responses.length > 1 ? responses.shift() : responses[0];
      return response?.() ?? Response.error();
    },
  });
  const failureOf = (request: ProviderRequest) =>
    provider.ask(request).then(
      ({ status }) => status,
      (error: unknown) => (error instanceof ProviderError ? error.failure : error),
    );
  return { provider, requests, logged, clock, failureOf };
}

const ok = () => new Response("[]");
const json = (status: number) => () => Response.json({ code: "53100" }, { status });
const page =
  (status: number, headers = {}) =>
  () =>
    new Response("<h1>Bad gateway</h1>", { status, headers: { "Content-Type": "text/html", ...headers } });
const unreachable = () => {
  throw new TypeError("fetch failed");
};

describe("a provider", () => {
  it("is called below its address, and redirects are not followed", async () => {
    const { provider, requests } = aProvider(() => new Response(null, { status: 302, headers: { Location: "/x" } }));
    expect((await provider.ask(READ)).headers.get("Location")).toBe("/x");
    expect(requests).toMatchObject([{ url: "https://example.supabase.co/rest/v1/", init: { redirect: "manual" } }]);
  });

  it("passes its errors on unchanged", async () => {
    const { provider, requests } = aProvider(() => Response.json({}, { status: 429, headers: { "Retry-After": "7" } }));
    const response = await provider.ask(READ);
    expect([response.status, response.headers.get("Retry-After"), requests.length]).toEqual([429, "7", 1]);
  });

  it("gets a safe request a second time if it is unreachable or fails", async () => {
    for (const failure of [unreachable, page(502), json(503)]) {
      const { requests, failureOf } = aProvider(failure, ok);
      expect(await failureOf(READ)).toBe(200);
      expect(requests).toHaveLength(2);
    }
  });

  it("gets an unsafe request only once, because it may have done the work without a response", async () => {
    for (const [failure, name] of [
      [unreachable, "unreachable"],
      [page(502), "unwell"],
    ] as const) {
      const { requests, failureOf } = aProvider(failure, ok);
      expect(await failureOf(WRITE)).toBe(name);
      expect(requests).toHaveLength(1);
    }
    const { failureOf } = aProvider(unreachable, ok);
    expect(await failureOf({ ...WRITE, isSafe: true })).toBe(200);
  });

  it("may report its failure in its own body; otherwise our error says when to retry", async () => {
    const { failureOf } = aProvider(json(503));
    expect(await failureOf(READ)).toBe(503);
    const { provider } = aProvider(page(503, { "Retry-After": "20" }));
    await expect(provider.ask(READ)).rejects.toMatchObject({ failure: "unwell", retryAfterSeconds: 20 });
  });

  it("is unavailable while it is paused, even if the proxy in front of it sends a body", async () => {
    for (const status of [522, 540, 544]) {
      const { provider } = aProvider(json(status));
      await expect(provider.ask(READ)).rejects.toMatchObject({ failure: "unwell", retryAfterSeconds: 5 });
    }
  });

  it("does not count as failing if its headers are too long, because they may repeat a long request", async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.setHeader("Content-Location", "x".repeat(20_000)).end("[]");
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const provider = createProvider({
      name: "Supabase",
      url: `http://127.0.0.1:${port}`,
      log: { warn: () => {}, info: () => {} },
    });
    for (let n = 0; n < 6; n += 1) await expect(provider.ask(READ)).rejects.toMatchObject({ failure: "unwell" });
    expect(requests).toBe(6);
  });

  it("gets no second request if it takes too long", async () => {
    const late = AbortSignal.abort();
    let requests = 0;
    const provider = createProvider({
      name: "Supabase",
      url: "https://example.supabase.co",
      log: { warn: () => {}, info: () => {} },
      timeout: () => late,
      fetch: async (_, init) => {
        requests += 1;
        init?.signal?.throwIfAborted();
        return ok();
      },
    });
    await expect(provider.ask(READ)).rejects.toMatchObject({ failure: "slow" });
    expect(requests).toBe(1);
  });

  it("gets no requests for a while after five failures in a row; this pause doubles until a request succeeds", async () => {
    const { provider, requests, logged, clock, failureOf } = aProvider(...Array(6).fill(unreachable), ok);
    for (let n = 0; n < 5; n += 1) expect(await failureOf(WRITE)).toBe("unreachable");
    await expect(provider.ask(WRITE)).rejects.toMatchObject({ failure: "resting", retryAfterSeconds: 2 });
    expect(requests).toHaveLength(5);

    clock.ms = 2_000;
    expect(await Promise.all([failureOf(WRITE), failureOf(WRITE)])).toEqual(["unreachable", "resting"]);
    await expect(provider.ask(WRITE)).rejects.toMatchObject({ retryAfterSeconds: 4 });

    clock.ms = 6_000;
    expect(await failureOf(WRITE)).toBe(200);
    expect(await failureOf(WRITE)).toBe(200);
    expect(logged).toEqual(["a provider does not answer; requests to it pause", "a provider answers again"]);
  });

  it("does not count slow requests as failures while others get responses", async () => {
    const slow = Promise.withResolvers<Response>();
    let requests = 0;
    const { clock, failureOf } = aProvider(() => {
      requests += 1;
      return requests > 5 ? ok() : slow.promise;
    });
    const stranger = Array.from({ length: 5 }, () => failureOf(WRITE));
    clock.ms = 1;
    expect(await failureOf(WRITE)).toBe(200);
    slow.reject(new TypeError("fetch failed"));
    expect(await Promise.all(stranger)).toEqual(Array(5).fill("unreachable"));
    expect(await failureOf(WRITE)).toBe(200);
  });

  it("does not count requests as failures that the end of the program aborted", async () => {
    const { provider, logged, failureOf } = aProvider(unreachable);
    provider.stop();
    for (let n = 0; n < 6; n += 1) await failureOf(WRITE);
    expect(logged).toEqual([]);
  });
});
