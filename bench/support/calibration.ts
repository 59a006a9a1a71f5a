import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "./folders.ts";
import { createRandom } from "./random.ts";

const ROUNDS = 15;
const WARM_UP_ROUNDS = 5;
const SYNCS = 40;
const PAGE_BYTES = 4_096;

/** Durations of fixed work on this machine, one for each round, in milliseconds. */
export type Calibration = { processor: number[]; disk: number[] };

/**
 * Measures the speed of this machine, to compare figures in milliseconds between machines.
 *
 * `processor` is the time of {@link fixedWork} on one core. `disk` is the time of writing and syncing 4 KiB.
 */
export function calibrate(): Calibration {
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) fixedWork();
  return { processor: timesOf(ROUNDS, fixedWork), disk: syncTimes() };
}

/**
 * Does typical JavaScript work with numbers, texts, maps and sorting, for some tens of milliseconds.
 *
 * @returns a number that is the same in every run, so that the engine cannot skip any work
 */
export function fixedWork(): number {
  const random = createRandom();
  const counts = new Map<string, number>();
  const values: number[] = [];
  for (let at = 0; at < 60_000; at += 1) {
    const value = Math.floor(random() * 1e6);
    const key = `key-${value % 5_000}`;
    counts.set(key, (counts.get(key) ?? 0) + Math.sqrt(value));
    values.push(value);
  }
  values.sort((a, b) => a - b);
  const text = JSON.stringify([...counts]);
  const total = (JSON.parse(text) as [string, number][]).reduce((sum, [key, count]) => sum + key.length + count, 0);
  return Math.round(total) + (values[30_000] ?? 0);
}

function syncTimes(): number[] {
  const file = openSync(join(newFolder("calibration"), "synced"), "w");
  const page = Buffer.alloc(PAGE_BYTES, 1);
  try {
    return timesOf(SYNCS, () => {
      writeSync(file, page);
      fsyncSync(file);
    });
  } finally {
    closeSync(file);
  }
}

function timesOf(rounds: number, work: () => void): number[] {
  return Array.from({ length: rounds }, () => {
    const from = performance.now();
    work();
    return performance.now() - from;
  });
}
