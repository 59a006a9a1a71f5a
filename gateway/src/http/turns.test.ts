import { once } from "node:events";
import { connect } from "node:net";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { aGateway } from "../testing/gateway-in-memory.ts";
import { listening } from "../testing/hosted-site.ts";
import { createTurns } from "./turns.ts";

/** Turns whose rounds of the event loop a test runs, and requests that take half a millisecond each. */
function someTurns() {
  let ms = 0;
  let round: (() => void) | undefined;
  const started: string[] = [];
  const turns = createTurns({
    now: () => ms,
    nextRound: (work) => {
      round = work;
    },
  });
  return {
    started,
    send(client: string, count = 1) {
      for (let sent = 0; sent < count; sent += 1) {
        turns(client, () => {
          started.push(client);
          ms += 0.5;
        });
      }
    },
    /** The event loop goes round. @returns what started in that round */
    async goRound() {
      const before = started.length;
      const work = round;
      round = undefined;
      work?.();
      await new Promise(setImmediate);
      return started.slice(before);
    },
    isIdle: () => round === undefined,
  };
}

describe("Starts of requests", () => {
  it("happen at once while the round has time, and otherwise wait for the next rounds", async () => {
    const { send, started, goRound, isIdle } = someTurns();
    send("ann", 5);
    expect(started).toHaveLength(2);
    expect(await goRound()).toHaveLength(2);
    expect(await goRound()).toHaveLength(1);
    await goRound();
    expect(isIdle()).toBe(true);
    send("ann");
    expect(started).toHaveLength(6);
  });

  it("alternate between clients, so that one request waits for few of another client", async () => {
    const { send, goRound } = someTurns();
    send("robot", 600);
    send("fan");
    expect(await goRound()).toEqual(["robot", "fan"]);
  });
});

it("the event loop goes round, and so accepts connections, after each long request of a client with many connections", async () => {
  const port = await freePort();
  let round = 0;
  let isCounting = true;
  const count = () => {
    round += 1;
    if (isCounting) setImmediate(count);
  };
  count();
  const rounds: number[] = [];
  const gateway = aGateway();
  const server = await listening(
    {
      ...gateway,
      fetch(request, origin) {
        rounds.push(round);
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
  // Afterwards every connection is accepted, so that the next requests arrive together.
  await requestOnEach();
  rounds.length = 0;
  await requestOnEach();
  for (const socket of sockets) socket.destroy();
  expect(new Set(rounds).size).toBeGreaterThanOrEqual(rounds.length - 1);
});
