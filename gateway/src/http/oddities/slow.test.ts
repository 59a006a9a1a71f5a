import { connect } from "node:net";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { expect, it, onTestFinished } from "vitest";
import { aGateway } from "../../testing/gateway-in-memory.ts";
import { listening } from "../../testing/hosted-site.ts";
import { statusesOf } from "./raw-gateway.case.ts";

const DRIP_MS = 5;
const SIGN_UP = "POST /rest/v1/newsletter_subscribers HTTP/1.1\r\nHost: a\r\n";

/** Sends the beginning, then repeats a few bytes without end. */
async function drip(port: number, beginning: string, drop: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk.toString();
  });
  // The last bytes may be sent on a connection that is already closed.
  socket.on("error", () => {});
  socket.write(beginning);
  const dripping = setInterval(() => socket.write(drop), DRIP_MS);
  await new Promise((closed) => socket.on("close", closed));
  clearInterval(dripping);
  return received;
}

it.each([
  ["a head", SIGN_UP, "x: y\r\n", [408]],
  ["the name of a header", SIGN_UP, "x", [408]],
  ["a body", `${SIGN_UP}Content-Length: 100000\r\n\r\n`, "x", [408]],
  ["chunks", `${SIGN_UP}Transfer-Encoding: chunked\r\n\r\n`, "1\r\nx\r\n", [408]],
  ["a store query", "POST /api/2022-10/graphql.json HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n", "x", [408]],
  ["nothing at all", "", "", [408]],
])("%s that arrives very slowly times out and stores nothing", async (_, beginning, drop, statuses) => {
  const stored: unknown[] = [];
  const gateway = aGateway({
    database: {
      isHosted: false,
      async answer(request) {
        stored.push(request);
        return { status: 201, headers: {}, body: null };
      },
    },
  });
  const port = await freePort();
  const server = await listening(gateway, port, { arrival: { headMs: 60, wholeMs: 90, checkMs: 10 } });
  onTestFinished(() => server.stop());
  expect(statusesOf(await drip(port, beginning, drop))).toEqual(statuses);
  expect(stored).toEqual([]);
});
