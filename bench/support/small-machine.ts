import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A server of the smallest kind that hosters sell: one core, 1 GB of memory, no swap. */
const MEMORY_BYTES = 1024 ** 3;
const PERIOD_US = 100_000;

/** A part of this machine with the limits of a small server. */
type SmallMachine = {
  /** Words in front of a command that run it, and what it starts, inside. */
  enter: (command: string) => string[];
  /** How many processes the kernel has killed inside because memory was full. */
  countKilled: () => number;
  /** Removes the control groups. Their processes must have ended. */
  end: () => void;
};

/**
 * Uses the kernel's control groups, version 1 or 2. Undefined if this program may not create any. Often only root may.
 * Source: docs.kernel.org, "Control Group v2" and "Memory Resource Controller".
 */
export function openSmallMachine(): SmallMachine | undefined {
  const root = "/sys/fs/cgroup";
  const name = `porchlight-bench-small-${process.pid}`;
  const isSecond = existsSync(join(root, "cgroup.controllers"));
  const limits: Record<string, string>[] = isSecond
    ? [
        {
          "cpu.max": `${PERIOD_US} ${PERIOD_US}`,
          "memory.max": String(MEMORY_BYTES),
          "memory.swap.max": "0",
        },
      ]
    : [
        { "cpu.cfs_period_us": String(PERIOD_US), "cpu.cfs_quota_us": String(PERIOD_US) },
        // The second limit is that of memory and swap together.
        { "memory.limit_in_bytes": String(MEMORY_BYTES), "memory.memsw.limit_in_bytes": String(MEMORY_BYTES) },
      ];
  const groups = isSecond ? [join(root, name)] : [join(root, "cpu", name), join(root, "memory", name)];
  const made: string[] = [];
  const end = () => {
    for (const group of made.splice(0)) rmdirSync(group);
  };
  try {
    for (const [index, group] of groups.entries()) {
      mkdirSync(group);
      made.push(group);
      for (const [file, limit] of Object.entries(limits[index] ?? {})) writeFileSync(join(group, file), limit);
    }
  } catch {
    end();
    return undefined;
  }
  const events = join(groups.at(-1) ?? "", isSecond ? "memory.events" : "memory.oom_control");
  return {
    enter: (command) => {
      const joins = groups.map((group) => `echo $$ > ${join(group, "cgroup.procs")}`);
      return ["sh", "-c", `${joins.join(" && ")} && exec ${command}`];
    },
    countKilled: () => Number(/oom_kill (\d+)/.exec(readFileSync(events, "utf8"))?.[1]),
    end,
  };
}
