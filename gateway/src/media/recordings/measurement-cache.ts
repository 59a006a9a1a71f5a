import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as v from "valibot";
import type { Measured } from "./measure.ts";

/** Measurements by path below the music folder, with the size and time of the file that was measured. */
export type CachedMeasurements = Record<string, Measured & { size: number; mtimeMs: number }>;

const CachedSchema = v.record(
  v.string(),
  v.object({ seconds: v.number(), version: v.string(), size: v.number(), mtimeMs: v.number() }),
);

/** Reads the cache; empty if it is missing or damaged. Then the recordings only have to be measured again. */
export function readCachedMeasurements(path: string): CachedMeasurements {
  try {
    return v.parse(CachedSchema, JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}

/** Writes the cache, if it has changed. */
export function writeCachedMeasurements(path: string, before: CachedMeasurements, now: CachedMeasurements): void {
  const text = JSON.stringify(now, null, 1);
  if (text === JSON.stringify(before, null, 1)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.partial`, text);
  renameSync(`${path}.partial`, path);
}
