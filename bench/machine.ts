import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { arch, cpus, platform, release, totalmem } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

/** From this share of all cores on, other programs make the figures of a part doubtful. */
const NOISY_FROM = 0.1;
/** How long to watch the machine while nothing of ours runs, in milliseconds. */
const WATCH_MS = 500;

/** What the figures were measured on, one sentence for each fact. */
export function describeMachine(versions: Record<string, string>): string[] {
  const cores = cpus();
  const system = existsSync("/etc/os-release")
    ? (/^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? platform())
    : platform();
  return [
    `${cores.length} × ${cores[0]?.model.trim() ?? "unknown processor"}, ${Math.round(totalmem() / 2 ** 30)} GiB memory`,
    `${system}, kernel ${release()}, ${arch()}`,
    `Node ${process.versions.node}, SQLite ${process.versions.sqlite ?? "unknown"}`,
    ...Object.entries(versions).map(([name, version]) => `${name} ${version}`),
  ];
}

/** The version that a program tells of itself. Some tell it on the error stream, some with a code of failure. */
export function versionOf(program: string, word: string, pattern: RegExp): string {
  const { stdout, stderr } = spawnSync(program, [word], { encoding: "utf8" });
  return pattern.exec(`${stdout}${stderr}`)?.[1] ?? "unknown";
}

/** What other programs took of the machine around a part. */
export type Quiet = { share: number; isNoisy: boolean };

/**
 * Watches how busy the machine is while this program only waits.
 *
 * @returns share of all cores that others used, 0 to 1; undefined where the system does not tell
 */
export async function watchOthers(): Promise<Quiet | undefined> {
  const before = machineTime();
  await pause(WATCH_MS);
  const after = machineTime();
  if (!before || !after) return undefined;
  const all = after.all - before.all;
  const share = all > 0 ? (after.busy - before.busy) / all : 0;
  return { share, isNoisy: share >= NOISY_FROM };
}

/** Busy time counts what the host of a virtual machine took away, too. */
function machineTime(): { busy: number; all: number } | undefined {
  if (!existsSync("/proc/stat")) return undefined;
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  // user nice system idle iowait irq softirq steal; what follows is part of user already. Source: man 5 proc_stat.
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number);
  const all = times.reduce((sum, time) => sum + time, 0);
  return { busy: all - (times[3] ?? 0) - (times[4] ?? 0), all };
}
