import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Unavailable } from "../figures.ts";
import { ROOT } from "./folders.ts";

/** Clock ticks in a second, the unit of CPU times in `/proc`. It is 100 on every common machine. */
const TICKS_PER_SECOND = 100;
/** Interval of the checks whether a server answers, in milliseconds, and the largest number of checks. */
const CHECKS = { everyMs: 25, times: 400 };

/** Whether the system reports the resources of a process. Only Linux has `/proc`. */
const hasProcessAccounting = existsSync("/proc/self/stat");

/** @throws {Unavailable} if the resources of a process cannot be read */
export function needProcessAccounting(): void {
  if (!hasProcessAccounting) throw new Unavailable("this needs Linux, where a process's CPU time can be read");
}

/** CPU time of a process in clock ticks: its own user and system time, then that of its ended children. */
export function cpuTicks(pid: number | "self"): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the program's name in brackets, which may itself contain brackets. Source: man 5 proc_pid_stat.
  return stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15)
    .map(Number);
}

/** CPU time of a process and all its threads, in microseconds; NaN if the system does not report it. */
export function cpuTimeOf(pid: number): number {
  if (!hasProcessAccounting) return Number.NaN;
  const [user = 0, system = 0] = cpuTicks(pid);
  return ((user + system) * 1e6) / TICKS_PER_SECOND;
}

/**
 * CPU time of the first thread of a process, in milliseconds with nanosecond precision; undefined if the kernel does
 * not report it. Source: Linux, Documentation/scheduler/sched-stats.rst.
 */
export function threadTimeOf(pid: number): number | undefined {
  const path = `/proc/${pid}/task/${pid}/schedstat`;
  return existsSync(path) ? Number(readFileSync(path, "utf8").split(" ")[0]) / 1e6 : undefined;
}

/** Resident memory of a process, in megabytes; NaN if the system does not report it. */
export function residentMegabytes(pid: number): number {
  if (!hasProcessAccounting) return Number.NaN;
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** Direct child processes. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
}

/**
 * Ends a process that this program started, and waits for its end.
 *
 * @param isGroup whether it was started `detached`; then its whole process group ends
 */
export async function end(child: ChildProcess, signal: NodeJS.Signals, isGroup = false): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  const send = (which: NodeJS.Signals) => (isGroup ? process.kill(-pid, which) : child.kill(which));
  send(signal);
  const deadline = setTimeout(() => send("SIGKILL"), 10_000);
  await ended;
  clearTimeout(deadline);
}

/** Running processes, and whether each leads a group. */
const running = new Map<ChildProcess, boolean>();
process.once("exit", () => {
  for (const [child, isGroup] of running) {
    // If a process could not start, it has no id.
    if (child.pid === undefined) continue;
    if (isGroup) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  }
});

/** Makes a process end together with this program. */
export function endWithUs(child: ChildProcess, isGroup = false): void {
  running.set(child, isGroup);
  child.once("exit", () => running.delete(child)).once("error", () => running.delete(child));
}

/** A server in its own process. */
export type Server = AsyncDisposable & { port: number; pid: number };

/**
 * Starts a server and waits until it is ready.
 *
 * @throws {Error} if it does not get ready
 */
export async function startServer(
  program: string,
  words: string[],
  port: number,
  isReady: () => Promise<boolean>,
): Promise<Server> {
  const child = spawn(program, words, { stdio: ["ignore", "ignore", "inherit"] });
  endWithUs(child);
  const stop = () => end(child, "SIGTERM");
  for (let check = 0; check < CHECKS.times; check += 1) {
    // The cast holds: the server is running, so it has a process id.
    if (await isReady()) return { port, pid: child.pid as number, [Symbol.asyncDispose]: stop };
    await pause(CHECKS.everyMs);
  }
  await stop();
  throw new Error(`${program} did not answer`);
}

/**
 * Runs a program to its end.
 *
 * @returns its output
 * @throws {Error} with its output, if it fails
 */
export async function outputOf(program: string, words: string[]): Promise<string> {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
  endWithUs(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  // 'close' comes after the last output. 'exit' may come before it.
  const [code, signal] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ended with ${signal ?? code}: ${output.slice(-2_000)}`);
  return output;
}

/** Runs a program of `bench/workers` in its own process. @returns the JSON that it printed */
export async function runWorker<Result>(file: string, ...words: string[]): Promise<Result> {
  // The cast holds: the caller names the type of the worker's output, and the worker checks it with `satisfies`.
  return JSON.parse(await outputOf(process.execPath, [join(ROOT, "bench/workers", file), ...words])) as Result;
}

/** Repeats a call, with pauses, until other work is over. @returns the result of that work */
export async function repeatDuring<Result>(
  work: Promise<Result>,
  everyMs: number,
  repeated: () => unknown,
): Promise<Result> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  // Without this, a failure during a pause would end the program as an unhandled rejection. `return` passes it on.
  over.catch(() => undefined);
  while (!isOver) {
    await repeated();
    await pause(everyMs);
  }
  return over;
}

/** Measures how long work takes, in milliseconds. */
export async function millisecondsOf(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
