import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { formatNumber, median } from "./figures.ts";
import type { Calibration } from "./support/calibration.ts";
import { cpuTicks } from "./support/processes.ts";

/** If other programs take this share of all cores, or more, a part's figures are doubtful. */
const NOISY_FROM = 0.1;
/** How long to watch the machine while nothing of ours runs, in milliseconds. */
const WATCH_MS = 500;

/** Describes how fast processor and disk were before and after the run. */
export function describeCalibrations(calibrations: readonly Calibration[]): string[] {
  const describe = (times: readonly number[]) =>
    `${formatNumber(median(times))} ms (${formatNumber(Math.min(...times))} – ${formatNumber(Math.max(...times))})`;
  const both = (of: (calibration: Calibration) => number[]) =>
    calibrations.map((calibration) => describe(of(calibration))).join(" before the run and ");
  return [
    `One core needed ${both(({ processor }) => processor)} after it for a fixed piece of JavaScript; to compare the milliseconds of two machines, divide each by this figure`,
    `The disk needed ${both(({ disk }) => disk)} after it to sync 4 KiB`,
  ];
}

/** Reads the version of a program. Some print it to standard error, some exit with an error. */
export function versionOf(program: string, word: string, pattern: RegExp): string {
  const { stdout, stderr } = spawnSync(program, [word], { encoding: "utf8" });
  return pattern.exec(`${stdout}${stderr}`)?.[1] ?? "unknown";
}

/** Shares of all cores, 0 to 1: of other programs before and after a part (`around`) and during it, and stolen time. */
export type Noise = { around: number[]; others?: number; stolen?: number };

/** Whether other programs make a part's figures doubtful. */
export function isNoisy({ around, others = 0, stolen = 0 }: Noise): boolean {
  return Math.max(...around, others, stolen) >= NOISY_FROM;
}

/** Runs work, and measures which share of the cores other programs took before, during and after it. Linux only. */
export async function measureNoise<T>(work: () => Promise<T>): Promise<{ value: T; noise: Noise }> {
  if (!existsSync("/proc/stat")) return { value: await work(), noise: { around: [] } };
  const begun = readMoment();
  await pause(WATCH_MS);
  const from = readMoment();
  const value = await work();
  const to = readMoment();
  await pause(WATCH_MS);
  const around = [shareOfOthers(begun, from).others, shareOfOthers(to, readMoment()).others];
  return { value, noise: { around, ...shareOfOthers(from, to) } };
}

/**
 * Clock ticks of all cores, from the machine's start to a moment. Busy time includes stolen time, which the host of a
 * virtual machine took. Our own time includes ended child processes, but not processes that outlived their parents, as
 * some of a browser's do.
 */
type Moment = { all: number; busy: number; stolen: number; own: number };

function readMoment(): Moment {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  // user nice system idle iowait irq softirq steal; later fields are part of user. Source: man 5 proc_stat.
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number);
  const all = sum(times);
  return { all, busy: all - (times[3] ?? 0) - (times[4] ?? 0), stolen: times[7] ?? 0, own: sum(cpuTicks("self")) };
}

/** The shares of all cores between two moments: what other programs took, and what the host stole. */
export function shareOfOthers(from: Moment, to: Moment): { others: number; stolen: number } {
  const all = Math.max(1, to.all - from.all);
  const stolen = to.stolen - from.stolen;
  const others = to.busy - from.busy - stolen - (to.own - from.own);
  return { others: Math.max(0, others) / all, stolen: stolen / all };
}

function sum(ticks: readonly number[]): number {
  return ticks.reduce((all, each) => all + each, 0);
}
