import { setTimeout as pause } from "node:timers/promises";
import { SCREEN_PATHS } from "../../packages/protocol/src/content.ts";
import type { Line } from "../figures.ts";
import { startGateway } from "../support/gateway.ts";
import { hasProcessAccounting, residentMegabytes } from "../support/processes.ts";
import { sendRequests } from "../support/requests.ts";

const ROUNDS = 3;
const PAGES = 10_000;
/** How long a gateway may come to rest before its memory is read, in milliseconds. */
const REST_MS = 1_500;

/** Memory of the gateway at rest, just started and after it has given many pages. */
export async function measureMemory(): Promise<Line[]> {
  if (!hasProcessAccounting) return [{ what: "Memory at rest", missing: "this needs Linux" }];
  const started: number[] = [];
  const used: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const gateway = await startGateway();
    try {
      await pause(REST_MS);
      started.push(residentMegabytes(gateway.pid));
      const paths = Object.values(SCREEN_PATHS);
      await sendRequests({ kind: "pages", port: gateway.port, connections: 16, paths, count: PAGES });
      await pause(REST_MS);
      used.push(residentMegabytes(gateway.pid));
    } finally {
      await gateway.stop();
    }
  }
  return [
    { what: "Memory at rest, just started", rounds: started, unit: "MB" },
    { what: `Memory at rest, after ${PAGES.toLocaleString("en")} pages`, rounds: used, unit: "MB" },
  ];
}
