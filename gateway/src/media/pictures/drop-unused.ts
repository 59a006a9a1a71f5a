import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** How long what was prepared is kept unused, in milliseconds: a folder may be swapped away and back, or drop out. */
export const UNUSED_RETENTION_MS = 24 * 60 * 60 * 1000;

/** When each folder of a prepared picture was first found unused, in milliseconds since 1970, by its name. */
type UnusedSince = Record<string, number>;

/**
 * Drops what was prepared and has not been used for a day.
 *
 * @param used folders of the pictures that are in use
 */
export function dropUnused(kept: string, used: ReadonlySet<string>, now: number): void {
  const before = readUnused(kept);
  const unused: UnusedSince = {};
  for (const entry of readdirSync(kept, { withFileTypes: true })) {
    const folder = join(kept, entry.name);
    if (!entry.isDirectory() || used.has(folder)) continue;
    const since = Math.min(before[entry.name] ?? now, now);
    if (now - since >= UNUSED_RETENTION_MS) rmSync(folder, { recursive: true, force: true });
    else unused[entry.name] = since;
  }
  const text = JSON.stringify(unused);
  if (text !== JSON.stringify(before)) writeFileSync(fileOf(kept), text);
}

function readUnused(kept: string): UnusedSince {
  try {
    // Our own file; without it the day begins anew.
    return JSON.parse(readFileSync(fileOf(kept), "utf8")) as UnusedSince;
  } catch {
    return {};
  }
}

function fileOf(kept: string): string {
  return join(kept, "unused.json");
}
