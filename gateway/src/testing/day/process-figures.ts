import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Memory of a process that is in RAM, in megabytes. Source: man 5 proc_pid_status. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** What a process holds open. */
export type OpenHandles = { sockets: number; others: number };

/** Counts what a process holds open just now. Source: man 5 proc_pid_fd. */
export function openHandlesOf(pid: number): OpenHandles {
  const folder = `/proc/${pid}/fd`;
  const targets = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      // Closed since the folder was read.
      return "";
    }
  });
  const sockets = targets.filter((target) => target.startsWith("socket:")).length;
  return { sockets, others: targets.filter((target) => target !== "").length - sockets };
}

/** The middle one of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
