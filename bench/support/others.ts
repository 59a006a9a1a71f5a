import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The kernel's workers are children of this process. They mostly write the data of the bench. */
const KERNEL = 2;
/** The first process inherits orphans, ours among them. */
const FIRST = 1;

/** CPU time of a process until a moment, in clock ticks: its own, and that of its ended children. */
export type ProcessUse = { parent: number; own: number; children: number };

/** CPU time of the machine until a moment, in clock ticks of all cores. Processes by id and start time. */
export type Moment = { all: number; busy: number; stolen: number; processes: Map<string, ProcessUse> };

/** Reads the clock ticks of all cores. Busy time includes stolen time, which the host of a virtual machine took. */
export function readMachine(): Omit<Moment, "processes"> | undefined {
  if (!existsSync("/proc/stat")) return undefined;
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  // user nice system idle iowait irq softirq steal; later fields are part of user. Source: man 5 proc_stat.
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number);
  const all = times.reduce((sum, time) => sum + time, 0);
  return { all, busy: all - (times[3] ?? 0) - (times[4] ?? 0), stolen: times[7] ?? 0 };
}

/** Reads the whole machine; undefined without `/proc`. */
export function takeMoment(): Moment | undefined {
  const machine = readMachine();
  if (!machine) return undefined;
  const processes = new Map<string, ProcessUse>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const read = readProcess(name);
    if (read) processes.set(...read);
  }
  return { ...machine, processes };
}

function readProcess(pid: string): [string, ProcessUse] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in brackets, which may hold anything. Source: man 5 proc_pid_stat.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const number = (at: number) => Number(fields[at]);
    const use = { parent: number(1), own: number(11) + number(12), children: number(13) + number(14) };
    return [keyOf(pid, fields[19]), use];
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

function keyOf(pid: string, started = ""): string {
  return `${pid} ${started}`;
}

function pidOf(key: string): number {
  return Number.parseInt(key, 10);
}

/**
 * Computes the share of all cores that other programs took between two moments, and the share that the host stole.
 * The parent of an ended process reports its time.
 *
 * @param ours our own process; its descendants are ours too
 */
export function othersBetween(from: Moment, to: Moment, ours: number): { others: number; stolen: number } {
  const mine = new Set(familyOf(to, ours));
  const isForeign = (key: string, { parent }: ProcessUse) =>
    !mine.has(pidOf(key)) && pidOf(key) !== KERNEL && parent !== KERNEL;
  let ticks = 0;
  for (const [key, use] of to.processes) {
    if (!isForeign(key, use)) continue;
    const was = from.processes.get(key) ?? { own: 0, children: 0 };
    ticks += use.own - was.own + (pidOf(key) === FIRST ? 0 : use.children - was.children);
  }
  const living = new Set([...to.processes.keys()].map(pidOf));
  const parents = new Map([...from.processes].map(([key, { parent }]) => [pidOf(key), parent]));
  for (const [key, { parent, own, children }] of from.processes) {
    if (to.processes.has(key)) continue;
    // What it had used before is among what was taken over by its parent, or by that one's parent when both have ended.
    let heir: number | undefined = parent;
    while (heir !== undefined && !living.has(heir)) heir = parents.get(heir);
    if (heir !== undefined && heir > KERNEL && !mine.has(heir)) ticks -= own + children;
  }
  const all = Math.max(1, to.all - from.all);
  const stolen = (to.stolen - from.stolen) / all;
  return { others: Math.min(Math.max(0, ticks) / all, 1 - stolen), stolen };
}

function familyOf({ processes }: Moment, ours: number): number[] {
  const family = [ours];
  // An array hands out what is added to it while one walks through it.
  for (const member of family) {
    for (const [key, { parent }] of processes) if (parent === member) family.push(pidOf(key));
  }
  return family;
}
