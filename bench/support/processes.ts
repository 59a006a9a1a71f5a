import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";

/** Clock ticks in a second as `/proc` counts them; Linux shows 100 to programs on every common machine. */
const TICKS_PER_SECOND = 100;

/** Whether the system reports the resources of a process. Only Linux has `/proc`. */
export const hasProcessAccounting = existsSync("/proc/self/stat");

/** CPU time of a process and all its threads, in microseconds. Source: man 5 proc_pid_stat. */
export function cpuTimeOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the program's name in brackets, which may itself contain brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / TICKS_PER_SECOND;
}

/**
 * CPU time of the first thread of a process, in milliseconds with nanosecond precision; undefined if the kernel does not
 * report it. Source: Linux, Documentation/scheduler/sched-stats.rst.
 */
export function threadTimeOf(pid: number): number | undefined {
  const path = `/proc/${pid}/task/${pid}/schedstat`;
  return existsSync(path) ? Number(readFileSync(path, "utf8").split(" ")[0]) / 1e6 : undefined;
}

/** Resident memory of a process, in megabytes. */
export function residentMegabytes(pid: number): number {
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
 * @param isGroup whether it was started `detached`: then its whole process group ends
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
    if (child.pid === undefined) continue;
    if (isGroup) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  }
});

/** Ends a process together with this program. A process that could not start has no id. */
export function endWithUs(child: ChildProcess, isGroup = false): void {
  running.set(child, isGroup);
  child.once("exit", () => running.delete(child)).once("error", () => running.delete(child));
}

/**
 * Runs a program to its end.
 *
 * @returns its output
 * @throws {Error} with its output, if it fails
 */
export async function outputOf(program: string, words: string[], environment = process.env): Promise<string> {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"], env: environment });
  endWithUs(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  // 'close' comes after the last output, 'exit' may come before.
  const [code, signal] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ended with ${signal ?? code}: ${output.slice(-2_000)}`);
  return output;
}
