import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Period of the limit, in microseconds. The kernel assigns time in slices of five milliseconds, so with a much shorter
 * period the limit would be too coarse.
 */
const PERIOD_US = 100_000;

/** Limits processes of this machine to a share of one core each. */
export type CpuShares = {
  /** Limits a process and its threads to a share of a core. 0.25 is a quarter. */
  limit: (pid: number, share: number) => void;
  /** Removes the limit of a process. */
  release: (pid: number) => void;
  /** Removes all control groups. Their processes must have ended or been released. */
  end: () => void;
};

/**
 * Uses the kernel's control groups, version 1 or 2. Undefined if this program may not create any. Often only root may.
 * Source: docs.kernel.org, "CFS Bandwidth Control" and "Control Group v2".
 */
export function openCpuShares(): CpuShares | undefined {
  const isSecond = existsSync("/sys/fs/cgroup/cgroup.controllers");
  const root = isSecond ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu";
  const made: string[] = [];
  const end = () => {
    for (const group of made) rmdirSync(group);
  };
  function limit(pid: number, share: number): void {
    const group = join(root, `porchlight-bench-${pid}`);
    // A killed earlier run may have left the group behind.
    mkdirSync(group, { recursive: true });
    made.push(group);
    const quota = Math.round(PERIOD_US * share);
    if (isSecond) {
      writeFileSync(join(group, "cpu.max"), `${quota} ${PERIOD_US}`);
    } else {
      writeFileSync(join(group, "cpu.cfs_period_us"), String(PERIOD_US));
      writeFileSync(join(group, "cpu.cfs_quota_us"), String(quota));
    }
    writeFileSync(join(group, "cgroup.procs"), String(pid));
  }
  const release = (pid: number) => writeFileSync(join(root, "cgroup.procs"), String(pid));
  return canMakeGroups(root, isSecond) ? { limit, release, end } : undefined;
}

function canMakeGroups(root: string, isSecond: boolean): boolean {
  const group = join(root, `porchlight-bench-try-${process.pid}`);
  try {
    mkdirSync(group);
    const canLimit = existsSync(join(group, isSecond ? "cpu.max" : "cpu.cfs_quota_us"));
    rmdirSync(group);
    return canLimit && readFileSync(join(root, "cgroup.procs"), "utf8") !== "";
  } catch {
    return false;
  }
}
