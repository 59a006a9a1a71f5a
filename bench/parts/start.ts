import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Line } from "../figures.ts";
import { type GatewayOptions, newDataFolder, ROOT, startGateway } from "../support/gateway.ts";
import { statusOf } from "../support/http.ts";

const ROUNDS = 5;

/** How long a second start takes: the gateway alone, with the script that prepares its way, and under npm. */
export async function measureStart(): Promise<Line[]> {
  const environment = userEnvironment();
  const ways: Record<"alone" | "script" | "npm", GatewayOptions> = {
    alone: {},
    script: {
      firstPath: "/",
      command: { program: "node", words: ["scripts/run.mjs", "scripts/start.ts"], environment },
    },
    npm: { firstPath: "/", command: { program: "npm", words: ["start"], environment } },
  };
  const rounds = { alone: await firstStart(), script: await firstStart(), npm: await firstStart() };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, { dataDir, times }] of Object.entries(rounds)) {
      // Both records have the same three names.
      const gateway = await startGateway({ dataDir, ...ways[name as keyof typeof ways] });
      times.push(gateway.startMs);
      await gateway.stop();
      await untilSilent(gateway.port);
    }
  }
  return [
    { what: "npm start, to its first page", rounds: rounds.npm.times, unit: "ms", aim: { atMost: 1000 } },
    { what: "The same without npm itself (scripts/run.mjs)", rounds: rounds.script.times, unit: "ms" },
    { what: "The gateway alone, to its first /healthz", rounds: rounds.alone.times, unit: "ms" },
  ];
}

/** A data folder that a first start has made ready; that one also makes the data file and its first backup. */
async function firstStart(): Promise<{ dataDir: string; times: number[] }> {
  const dataDir = newDataFolder();
  const gateway = await startGateway({ dataDir });
  await gateway.stop();
  return { dataDir, times: [] };
}

/** npm is gone before the gateway that it started. */
async function untilSilent(port: number): Promise<void> {
  while ((await statusOf(port, "/healthz")) !== undefined) await pause(20);
}

/** As in a terminal of its owner: npm under the system's Node, knowing nothing of the npm that runs this bench. */
function userEnvironment(): NodeJS.ProcessEnv {
  const own = join(ROOT, "node_modules");
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.startsWith(own));
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE$|INIT_CWD$)/i.test(name));
  return {
    ...Object.fromEntries(inherited),
    PATH: path.filter((folder) => !/node_modules|node-gyp-bin/.test(folder)).join(delimiter),
  };
}
