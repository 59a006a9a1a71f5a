import { describe, expect, it } from "vitest";
import { aRawGateway, statusesOf } from "./raw-gateway.case.ts";

const gateway = aRawGateway();

/** Sign-ups that were acknowledged so far. The list may hold no other address. */
const acknowledged: string[] = [];

const HOST = "Host: a\r\n";
const READ = "GET /healthz HTTP/1.1\r\n";
const CHANGE = `POST /rest/v1/x HTTP/1.1\r\n${HOST}`;
const CHUNKED = `${CHANGE}Transfer-Encoding: chunked\r\n\r\n`;

/** A sign-up that is hidden in another request. The gateway must not store it. */
function signUp(email: string, more = ""): string {
  const row = JSON.stringify({
    email,
    status: "active",
    source: "website-footer",
    subscribed_at: "2026-01-01T00:00:00Z",
  });
  const path = `/rest/v1/newsletter_subscribers?apikey=${gateway.key()}`;
  return `POST ${path} HTTP/1.1\r\n${HOST}${more}Content-Type: application/json\r\nContent-Length: ${row.length}\r\n\r\n${row}`;
}

const hidden = () => signUp("hidden@letters.example");

/** The name and the bytes of a request, and the status of each response. */
type Oddity = [name: string, bytes: () => string, statuses: number[]];

const smuggled: Oddity[] = [
  [
    "a length beside chunks",
    () => `${CHANGE}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden()}`,
    [400],
  ],
  [
    "chunks beside a length",
    () => `${CHANGE}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden()}`,
    [400],
  ],
  ["two lengths", () => `${CHANGE}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello${hidden()}`, [400]],
  ["a list of lengths", () => `${CHANGE}Content-Length: 5, 5\r\n\r\nhello${hidden()}`, [400]],
  ["a length with a sign", () => `${CHANGE}Content-Length: +5\r\n\r\nhello${hidden()}`, [400]],
  ["a negative length", () => `${CHANGE}Content-Length: -1\r\n\r\n${hidden()}`, [400]],
  ["a hexadecimal length", () => `${CHANGE}Content-Length: 0x5\r\n\r\nhello${hidden()}`, [400]],
  ["a length that is too large", () => `${CHANGE}Content-Length: 99999999999999999999999\r\n\r\n${hidden()}`, [400]],
  ["an empty length", () => `${CHANGE}Content-Length:\r\n\r\n${hidden()}`, [400]],
  [
    "chunks with a blank before the colon",
    () => `${CHANGE}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden()}`,
    [400],
  ],
  ["chunks by another name", () => `${CHANGE}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden()}`, [400]],
  [
    "chunks within something else",
    () => `${CHANGE}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden()}`,
    [400],
  ],
  [
    "chunks twice",
    () => `${CHANGE}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden()}`,
    [400],
  ],
  ["a header over two lines", () => `${READ}${HOST}X: a\r\n Content-Length: 9\r\n\r\n${hidden()}`, [400]],
  ["lines that end with LF only", () => `GET /healthz HTTP/1.1\nHost: a\n\n${hidden()}`, [400]],
  ["lines that end with CR only", () => `GET /healthz HTTP/1.1\rHost: a\r\r${hidden()}`, [400]],
  ["a chunk of a negative size", () => `${CHUNKED}-1\r\n\r\n${hidden()}`, [400]],
  ["a chunk of no size", () => `${CHUNKED}zz\r\n${hidden()}`, [400]],
  ["a chunk with a size that is too large", () => `${CHUNKED}fffffffffffffffff\r\nabc${hidden()}`, [400]],
  ["a chunk with the size 0x3", () => `${CHUNKED}0x3\r\nabc\r\n0\r\n\r\n${hidden()}`, [400]],
  ["a chunk longer than it says", () => `${CHUNKED}2\r\nabc\r\n0\r\n\r\n${hidden()}`, [400]],
  ["chunks whose lines end with LF only", () => `${CHUNKED}3\nabc\n0\n\n${hidden()}`, [400]],
  ["a chunk with 40 kB of extensions", () => `${CHUNKED}3;${"a".repeat(40_000)}\r\nabc\r\n0\r\n\r\n${hidden()}`, [413]],
  [
    "a request in the body of a GET",
    () => `${READ}${HOST}Content-Length: ${hidden().length}\r\n\r\n${hidden()}`,
    [200],
  ],
  [
    "a request in a body that is not read",
    () => `POST /about HTTP/1.1\r\n${HOST}Content-Length: ${hidden().length}\r\n\r\n${hidden()}`,
    [405],
  ],
  [
    "a request in a body that is too large",
    () => `${CHANGE}Content-Length: 300000\r\n\r\n${hidden().padEnd(300_000)}`,
    [413],
  ],
  [
    "a request behind a handshake that fails",
    () =>
      `GET /realtime/v1/websocket?apikey=${gateway.key()} HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n${hidden()}`,
    [400],
  ],
  [
    "a request in the body of an upgrade to HTTP/2",
    () => `${CHANGE}Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: ${hidden().length}\r\n\r\n${hidden()}`,
    [401],
  ],
];

