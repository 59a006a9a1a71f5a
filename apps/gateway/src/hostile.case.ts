import fc from "fast-check";
import { expect } from "vitest";
import { anonymousKeyOf, aTestFolder, signUp, startGateway } from "./testing/gateway-process.ts";

/** Requests that are thought up at once; each batch has a seed of its own. */
const BATCH = 2_000;
const SEED = 20_261_120;

const nasty = fc.constantFrom(
  "",
  "\u0000",
  "'; DROP TABLE newsletter_subscribers; --",
  "<script>alert(1)</script>",
  "😀".repeat(40),
  "../../../../etc/passwd",
  "%00%ff%2e%2e%2f",
  "__proto__",
  "constructor",
  "9".repeat(400),
  "(((((((((((((((((((",
  "eq.",
  "in.(1,2",
  "é\u0301\u202e",
);
const word = fc.oneof(nasty, fc.string({ maxLength: 60 }), fc.string({ unit: "binary", maxLength: 30 }));
const path = fc.oneof(
  fc.constantFrom(
    "/",
    "/about",
    "/config.json",
    "/healthz",
    "/rest/v1/",
    "/rest/v1/newsletter_subscribers",
    "/rest/v1/rpc/x",
  ),
  fc.constantFrom(
    "/optimized/n1-hero.jpg",
    "/optimized/../../etc/passwd",
    "/content/about.json",
    "/content/__proto__.json",
  ),
  fc
    .array(word, { maxLength: 4 })
    .map((parts) => `/${parts.map((part) => encodeURIComponent(wellFormed(part))).join("/")}`),
);
const query = fc.array(
  fc.tuple(
    fc.oneof(fc.constantFrom("select", "email", "order", "limit", "offset", "or", "on_conflict", "columns"), word),
    word,
  ),
  { maxLength: 4 },
);
const headers = fc.dictionary(
  fc.constantFrom(
    "prefer",
    "range",
    "accept",
    "content-type",
    "accept-profile",
    "if-none-match",
    "accept-encoding",
    "x-forwarded-for",
  ),
  fc.oneof(
    fc.string({ unit: "grapheme-ascii", maxLength: 80 }),
    fc.constantFrom("return=representation,count=exact", "0-9999999999999", "application/vnd.pgrst.object+json"),
  ),
  { maxKeys: 4 },
);
const body = fc.oneof(
  fc.constant(undefined),
  word,
  fc.json(),
  fc.constantFrom("[".repeat(20_000), "{}", "[]", "null", '{"email":["a@b.co"]}', `{"email":"${"a".repeat(300_000)}"}`),
  fc.record({ email: word, status: word, source: word }).map((row) => JSON.stringify(row)),
);
const request = fc.record({
  method: fc.constantFrom("GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS", "PROPFIND"),
  path,
  query,
  headers,
  body,
  withKey: fc.boolean(),
});

/** A request as it was thought up. */
type Asked = typeof request extends fc.Arbitrary<infer One> ? One : never;

/** Sends a gateway so many hostile requests: no 5xx, nothing changed that is not theirs, and it is well afterwards. */
export async function bearsHostileRequests(count: number): Promise<void> {
  const gateway = await startGateway({ dataDir: aTestFolder() });
  expect((await signUp(gateway, "ann@example.com")).status).toBe(201);
  const key = await anonymousKeyOf(gateway);
  const failures: unknown[] = [];

  const send = async (asked: Asked) => {
    const pairs = asked.query.map(
      ([name, value]) => `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(value))}`,
    );
    const hasBody = !["GET", "HEAD"].includes(asked.method);
    const answer = await fetch(`${gateway.url}${asked.path}?${pairs.join("&")}`, {
      method: asked.method,
      headers: { ...printable(asked.headers), ...(asked.withKey && { apikey: key, Authorization: `Bearer ${key}` }) },
      redirect: "manual",
      ...(hasBody && asked.body !== undefined && { body: wellFormed(asked.body) }),
    });
    const text = await answer.text();
    if (answer.status >= 500 || /\n {4}at |node:internal/.test(text))
      failures.push({ asked, status: answer.status, text });
  };

  for (let sent = 0, batch = 0; sent < count; sent += BATCH, batch += 1) {
    const requests = fc.sample(request, { numRuns: Math.min(BATCH, count - sent), seed: SEED + batch });
    // A handful at once, as a script would send them.
    for (let start = 0; start < requests.length; start += 8)
      await Promise.all(requests.slice(start, start + 8).map(send));
  }

  expect(failures).toEqual([]);
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  expect((await signUp(gateway, "ANN@example.com")).status).toBe(409);
}

function wellFormed(text: string): string {
  return text.toWellFormed();
}

function printable(pairs: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(pairs).map(([name, value]) => [name, value.replace(/[^\x20-\x7e]/g, "")]));
}
