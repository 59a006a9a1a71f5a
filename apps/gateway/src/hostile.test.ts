import { connect } from "node:net";
import { expect, it } from "vitest";
import { bearsHostileRequests } from "./hostile.case.ts";
import { aTestFolder, type GatewayProcess, startGateway } from "./testing/gateway-process.ts";

it(
  "2,000 hostile requests get no 5xx, change nothing that is not theirs and leave the gateway well",
  {
    timeout: 120_000,
  },
  () => bearsHostileRequests(2_000),
);

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

it("TRACE is refused and gives nothing back of what was sent", async () => {
  const gateway = await startGateway({ dataDir: aTestFolder() });
  for (const path of ["/", "/rest/v1/newsletter_subscribers", "/auth/v1/user", "/admin/api/sessions"]) {
    const head = `TRACE ${path} HTTP/1.1\r\nHost: a\r\nX-Secret: secret-word\r\nConnection: close\r\n\r\n`;
    const answer = await rawAnswer(gateway, head);
    expect(answer).toMatch(/^HTTP\/1\.1 40[15] /);
    expect(answer).not.toContain("secret-word");
  }
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
