import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { OWN_CONTENT } from "../../config/content-dir.ts";
import { explainFileError } from "../../data/data-file-error.ts";
import { sync } from "../../data/files.ts";
import { makeEmptyFrame } from "./empty-frame.ts";

/** Ending of the folder while it is being filled. */
const PARTIAL = ".partial";

/** What the owner begins with: the demo as it is, or its files without the demo's artist, pictures and products. */
export type OwnStart = "demo" | "empty";

/**
 * Copies content to the owner's folder in the data folder, in one step: after a power cut the folder is complete, or
 * missing.
 *
 * @param from the folder with the demo's content
 * @returns the owner's folder; undefined if there is one already, which stays as it is
 * @throws {DataFileError} `full`, `read-only`, … when the folder cannot be written
 */
export function makeOwn(dataDir: string, from: string, start: OwnStart): string | undefined {
  const own = join(dataDir, OWN_CONTENT);
  if (existsSync(own)) return undefined;
  const partial = `${own}${PARTIAL}`;
  try {
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    cpSync(from, partial, { recursive: true, preserveTimestamps: true });
    if (start === "empty") makeEmptyFrame(partial);
    syncAll(partial);
    renameSync(partial, own);
    sync(dataDir);
  } catch (error) {
    const explained = explainFileError(error, dataDir);
    rmSync(partial, { recursive: true, force: true });
    throw explained;
  }
  return own;
}

function syncAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncAll(path);
    else sync(path);
  }
  sync(folder);
}
