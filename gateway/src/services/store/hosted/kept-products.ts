import { readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as v from "valibot";
import { type CachedProductList, CachedProductListSchema } from "./wire.ts";

/** The last whole list of a shop, and when it came. Its descriptions are clean, so that a start has no cleaning to do. */
export type CachedProducts = { domain: string; asOf: string; list: CachedProductList };

const CachedSchema = v.object({
  domain: v.string(),
  asOf: v.pipe(v.string(), v.isoTimestamp()),
  list: CachedProductListSchema,
});

/** What was kept of a shop; undefined where there is nothing, or the file is damaged. */
export function readCachedProducts(path: string, domain: string): CachedProducts | undefined {
  try {
    const kept = v.parse(CachedSchema, JSON.parse(readFileSync(path, "utf8")));
    return kept.domain === domain ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a list: after a crash the file holds this one or the one before, whole. */
export async function keepProducts(path: string, kept: CachedProducts): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.partial`, JSON.stringify(kept), { flush: true });
  await rename(`${path}.partial`, path);
}