const heads: Oddity[] = [
  [
    "1,000 headers",
    () => `${READ}${HOST}${Array.from({ length: 1_000 }, (_, at) => `x${at}: ${"y".repeat(20)}\r\n`).join("")}\r\n`,
    [431],
  ],
  ["1,000 short headers", () => `${READ}${HOST}${"x:y\r\n".repeat(1_000)}\r\n`, [431]],
  ["a header of 100 kB", () => `${READ}${HOST}X: ${"x".repeat(100_000)}\r\n\r\n`, [431]],
  ["a header without an end", () => `${READ}${HOST}X: ${"x".repeat(20_000)}`, [431]],
  ["a NUL in a header", () => `${READ}${HOST}X: a\0b\r\n\r\n`, [400]],
  ["a NUL in the address", () => `GET /\0 HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ["letters beyond ASCII in the path", () => `GET /caf\xe9 HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ["letters beyond ASCII in a header", () => `${READ}${HOST}Accept-Language: \xe9\xff\r\nAccept: \xe9\r\n\r\n`, [200]],
  ["a header without a name", () => `${READ}${HOST}: x\r\n\r\n`, [400]],
  ["no host", () => `${READ}\r\n`, [400]],
  ["no host, for a route", () => "GET /rest/v1/x HTTP/1.1\r\n\r\n", [400]],
  ["an empty host", () => "GET /rest/v1/x HTTP/1.1\r\nHost:\r\n\r\n", [400]],
  ["two hosts", () => `${READ}Host: a\r\nHost: b\r\n\r\n`, [400]],
  ["two hosts, for a page", () => "GET /about HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", [400]],
  [
    "two hosts, for the store",
    () => "POST /api/2022-10/graphql.json HTTP/1.1\r\nHost: a\r\nHOST: a\r\nContent-Length: 2\r\n\r\n{}",
    [400],
  ],
  [
    "two hosts, for a socket",
    () =>
      "GET /realtime/v1/websocket HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    [400],
  ],
  ["an invalid host", () => "GET /rest/v1/x HTTP/1.1\r\nHost: a b/@c\r\n\r\n", [400]],
  ["a host of digits and dots that is no address", () => "GET /nope HTTP/1.1\r\nHost: 1.2.3.4.5.999\r\n\r\n", [400]],
  ["a host with a port that does not exist", () => "GET /nope HTTP/1.1\r\nHost: a:99999\r\n\r\n", [400]],
  ["an absolute address at such a host", () => `GET http://1.2.3.4.5.999/nope HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ["an absolute address", () => `GET http://elsewhere.example/healthz HTTP/1.1\r\n${HOST}\r\n`, [200]],
  ["an absolute address of another kind", () => `GET ftp://elsewhere.example/rest/v1/x HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ["half an absolute address", () => `GET http:// HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ["an address that leads elsewhere", () => `GET //elsewhere.example/about/ HTTP/1.1\r\n${HOST}\r\n`, [404]],
  ["an address that leads elsewhere backwards", () => `GET /\\elsewhere.example/ HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ["OPTIONS of a star", () => `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ["GET of a star", () => `GET * HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ["an address of 15 kB", () => `GET /${"a".repeat(15_000)} HTTP/1.1\r\n${HOST}\r\n`, [404]],
  ["an address of 150 kB", () => `GET /${"a".repeat(150_000)} HTTP/1.1\r\n${HOST}\r\n`, [431]],
  ["20 percent signs that cannot be decoded", () => `GET /x${"%F0".repeat(20)} HTTP/1.1\r\n${HOST}\r\n`, [404]],
  ["more than 20 of them", () => `GET /x${"%F0".repeat(21)} HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ["more than 20 of them in the query", () => `GET /unsubscribe?x=${"%F0".repeat(21)} HTTP/1.1\r\n${HOST}\r\n`, [400]],
  [
    "many percent signs that stand for characters",
    () => `GET /x${"%C3%A9".repeat(900)} HTTP/1.1\r\n${HOST}\r\n`,
    [404],
  ],
  ["CONNECT", () => `CONNECT elsewhere.example:443 HTTP/1.1\r\n${HOST}\r\n`, []],
  ["an unknown method", () => `FETCH / HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ["a method in small letters", () => `get / HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ["HTTP/0.9", () => "GET /healthz\r\n", [400]],
  ["HTTP/1.2", () => `GET / HTTP/1.2\r\n${HOST}\r\n`, [400]],
  ["the preface of HTTP/2", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]],
  ["TLS", () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", [400]],
  ["no protocol at all", () => "hello\r\n\r\n", [400]],
];

const bodies: Oddity[] = [
  ["a sign-up whose end never comes", () => signUp("half@letters.example").slice(0, -10), [400]],
  [
    "a store query whose end never comes",
    () => `POST /api/2022-10/graphql.json HTTP/1.1\r\n${HOST}Content-Length: 100\r\n\r\n{"query":`,
    [400],
  ],
  [
    "a sign-in whose end never comes",
    () =>
      `POST /auth/v1/token?grant_type=password&apikey=${gateway.key()} HTTP/1.1\r\n${HOST}Content-Length: 100\r\n\r\n{"email":`,
    [400],
  ],
  [
    "a form whose end never comes",
    () =>
      `POST /unsubscribe HTTP/1.1\r\n${HOST}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nt=`,
    [400],
  ],
  [
    "events whose end never comes",
    () => `POST /analytics/events HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n5\r\n{"eve`,
    [400],
  ],
  ["a body longer than it says", () => `${CHANGE}Content-Length: 3\r\n\r\nabcdef`, [401, 400]],
  ["an unknown expectation", () => `${CHANGE}Expect: wonders\r\nContent-Length: 3\r\n\r\nabc`, [417]],
  ["a length of 1 GB, and nothing", () => `${CHANGE}Content-Length: 999999999\r\n\r\n`, [413, 400]],
  [
    "an upgrade to HTTP/2",
    () =>
      `${READ}${HOST}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
    [200],
  ],
  [
    "an upgrade to a socket, and garbage",
    () => `GET /realtime/v1/websocket HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n\x00\xff\xff`,
    [401],
  ],
  [
    "an upgrade to a socket with an unknown version",
    () =>
      `GET /realtime/v1/websocket?apikey=${gateway.key()} HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 99\r\n\r\n`,
    [400],
  ],
  [
    "an upgrade to a socket by POST",
    () =>
      `POST /realtime/v1/websocket?apikey=${gateway.key()} HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nContent-Length: 5\r\n\r\nhello`,
    [405],
  ],
];

describe.each([
  ["between two requests", smuggled],
  ["in a head", heads],
  ["in or after a body", bodies],
])("%s", (_, oddities) => {
  it.each(oddities)(
    "%s gets only its own response, stores nothing, and the gateway still works",
    async (_, bytes, statuses) => {
      const received = await gateway.sendRaw(bytes());
      expect(statusesOf(received)).toEqual(statuses);
      expect(received).not.toMatch(/node:internal|\n {4}at /);
      await gateway.expectHealthy(acknowledged);
    },
  );
});

it("pipelined requests get their responses in order", async () => {
  const of = (path: string, header = "") => `GET ${path} HTTP/1.1\r\n${HOST}${header}\r\n`;
  const received = await gateway.sendRaw(
    `${of("/healthz")}${of("/rest/v1/x")}${of("/config.json")}${of("/nowhere.png", "Connection: close\r\n")}`,
    { endsAtOnce: false },
  );
  expect(statusesOf(received)).toEqual([200, 401, 200, 404]);
  expect(received.indexOf('"status":"ok"')).toBeLessThan(received.indexOf("anonKey"));
});

it("thousands of pipelined requests close their connection, and the gateway still works", async () => {
  const received = await gateway.sendRaw(`GET /nowhere.png HTTP/1.1\r\n${HOST}\r\n`.repeat(5_000));
  expect(statusesOf(received).length).toBeLessThan(100);
  await gateway.expectHealthy(acknowledged);
});

it.each([
  [
    "heads",
    `POST /api/2022-10/graphql.json HTTP/1.1\r\n${HOST}X-A: ${"a".repeat(9_000)}\r\nContent-Length: 2\r\n\r\n{}`,
  ],
  ["bodies", `POST /api/2022-10/graphql.json HTTP/1.1\r\n${HOST}Content-Length: 9000\r\n\r\n${"{".padEnd(9_000)}`],
])(
  "pipelined requests with long %s close their connection, because the gateway would hold all of them",
  async (_, long) => {
    const received = await gateway.sendRaw(long.repeat(10), { endsAtOnce: false });
    expect(statusesOf(received).length).toBeLessThan(10);
    await gateway.expectHealthy(acknowledged);
  },
);

it("a sign-up with Expect: 100-continue gets 100 and is stored", async () => {
  const received = await gateway.sendRaw(signUp("polite@letters.example", "Expect: 100-continue\r\n"));
  expect(statusesOf(received)).toEqual([100, 201]);
  acknowledged.push("polite@letters.example");
  await gateway.expectHealthy(acknowledged);
});

it("the response to an invalid request has the headers of every response", async () => {
  for (const bytes of ["GET /rest/v1/x HTTP/1.1\r\nHost: ]\r\n\r\n", `${READ}Host: a\r\nHost: b\r\n\r\n`]) {
    const received = await gateway.sendRaw(bytes);
    expect(received).toContain("\r\nX-Content-Type-Options: nosniff\r\n");
    expect(received).toContain("\r\nContent-Security-Policy: default-src 'none';");
    expect(received).toContain('{"code":"bad_request","message":"');
  }
});

it("TRACE is rejected, and the response repeats nothing of the request", async () => {
  for (const path of ["/", "/rest/v1/newsletter_subscribers", "/auth/v1/user", "/admin/api/sessions"]) {
    const received = await gateway.sendRaw(`TRACE ${path} HTTP/1.1\r\n${HOST}X-Secret: secret-word\r\n\r\n`);
    expect(received).toMatch(/^HTTP\/1\.1 40[15] /);
    expect(received).not.toContain("secret-word");
  }
});
