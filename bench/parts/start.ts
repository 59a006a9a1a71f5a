import { setTimeout as pause } from "node:timers/promises";
import type { Figure, Line } from "../figures.ts";
import { type GatewayOptions, newDataFolder, startGateway } from "../support/gateway.ts";
import { statusOf } from "../support/http.ts";
import { userEnvironment } from "../support/user-environment.ts";

const ROUNDS = 5;
/** How long a start may take from its first page until Node's compile cache is written, in milliseconds. */
const COMPILED_AFTER_MS = 2_000;

/** Measures how long a second start takes: of the gateway alone, with the start script, and with `npm start`. */
export async function measureStart(): Promise<Line[]> {
  const environment = userEnvironment();
  const script = { program: "node", words: ["scripts/run.mjs", "scripts/start.ts"], environment };
  const npm = { program: "npm", words: ["start"], environment };
  const alone = { program: process.execPath, words: ["gateway/src/main.ts"], environment };
  const ways: { options: GatewayOptions; figure: Figure }[] = [
    {
      options: { firstPath: "/", command: npm },
      figure: { what: "npm start, until its first page", rounds: [], unit: "ms", aim: { atMost: 700 } },
    },
    {
      options: { firstPath: "/", command: script },
      figure: { what: "The same without npm itself (scripts/run.mjs)", rounds: [], unit: "ms" },
    },
    {
      options: { command: alone },
      figure: { what: "The gateway alone, until its first response to /healthz", rounds: [], unit: "ms" },
    },
  ];
  for (const { options } of ways) {
    options.dataDir = newDataFolder();
    // The first start also creates the data file and its first backup, and fills Node's compile cache once it listens.
    const first = await startGateway(options);
    await pause(COMPILED_AFTER_MS);
    await first.stop();
    await untilSilent(first.port);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { options, figure } of ways) {
      const gateway = await startGateway(options);
      figure.rounds.push(gateway.startMs);
      await gateway.stop();
      await untilSilent(gateway.port);
    }
  }
  return ways.map(({ figure }) => figure);
}

/** Waits until nothing answers on the port, because npm ends before the gateway that it started. */
async function untilSilent(port: number): Promise<void> {
  while ((await statusOf(port, "/healthz")) !== undefined) await pause(20);
}
