import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Resident memory of a process, in megabytes. Source: man 5 proc_pid_status. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** Open file descriptors of a process. */
export type OpenHandles = { sockets: number; others: number };

/** Counts open file descriptors. Source: man 5 proc_pid_fd. */
export function countOpenHandles(pid: number): OpenHandles {
  const folder = `/proc/${pid}/fd`;
  const targets = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      // The file was closed after the folder was read.
      return "";
    }
  });
  const sockets = targets.filter((target) => target.startsWith("socket:")).length;
  return { sockets, others: targets.filter((target) => target !== "").length - sockets };
}

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
