import { once } from "node:events";
import { connect } from "node:net";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { expect, it, onTestFinished } from "vitest";
import { aGateway } from "../testing/gateway-in-memory.ts";
import { listening } from "../testing/hosted-site.ts";

it("closing a connection with hundreds of pipelined requests creates no stack trace for each, because that is slow", async () => {
  const port = await freePort();
  const errors: Error[] = [];
  // No request gets a response, so the others wait for the first one.
  const server = await listening(aGateway(), port, {
    before: (request) => void request.on("error", (error) => errors.push(error)),
  });
  onTestFinished(() => server.stop());
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  socket.write("HEAD / HTTP/1.1\r\nHost: artist.example\r\n\r\n".repeat(500));
  await once(socket, "close");
  expect(errors.map(({ message }) => message)).toEqual(["aborted"]);
  expect(errors[0]?.stack).not.toContain("\n    at ");
  expect(new Error("later").stack).toContain("\n    at ");
});
