import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { expect, it } from "vitest";
import { aGateway } from "../testing/gateway-in-memory.ts";
import { listening } from "../testing/hosted-site.ts";

const REQUEST = "GET /healthz HTTP/1.1\r\nHost: artist.example\r\n\r\n";

it("a request on an idle connection just after the stop gets a response, then the connection closes", async () => {
  const port = await freePort();
  const server = await listening(aGateway(), port);
  const socket = connect({ port, host: "127.0.0.1" });
  socket.write(REQUEST);
  const first = await new Promise<string>((resolve) => {
    socket.once("data", (data: Buffer) => resolve(data.toString()));
  });
  expect(first).toContain("HTTP/1.1 200 OK");
  expect(first).toContain("Connection: keep-alive");

  const stopped = server.stop();
  socket.write(REQUEST);
  const last = await text(socket);
  expect(last).toContain("HTTP/1.1 200 OK");
  expect(last).toContain("Connection: close");
  await stopped;
});

it("an idle connection does not delay the stop, and new connections are rejected", async () => {
  const port = await freePort();
  const server = await listening(aGateway(), port);
  const idle = connect({ port, host: "127.0.0.1" });
  idle.write(REQUEST);
  await once(idle, "data");
  const ended = once(idle, "close");
  const stopped = server.stop();
  const [refused] = await once(connect({ port, host: "127.0.0.1" }), "error");
  expect(refused).toMatchObject({ code: "ECONNREFUSED" });
  await stopped;
  await ended;
});
