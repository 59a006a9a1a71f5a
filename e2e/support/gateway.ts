import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import {
  borrowPictures,
  COMPILE_CACHE,
  fillPreparedPictures,
  isPreparing,
} from "@porchlight/fixtures/prepared-pictures.ts";
import { demoWithShowsToCome } from "./demo-content.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** The owner's password on every gateway of the journeys. */
export const ADMIN_PASSWORD = "lantern over the dark harbour";

/** Exit code of the gateway when another program has its port. Source: gateway/src/main.ts. */
const PORT_TAKEN = 69;

/** Longest time that a gateway may take to start, in milliseconds, with prepared pictures and without. */
export const START_MS = { usual: 60_000, withPictures: 600_000 } as const;

/** A healthy gateway in its own process. */
export type RunningGateway = {
  /** Its address, without a slash at its end. */
  url: string;
  /** Its data folder, empty at the start and removed by {@link RunningGateway.stop}. */
  dataDir: string;
  contentDir: string;
  /** Everything that it has written to the console so far. */
  output: () => string;
  stop: () => Promise<void>;
};

/** How a gateway is started. */
export type GatewayOptions = {
  /** Otherwise the demo with shows that lie ahead. */
  contentDir?: string;
  /** Further settings, by their names. */
  settings?: Record<string, string>;
  /** Fills the cache of prepared pictures, which all other gateways borrow. */
  fillsPreparedPictures?: boolean;
};

/**
 * Starts `gateway/src/main.ts` on a free port with an empty data file and waits until it is healthy.
 *
 * @throws {Error} with the gateway's output, if it ends or is not healthy in time
 */
export async function startGateway(options: GatewayOptions = {}): Promise<RunningGateway> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      // Another program may take the port after we found it free.
      if (!(error instanceof PortTaken) || tries === 3) throw error;
    }
  }
}

class PortTaken extends Error {}

async function startOnce({
  contentDir = demoWithShowsToCome(),
  settings,
  fillsPreparedPictures = false,
}: GatewayOptions): Promise<RunningGateway> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), "porchlight-e2e-"));
  if (fillsPreparedPictures) fillPreparedPictures(dataDir);
  else borrowPictures(dataDir);

  let output = "";
  const child = spawn(process.execPath, [join(ROOT, "gateway/src/main.ts")], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      CONTENT_DIR: contentDir,
      LIMITS: "off",
      ADMIN_EMAIL: "owner@example.com",
      ADMIN_PASSWORD,
      ...settings,
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  // An aborted run leaves no gateway behind.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const stop = async () => {
    await end(child);
    process.off("exit", kill);
    rmSync(dataDir, { recursive: true, force: true });
  };

  try {
    const isLit = () => output.includes("Porchlight is lit");
    await untilHealthy(url, child, isLit, fillsPreparedPictures ? START_MS.withPictures : START_MS.usual);
    if (fillsPreparedPictures) await untilPrepared(child, () => output);
  } catch (error) {
    await stop();
    if (child.exitCode === PORT_TAKEN) throw new PortTaken();
    throw new Error(`The gateway did not start. ${error instanceof Error ? error.message : error}\n${output}`);
  }
  return { url, dataDir, contentDir, output: () => output, stop };
}

/** @param isLit returns whether the gateway has logged the last line of its start. A test must not count that line. */
async function untilHealthy(url: string, child: ChildProcess, isLit: () => boolean, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("It ended before it was healthy.");
    const isHealthy = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (isHealthy && isLit()) return;
    await new Promise((resume) => setTimeout(resume, 50));
  }
  throw new Error(`It did not answer within ${withinMs} ms.`);
}

async function untilPrepared(child: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + START_MS.withPictures;
  while (isPreparing(output())) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error("The pictures were not prepared.");
    await new Promise((resume) => setTimeout(resume, 50));
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const deadline = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(deadline);
}
