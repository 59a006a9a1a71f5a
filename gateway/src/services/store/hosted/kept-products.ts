import { readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as v from "valibot";
import { type KeptList, KeptListSchema } from "./wire.ts";

/** The last whole list of a shop, and when it came. Its descriptions are clean, so that a start has no cleaning to do. */
export type KeptProducts = { domain: string; asOf: string; list: KeptList };

const KeptSchema = v.object({
  domain: v.string(),
  asOf: v.pipe(v.string(), v.isoTimestamp()),
  list: KeptListSchema,
});

/** What was kept of a shop; undefined where there is nothing, or the file is damaged. */
export function readKeptProducts(path: string, domain: string): KeptProducts | undefined {
  try {
    const kept = v.parse(KeptSchema, JSON.parse(readFileSync(path, "utf8")));
    return kept.domain === domain ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a list: after a crash the file holds this one or the one before, whole. */
export async function keepProducts(path: string, kept: KeptProducts): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.partial`, JSON.stringify(kept), { flush: true });
  await rename(`${path}.partial`, path);
}
