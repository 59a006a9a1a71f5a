import { delimiter, join } from "node:path";
import type { Line } from "../figures.ts";
import { type GatewayOptions, newDataFolder, ROOT, startGateway } from "../support/gateway.ts";

const ROUNDS = 5;

/** How long a second start takes: the gateway alone, with the script that prepares its way, and under npm. */
export async function measureStart(): Promise<Line[]> {
  const environment = userEnvironment();
  const dataDir = newDataFolder();
  const timed = async (options: GatewayOptions) => {
    const gateway = await startGateway({ dataDir, ...options });
    await gateway.stop();
    return gateway.startMs;
  };
  // The first start makes the data file and its first backup.
  await timed({});

  const alone: number[] = [];
  const script: number[] = [];
  const npm: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await timed({}));
    script.push(
      await timed({
        firstPath: "/",
        command: { program: "node", words: ["scripts/run.mjs", "scripts/start.ts"], environment },
      }),
    );
    npm.push(await timed({ firstPath: "/", command: { program: "npm", words: ["start"], environment } }));
  }
  return [
    { what: "npm start, to its first page", rounds: npm, unit: "ms", aim: { atMost: 1000 } },
    { what: "The same without npm itself (scripts/run.mjs)", rounds: script, unit: "ms" },
    { what: "The gateway alone, to its first /healthz", rounds: alone, unit: "ms" },
  ];
}

/** As in a terminal of its owner: npm under the system's Node, knowing nothing of the npm that runs this bench. */
function userEnvironment(): NodeJS.ProcessEnv {
  const own = join(ROOT, "node_modules");
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.startsWith(own));
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE$|INIT_CWD$)/i.test(name));
  return {
    ...Object.fromEntries(kept),
    PATH: path.filter((folder) => !/node_modules|node-gyp-bin/.test(folder)).join(delimiter),
  };
}
