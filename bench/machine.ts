import { spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { formatNumber, median } from "./figures.ts";
import type { Calibration } from "./support/calibration.ts";
import { othersBetween, readMachine, takeMoment } from "./support/others.ts";

/** From this share of all cores on, other programs make the figures of a part doubtful. */
const NOISY_FROM = 0.1;
/** How long to watch the machine while nothing of ours runs, in milliseconds. */
const WATCH_MS = 500;

/** How fast the machine was before the run and after it, one sentence for each thing. */
export function describeCalibrations(calibrations: readonly Calibration[]): string[] {
  const told = (times: readonly number[]) =>
    `${formatNumber(median(times))} ms (${formatNumber(Math.min(...times))} – ${formatNumber(Math.max(...times))})`;
  const both = (of: (calibration: Calibration) => number[]) =>
    calibrations.map((calibration) => told(of(calibration))).join(" before the run and ");
  return [
    `One core needed ${both(({ processor }) => processor)} after it for a fixed piece of JavaScript; compare milliseconds of two machines by that`,
    `The disk needed ${both(({ disk }) => disk)} after it to sync 4 KiB`,
  ];
}

/** The version that a program tells of itself. Some tell it on the error stream, some with a code of failure. */
export function versionOf(program: string, word: string, pattern: RegExp): string {
  const { stdout, stderr } = spawnSync(program, [word], { encoding: "utf8" });
  return pattern.exec(`${stdout}${stderr}`)?.[1] ?? "unknown";
}

/** Share of all cores, 0 to 1, that others took: around a part while we only waited, and while it ran. */
export type Noise = { around: number[]; others?: number; stolen?: number };

/** Whether others took enough to make a part's figures doubtful. */
export function isNoisy({ around, others = 0, stolen = 0 }: Noise): boolean {
  return Math.max(...around, others, stolen) >= NOISY_FROM;
}

/**
 * Does a piece of work and tells how much of the machine others took meanwhile, and in a moment before and after it.
 * What the system does not tell is left out.
 */
export async function listenAround<T>(work: () => Promise<T>): Promise<{ value: T; noise: Noise }> {
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
