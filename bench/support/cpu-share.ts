import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * How often a share is given out anew, in microseconds. The kernel hands it to a processor in slices of five milliseconds,
 * so a share of a much shorter period would be measured too coarsely.
 */
const PERIOD_US = 100_000;

/** Limits processes of this machine to a share of one core each. */
export type CpuShares = {
  /** From now on a process and its threads get no more than this of a core, 0.25 a quarter. */
  limit: (pid: number, share: number) => void;
  /** Takes a process out again. */
  release: (pid: number) => void;
  /** Removes what was made; the processes must have ended or be released. */
  end: () => void;
};

/**
 * The kernel's control groups of either version, where this program may make some: as root, mostly.
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
    // One that an earlier run left behind, when it was killed, is taken over.
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
  return mayMakeGroups(root, isSecond) ? { limit, release, end } : undefined;
}

function mayMakeGroups(root: string, isSecond: boolean): boolean {
  const group = join(root, `porchlight-bench-try-${process.pid}`);
  try {
    mkdirSync(group);
    const mayLimit = existsSync(join(group, isSecond ? "cpu.max" : "cpu.cfs_quota_us"));
    rmdirSync(group);
    return mayLimit && readFileSync(join(root, "cgroup.procs"), "utf8") !== "";
  } catch {
    return false;
  }
}
