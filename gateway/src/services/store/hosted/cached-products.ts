import { readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as v from "valibot";
import { type CachedProductList, CachedProductListSchema } from "./wire.ts";

/** The last complete list of a shop's products. Its descriptions are cleaned, so the start need not do it. */
type CachedProducts = { domain: string; asOf: string; list: CachedProductList };

const CachedSchema = v.object({
  domain: v.string(),
  asOf: v.pipe(v.string(), v.isoTimestamp()),
  list: CachedProductListSchema,
});

/** @returns undefined if the file is missing or damaged, or belongs to another shop */
export function readCachedProducts(path: string, domain: string): CachedProducts | undefined {
  try {
    const cached = v.parse(CachedSchema, JSON.parse(readFileSync(path, "utf8")));
    return cached.domain === domain ? cached : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a list. After a crash, the file has either this list or the previous one. */
export async function storeCachedProducts(path: string, products: CachedProducts): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.partial`, JSON.stringify(products), { flush: true });
  await rename(`${path}.partial`, path);
}
