import { spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { formatNumber, median } from "./figures.ts";
import type { Calibration } from "./support/calibration.ts";
import { othersBetween, readMachine, takeMoment } from "./support/others.ts";

/** Share of all cores from which other programs make the figures of a part doubtful. */
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
    `One core needed ${both(({ processor }) => processor)} after it for a fixed piece of JavaScript; compare milliseconds of two machines by that`,
    `The disk needed ${both(({ disk }) => disk)} after it to sync 4 KiB`,
  ];
}

/** Reads the version of a program. Some print it to standard error, some exit with an error. */
export function versionOf(program: string, word: string, pattern: RegExp): string {
  const { stdout, stderr } = spawnSync(program, [word], { encoding: "utf8" });
  return pattern.exec(`${stdout}${stderr}`)?.[1] ?? "unknown";
}

/** Share of all cores, 0 to 1, that other programs took: before and after a part, and while it ran. */
export type Noise = { around: number[]; others?: number; stolen?: number };

/** Whether other programs make a part's figures doubtful. */
export function isNoisy({ around, others = 0, stolen = 0 }: Noise): boolean {
  return Math.max(...around, others, stolen) >= NOISY_FROM;
}

/**
 * Runs work and measures how much of the machine other programs took meanwhile, before and after. Leaves out what the
 * system does not report.
 */
export async function measureNoise<T>(work: () => Promise<T>): Promise<{ value: T; noise: Noise }> {
  const before = await watchOthers();
  const from = takeMoment();
  const value = await work();
  const to = takeMoment();
  const around = [before, await watchOthers()].filter((share) => share !== undefined);
  return { value, noise: { around, ...(from && to && othersBetween(from, to, process.pid)) } };
}

/** How busy the machine is while this program only waits. */
async function watchOthers(): Promise<number | undefined> {
  const before = readMachine();
  await pause(WATCH_MS);
  const after = readMachine();
  if (!before || !after) return undefined;
  const all = after.all - before.all;
  return all > 0 ? (after.busy - before.busy) / all : 0;
}
