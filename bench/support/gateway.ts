import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { borrowPictures, fillPreparedPictures, isPreparing } from "@porchlight/fixtures/prepared-pictures.ts";
import { newFolder, ROOT } from "./folders.ts";
import { statusOf } from "./http.ts";
import { end, endWithUs, type Server } from "./processes.ts";

/** Longest start of a gateway in milliseconds, including the preparation of all pictures. */
const START_MS = 240_000;
/** Interval of health checks, in milliseconds. */
const CHECK_EVERY_MS = 4;

/** The file in a gateway's data folder for what the gateway prints. */
const LOG_FILE = "gateway.log";

/** What `npm start` runs. The lockfile's Node replaces itself by one with flags, so the process id stays the same. */
const START = ["scripts/run.mjs", "scripts/start.ts"];

/** A healthy gateway in its own process. */
export type BenchGateway = Server & {
  /** Its address, without a slash at its end. */
  url: string;
  dataDir: string;
  /** Time from its start to the first response with status 200, in milliseconds. */
  startMs: number;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
};

export type GatewayOptions = {
  /** An existing data folder. If absent, a new one is created. */
  dataDir?: string;
  /** A command to run instead of what `npm start` runs. */
  command?: { program: string; words: string[]; environment: NodeJS.ProcessEnv };
  /** The start ends with the first status 200 of this path. */
  firstPath?: string;
  /** Settings in addition to the bench's own. */
  settings?: Record<string, string>;
};

/** Starts a gateway once, so that all pictures are prepared before any measurement. */
export async function prepareOnce(): Promise<void> {
  const dataDir = newFolder("first-start");
  fillPreparedPictures(dataDir);
  const gateway = await startGateway({ dataDir });
  await untilPrepared(dataDir);
  await gateway.stop();
}

/** Waits until a gateway with this data folder has prepared all pictures. */
export async function untilPrepared(dataDir: string): Promise<void> {
  while (isPreparing(readFileSync(join(dataDir, LOG_FILE), "utf8"))) await pause(100);
}

/** Creates a data folder that has only the prepared pictures. */
export function newDataFolder(): string {
  const dataDir = newFolder("data");
  borrowPictures(dataDir);
  return dataDir;
}

/**
 * Starts a gateway on a free port without rate limits, and waits until it answers.
 *
 * @throws {Error} with its output, if it ends or does not answer
 */
export async function startGateway(options: GatewayOptions = {}): Promise<BenchGateway> {
  const { dataDir = newDataFolder(), command, firstPath = "/healthz", settings } = options;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // The gateway logs each sign-up. The log goes to a file, because a process that reads it would take a core.
  const logPath = join(dataDir, LOG_FILE);
  const log = openSync(logPath, "a");
  const { program, words, environment } = command ?? {
    program: process.execPath,
    words: START,
    environment: { PATH: process.env.PATH },
  };
  const from = performance.now();
  const child = spawn(program, words, {
    cwd: ROOT,
    stdio: ["ignore", log, log],
    // With this, npm and its shell end together with the processes that they started.
    detached: command !== undefined,
    env: {
      ...environment,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      CONTENT_DIR: demoContent(),
      LIMITS: "off",
      ...settings,
    },
  });
  closeSync(log);
  endWithUs(child, command !== undefined);
  const stop = (signal: NodeJS.Signals = "SIGTERM") => end(child, signal, command !== undefined);
  try {
    await untilAnswered(port, firstPath, child, from);
  } catch (error) {
    await stop("SIGKILL");
    throw new Error(`The gateway did not start:\n${readFileSync(logPath, "utf8").slice(-2_000)}`, { cause: error });
  }
  const startMs = performance.now() - from;
  // The cast holds: a running process has an id.
  return { url, port, pid: child.pid as number, dataDir, startMs, stop, [Symbol.asyncDispose]: () => stop() };
}

/**
 * Starts a gateway several times with the same data folder, and leaves the last one running. The first start does not
 * count, because it also creates the owner and the day's backup. Stopping it waits for the backup.
 */
export async function startOften(
  options: GatewayOptions & { dataDir: string },
  rounds: number,
): Promise<{ gateway: BenchGateway; startsMs: number[] }> {
  let gateway = await startGateway(options);
  const startsMs: number[] = [];
  while (startsMs.length < rounds) {
    await gateway.stop();
    gateway = await startGateway(options);
    startsMs.push(gateway.startMs);
  }
  return { gateway, startsMs };
}

async function untilAnswered(port: number, path: string, child: ChildProcess, from: number): Promise<void> {
  while (performance.now() - from < START_MS) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      throw new Error("It ended at once, or could not be started");
    }
    if ((await statusOf(port, path)) === 200) return;
    await pause(CHECK_EVERY_MS);
  }
  throw new Error(`It did not answer within ${START_MS / 1000} seconds`);
}
