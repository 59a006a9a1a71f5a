import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished } from "vitest";
import { aDataFile } from "../../../../testing/a-data-file.ts";
import { aTestFolder, BARE_ENVIRONMENT } from "../../../../testing/gateway-process.ts";

const STOCK = 100_000;
/** Orders that are placed before each kill of the process. */
const ENOUGH = 40;

/** Starts a process in which buyers place orders, and kills it. @returns the checkouts whose orders were placed */
async function placeUntilKilled(dir: string): Promise<string[]> {
  const script = join(import.meta.dirname, "placing-process.case.ts");
  const child = spawn(process.execPath, [script, dir, String(STOCK)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: BARE_ENVIRONMENT,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit");
  const placed: string[] = [];
  const lines = createInterface({ input: child.stdout }).on("line", (line) => placed.push(line));
  // Another signal may end the process too, for example when memory runs out.
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  while (placed.length < ENOUGH && isRunning()) await Promise.race([once(lines, "line"), exited]);
  child.kill("SIGKILL");
  await exited;
  return placed;
}

/** Kills a process repeatedly while orders are placed: no order is lost or stored twice, and the stock is right. */
export async function killsLoseNoOrder(kills: number): Promise<void> {
  const dir = aTestFolder();
  const placed: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) placed.push(...(await placeUntilKilled(dir)));
  expect(placed.length).toBeGreaterThanOrEqual(kills * ENOUGH);

  const data = aDataFile({ dir });
  const stored = data.read.all<{ id: number; token: string }>(
    "SELECT id, checkout_token AS token FROM orders ORDER BY id",
  );
  const tokens = new Set(stored.map(({ token }) => token));
  expect(placed.filter((token) => !tokens.has(token))).toEqual([]);
  expect(tokens.size).toBe(stored.length);
  // The order numbers have no gaps.
  expect(stored.map(({ id }) => id)).toEqual(stored.map((_, i) => i + 1));
  expect(data.read.all("SELECT on_hand FROM stock_levels")).toEqual([{ on_hand: STOCK - stored.length }]);
  expect(data.read.all("SELECT count(*) AS n FROM order_pieces")).toEqual([{ n: stored.length }]);
}
