import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { QUIET_FLAGS } from "../../tools/browser.ts";
import { newFolder } from "./gateway.ts";
import { end, endWithUs } from "./processes.ts";

/** A browser with an open debugging port. */
type BenchBrowser = { port: number; stop: () => Promise<void> };

const FLAGS = ["--headless=new", "--no-sandbox", ...QUIET_FLAGS, "--remote-debugging-port=0"];

/** Longest start of a browser, in milliseconds. */
const START_MS = 30_000;

/**
 * Starts a browser with a new, empty profile.
 *
 * @throws {Error} if its debugging port does not open in time
 */
export async function startBrowser(program: string): Promise<BenchBrowser> {
  const profile = newFolder("profile");
  const child = spawn(program, [...FLAGS, `--user-data-dir=${profile}`, "about:blank"], {
    stdio: "ignore",
    detached: true,
  });
  endWithUs(child, true);
  const stop = () => end(child, "SIGTERM", true);
  const portFile = join(profile, "DevToolsActivePort");
  const from = performance.now();
  while (performance.now() - from < START_MS && child.exitCode === null) {
    // The browser writes the port and, on the next line, a path.
    const [port = "", path] = existsSync(portFile) ? readFileSync(portFile, "utf8").split("\n") : [];
    if (path) return { port: Number(port), stop };
    await pause(50);
  }
  await stop();
  throw new Error(`${program} did not open its debugging port`);
}
