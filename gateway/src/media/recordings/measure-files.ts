import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Measured } from "./measure.ts";

/** Why a recording was not measured: it "cannot be played", or it "cannot be read". */
export type Unmeasured = { reason: string; verb: "played" | "read" };

const PROGRAM = join(import.meta.dirname, "measure-program.ts");
/** Recordings that one process measures. Windows allows 32,767 characters of arguments. */
const FILES_AT_ONCE = 50;
/** How long one process may take, in milliseconds. An hour of WAV takes seconds. */
const TIMEOUT_MS = 60_000;

const runProgram = promisify(execFile);

/**
 * Measures audio files in another process. The library that reads them takes 15 MB, which are freed when it ends, and a
 * file that keeps it busy or crashes it does not stop the pages.
 *
 * @param timeoutMs how long one process may take, because a hostile file can keep the library busy for half an hour
 */
export async function measureFiles(
  paths: readonly string[],
  timeoutMs = TIMEOUT_MS,
): Promise<ReadonlyMap<string, Measured | Unmeasured>> {
  const found = new Map<string, Measured | Unmeasured>();
  for (let at = 0; at < paths.length; at += FILES_AT_ONCE) {
    for (const [path, measured] of await measureSome(paths.slice(at, at + FILES_AT_ONCE), timeoutMs))
      found.set(path, measured);
  }
  return found;
}

async function measureSome(
  paths: readonly string[],
  timeout: number,
): Promise<[path: string, measured: Measured | Unmeasured][]> {
  try {
    const { stdout } = await runProgram(process.execPath, [PROGRAM, ...paths], { timeout, killSignal: "SIGKILL" });
    // measure-program.ts prints nothing else.
    return Object.entries(JSON.parse(stdout) as Record<string, Measured | Unmeasured>);
  } catch {
    const [first, ...others] = paths;
    if (first && others.length === 0) return [[first, { reason: "ended the program that measures it", verb: "read" }]];
    // A file crashed the library, or took too long. Measuring each one alone shows which.
    const found: [string, Measured | Unmeasured][] = [];
    for (const path of paths) found.push(...(await measureSome([path], timeout)));
    return found;
  }
}
