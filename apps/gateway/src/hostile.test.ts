import { connect } from "node:net";
import fc from "fast-check";
import { expect, it } from "vitest";
import { anonymousKeyOf, aTestFolder, type GatewayProcess, signUp, startGateway } from "./testing/gateway-process.ts";

const REQUESTS = 2_000;
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

it(`${REQUESTS} hostile requests get no 5xx, change nothing that is not theirs and leave the gateway well`, {
  timeout: 120_000,
}, async () => {
  const gateway = await startGateway({ dataDir: aTestFolder() });
  expect((await signUp(gateway, "ann@example.com")).status).toBe(201);
  const key = await anonymousKeyOf(gateway);
  const failures: unknown[] = [];

  const send = async (asked: (typeof requests)[number]) => {
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

  const requests = fc.sample(request, { numRuns: REQUESTS, seed: SEED });
  // A handful at once, as a script would send them.
  for (let start = 0; start < requests.length; start += 8)
    await Promise.all(requests.slice(start, start + 8).map(send));

  expect(failures).toEqual([]);
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  expect((await signUp(gateway, "ANN@example.com")).status).toBe(409);
});

it.each([
  ["no protocol at all", "hello\r\n\r\n"],
  ["a header without an end", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`],
  [
    "two lengths",
    "POST /rest/v1/newsletter_subscribers HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
  ],
  [
    "a length beside chunks",
    "POST /rest/v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ],
  ["a broken chunk", "POST /rest/v1/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"],
  ["no host", "GET / HTTP/1.1\r\n\r\n"],
  ["an absolute address", "GET http://elsewhere.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
  ["an address of nothing but stars", "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
])("%s on the wire is refused and the gateway goes on", async (_, bytes) => {
  const gateway = await startGateway({ dataDir: aTestFolder() });
  const answer = await rawAnswer(gateway, bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /);
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
});

/** Sends bytes as they are and reads until the other side has said all it will. */
async function rawAnswer({ url }: GatewayProcess, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk.toString("latin1");
  });
  // What was refused half-way may be cut off by a reset; the answer has come by then.
  socket.on("error", () => {});
  socket.end(bytes);
  await new Promise((closed) => socket.on("close", closed));
  return answer;
}

function wellFormed(text: string): string {
  return text.toWellFormed();
}

function printable(pairs: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(pairs).map(([name, value]) => [name, value.replace(/[^\x20-\x7e]/g, "")]));
}
