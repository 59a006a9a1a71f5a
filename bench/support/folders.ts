import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { CACHE_FOLDER } from "@porchlight/fixtures/prepared-pictures.ts";

/** The repository. */
export const ROOT = resolve(import.meta.dirname, "../..");

const folders: string[] = [];
process.once("exit", () => {
  // A browser that has just ended may still write to its folder.
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Creates an empty folder on the project's disk. On some machines, `/tmp` is in memory, where a sync costs nothing. */
export function newFolder(name: string): string {
  const parent = join(CACHE_FOLDER, "bench");
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, `${name}-`));
  folders.push(folder);
  return folder;
}
