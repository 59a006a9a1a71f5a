import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Figure, Line } from "../figures.ts";
import { ROOT } from "../support/folders.ts";
import { type GatewayOptions, newDataFolder, startGateway } from "../support/gateway.ts";
import { statusOf } from "../support/http.ts";

const ROUNDS = 5;

/** Measures how long a second start takes: of the gateway alone, by the start script, and by `npm start`. */
export async function measureStart(): Promise<Line[]> {
  const environment = userEnvironment();
  const script = { program: "node", words: ["scripts/run.mjs", "scripts/start.ts"], environment };
  const npm = { program: "npm", words: ["start"], environment };
  const ways: { options: GatewayOptions; figure: Figure }[] = [
    {
      options: { firstPath: "/", command: npm },
      figure: { what: "npm start, to its first page", rounds: [], unit: "ms", aim: { atMost: 1000 } },
    },
    {
      options: { firstPath: "/", command: script },
      figure: { what: "The same without npm itself (scripts/run.mjs)", rounds: [], unit: "ms" },
    },
    { options: {}, figure: { what: "The gateway alone, to its first /healthz", rounds: [], unit: "ms" } },
  ];
  for (const { options } of ways) {
    options.dataDir = newDataFolder();
    // A first start also makes the data file and its first backup.
    await (await startGateway({ dataDir: options.dataDir })).stop();
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

/** Waits until nothing answers at the port: npm ends before the gateway that it started. */
async function untilSilent(port: number): Promise<void> {
  while ((await statusOf(port, "/healthz")) !== undefined) await pause(20);
}

/** The environment of an owner's terminal: the system's Node and npm, without the variables of this bench's npm. */
function userEnvironment(): NodeJS.ProcessEnv {
  const own = join(ROOT, "node_modules");
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.startsWith(own));
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE$|INIT_CWD$)/i.test(name));
  return {
    ...Object.fromEntries(inherited),
    PATH: path.filter((folder) => !/node_modules|node-gyp-bin/.test(folder)).join(delimiter),
  };
}
