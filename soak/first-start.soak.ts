import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { expect, it, onTestFinished } from "vitest";
import { userEnvironment } from "../bench/support/user-environment.ts";
import { soak } from "../gateway/src/testing/soak.ts";

const ROOT = resolve(import.meta.dirname, "..");
/** About the length of a first start with a warm cache of npm, in milliseconds: the kills are spread over it. */
const LENGTH_MS = 30_000;
/** Longest time until a start serves its pictures, in milliseconds. */
const MAX_MS = 10 * 60_000;

function aClone(): string {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-first-start-"));
  // Deleting the packages takes longer than a hook may take by default.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }), MAX_MS);
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", ROOT, folder]);
  return folder;
}

/** Runs `npm start` in a clone, with a data folder of this name. */
async function startIn(clone: string, data: string) {
  const port = await freePort();
  const dataDir = join(clone, data);
  mkdirSync(dataDir, { recursive: true });
  const child = spawn("npm", ["start"], {
    cwd: clone,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...userEnvironment(), HOST: "127.0.0.1", PORT: String(port), DATA_DIR: dataDir },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
  const ended = once(child, "exit");
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), signal);
    await ended;
  };
  onTestFinished(() => end("SIGKILL"));
  const fetchStatus = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status, headers }) => (headers.has("Server-Timing") ? "a preview" : status),
      () => undefined,
    );
  return {
    end,
    /** Waits until Home and its sharp picture are served. */
    isServing: async () => {
      const picture = "/optimized/avif/n1-large.avif";
      const statuses = async () => [child.exitCode, await fetchStatus("/"), await fetchStatus(picture)];
      await expect.poll(statuses, { timeout: MAX_MS, message: printed }).toEqual([null, 200, 200]);
    },
  };
}

it("the next start completes a first start that was killed at any moment", (test) =>
  soak(test, "kills during a first start", 12, async (times) => {
    const clone = aClone();
    for (let kill = 1; kill <= times; kill += 1) {
      const killed = await startIn(clone, "data");
      await pause((LENGTH_MS * kill) / times);
      await killed.end("SIGKILL");
    }
    const last = await startIn(clone, "data");
    await last.isServing();
    await last.end("SIGTERM");
    expect(existsSync(join(clone, ".installing"))).toBe(false);
  }));

it("two first starts at the same time both succeed", (test) =>
  soak(test, "first starts in pairs", 2, async (times) => {
    for (let pair = 0; pair < times; pair += 1) {
      const clone = aClone();
      const both = [await startIn(clone, "data"), await startIn(clone, "other-data")];
      for (const one of both) await one.isServing();
      for (const one of both) await one.end("SIGTERM");
    }
  }));
