import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { Hono } from "hono";
import { expect, it, vi } from "vitest";
import { aGateway } from "../testing/gateway-in-memory.ts";
import { listening } from "../testing/hosted-site.ts";
import { limitBody } from "./limit-body.ts";

const HEAD = "HTTP/1.1\r\nHost: artist.example\r\nContent-Type: application/json\r\n";
const NEXT_REQUEST = "GET /healthz HTTP/1.1\r\nHost: artist.example\r\nConnection: close\r\n\r\n";
const TOO_LARGE = "x".repeat(300_000);

/** Returns the statuses of all responses on a connection, and whether the first response says that it will close. */
async function responsesTo(bytes: string): Promise<{ statuses: string[]; isFirstLast: boolean }> {
  const port = await freePort();
  const server = await listening(aGateway(), port);
  const socket = connect({ port, host: "127.0.0.1" });
  socket.write(bytes);
  const received = await text(socket);
  await server.stop();
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = ""]) => status);
  return { statuses, isFirstLast: /^connection: close/im.test(received.split("\r\n\r\n")[0] ?? "") };
}

it.each([
  "/rest/v1/newsletter_subscribers",
  "/auth/v1/token",
  "/api/2022-10/graphql.json",
  "/checkout/stripe/webhook",
  "/spotify/api/token",
])("after a body that is too large for %s, the next request on the connection gets a response", async (path) => {
  const large = `POST ${path} ${HEAD}Content-Length: ${TOO_LARGE.length}\r\n\r\n${TOO_LARGE}`;
  expect(await responsesTo(large + NEXT_REQUEST)).toEqual({ statuses: ["413", "200"], isFirstLast: false });
});

it("does not begin to read a body of a stated length, which the route may leave", async () => {
  const request = new Request("http://artist.example/", {
    method: "POST",
    body: "x",
    headers: { "Content-Length": "1" },
  });
  const read = vi.spyOn(request, "body", "get");
  const app = new Hono().use(limitBody(10, (c) => c.text("", 413))).post("/", (c) => c.text("", 401));
  expect((await app.fetch(request)).status).toBe(401);
  expect(read).not.toHaveBeenCalled();
});

it("if a body without a stated length is too large, the response says that the connection closes", async () => {
  const chunk = `${TOO_LARGE.length.toString(16)}\r\n${TOO_LARGE}\r\n`;
  const endless = `POST /rest/v1/newsletter_subscribers ${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunk}`;
  expect(await responsesTo(endless)).toEqual({ statuses: ["413"], isFirstLast: true });
});

const CHANGE = `POST /rest/v1/newsletter_subscribers ${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
const inChunks = (count: number) => `${CHANGE}${"1\r\n \r\n".repeat(count)}0\r\n\r\n`;

it("a body of too many chunks is rejected even if it is small, and its connection closes", async () => {
  expect(await responsesTo(inChunks(512) + NEXT_REQUEST)).toEqual({ statuses: ["201", "200"], isFirstLast: false });
  expect(await responsesTo(inChunks(513) + NEXT_REQUEST)).toEqual({ statuses: ["413"], isFirstLast: true });
});

it("a chunked request that arrives before the previous response was sent closes its connection", async () => {
  expect((await responsesTo(`GET /config.json ${HEAD}\r\n${inChunks(1)}`)).statuses).not.toContain("201");
});
