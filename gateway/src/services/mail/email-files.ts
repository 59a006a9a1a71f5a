import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** Start of the names of email files, `2026-03-01T12-00-00.000Z-0001-9f86d081`. Sorting names sorts by time. */
export const NAME_PATTERN = String.raw`\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z-\d{4}-[\da-f]{8}`;

/** Creates unique names in the form of {@link NAME_PATTERN}, in order even within one millisecond. */
export function createNames(clock: () => Date): () => string {
  let count = 0;
  return () => {
    count = (count + 1) % 10_000;
    const time = clock().toISOString().replaceAll(":", "-");
    return `${time}-${String(count).padStart(4, "0")}-${randomBytes(4).toString("hex")}`;
  };
}

/** Reads the time of a name, in milliseconds since 1970. */
export function timeOf(name: string): number {
  return Date.parse(name.slice(0, "2026-03-01T12-00-00.000Z".length).replace(/T(\d\d)-(\d\d)-/, "T$1:$2:"));
}

/**
 * Writes an email file and syncs it. Only the user that runs the site may read it. A file with its final name is always
 * complete; a killed process leaves a file `….new`.
 */
export async function writeEmailFile(dir: string, name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const unfinished = join(dir, `${name}.new`);
  try {
    await using file = await open(unfinished, "wx", 0o600);
    await file.writeFile(content);
    await file.sync();
    await rename(unfinished, join(dir, name));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncNames(dir);
}

/** Syncs the names in a folder to disk. Windows does this automatically, and cannot open a folder. */
async function syncNames(dir: string): Promise<void> {
  if (process.platform === "win32") return;
  await using folder = await open(dir, "r");
  await folder.sync();
}
