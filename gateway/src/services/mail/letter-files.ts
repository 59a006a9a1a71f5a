import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** How names of letters' files begin, `2026-03-01T12-00-00.000Z-0001-9f86d081`: sorted by name they are sorted by time. */
export const NAME_PATTERN = String.raw`\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z-\d{4}-[\da-f]{8}`;

/** Makes names as {@link NAME_PATTERN} has them, each once, later ones sorted after earlier ones of the same moment. */
export function createNames(clock: () => Date): () => string {
  let count = 0;
  return () => {
    count = (count + 1) % 10_000;
    const time = clock().toISOString().replaceAll(":", "-");
    return `${time}-${String(count).padStart(4, "0")}-${randomBytes(4).toString("hex")}`;
  };
}

/** When a name was made, in milliseconds since 1970. */
export function timeOf(name: string): number {
  return Date.parse(name.slice(0, "2026-03-01T12-00-00.000Z".length).replace(/T(\d\d)-(\d\d)-/, "T$1:$2:"));
}

/**
 * Writes a letter's file for good, which only the user that runs the site may read. A file by its own name is always a
 * whole one; what a killed program did not finish is called `….new`.
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

/** Waits until the names in a folder are on disk. Windows keeps them by itself, and opens no folder. */
async function syncNames(dir: string): Promise<void> {
  if (process.platform === "win32") return;
  await using folder = await open(dir, "r");
  await folder.sync();
}
