import { once } from "node:events";
import { connect } from "node:net";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { aGateway } from "../testing/gateway-in-memory.ts";
import { listening } from "../testing/hosted-site.ts";
import { createStartQueue } from "./start-queue.ts";

/** A queue for requests that take half a millisecond each. The test runs the iterations of the event loop. */
function aStartQueue() {
  let ms = 0;
  let iteration: (() => void) | undefined;
  const started: string[] = [];
  const queue = createStartQueue({
    now: () => ms,
    nextIteration: (work) => {
      iteration = work;
    },
  });
  return {
    started,
    send(client: string, count = 1) {
      for (let sent = 0; sent < count; sent += 1) {
        queue(client, () => {
          started.push(client);
          ms += 0.5;
        });
      }
    },
    /** Runs one iteration of the event loop. @returns the clients whose requests started in it */
    async iterate() {
      const before = started.length;
      const work = iteration;
      iteration = undefined;
      work?.();
      await new Promise(setImmediate);
      return started.slice(before);
    },
    isIdle: () => iteration === undefined,
  };
}

describe("requests", () => {
  it("start at once while the iteration has time left, and otherwise in the next iterations", async () => {
    const { send, started, iterate, isIdle } = aStartQueue();
    send("ann", 5);
    expect(started).toHaveLength(2);
    expect(await iterate()).toHaveLength(2);
    expect(await iterate()).toHaveLength(1);
    await iterate();
    expect(isIdle()).toBe(true);
    send("ann");
    expect(started).toHaveLength(6);
  });

  it("start for each client in turn, so that a client with one request does not wait for all requests of another", async () => {
    const { send, iterate } = aStartQueue();
    send("robot", 600);
    send("fan");
    expect(await iterate()).toEqual(["robot", "fan"]);
  });
});

it("after each long request, a new iteration of the event loop begins and accepts a connection", async () => {
  const port = await freePort();
  let iteration = 0;
  let isCounting = true;
  const count = () => {
    iteration += 1;
    if (isCounting) setImmediate(count);
  };
  count();
  const iterations: number[] = [];
  const gateway = aGateway();
  const server = await listening(
    {
      ...gateway,
      fetch(request, origin) {
        iterations.push(iteration);
        const until = performance.now() + 2;
        while (performance.now() < until);
        return gateway.fetch(request, origin);
      },
    },
    port,
    { limits: true },
  );
  onTestFinished(() => {
    isCounting = false;
    return server.stop();
  });

  const sockets = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      return socket;
    }),
  );
  async function requestOnEach() {
    for (const socket of sockets) socket.write("GET /spotify/v1/nothing HTTP/1.1\r\nHost: a\r\n\r\n");
    await Promise.all(sockets.map((socket) => once(socket, "data")));
  }
  // From here on every connection is accepted, so that the next requests arrive together.
  await requestOnEach();
  iterations.length = 0;
  await requestOnEach();
  for (const socket of sockets) socket.destroy();
  expect(new Set(iterations).size).toBeGreaterThanOrEqual(iterations.length - 1);
});
