import { randomUUID } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { listFolder } from "../../content/file-names.ts";
import { freeBytes } from "../../data/files.ts";
import { UploadError } from "./upload-error.ts";

/** Beginning and ending of a file while it arrives. The content's own rules skip files that begin with a dot. */
const PREFIX = ".upload-";
const PARTIAL = ".partial";
/** Room that an upload leaves on the disk, in bytes: sign-ups and orders need it too. */
export const SPARE_BYTES = 64 * 1024 * 1024;
/** How often the room is checked again while a file arrives, in bytes. */
const CHECK_EVERY_BYTES = 4 * 1024 * 1024;
/** Age from which an incomplete file counts as left behind by a crash, in milliseconds. */
const LEFT_OVER_MS = 60 * 60_000;

/** How many bytes can be written on the disk of a folder. */
export type FreeBytes = (folder: string) => number;

/** Whether the disk of a folder has room for so many bytes more. */
export function hasRoom(folder: string, bytes: number, free: FreeBytes = freeBytes): boolean {
  return free(folder) - bytes >= SPARE_BYTES;
}

/** @throws {UploadError} if a file of this size would fill the disk */
export function ensureRoom(folder: string, bytes: number, free: FreeBytes = freeBytes): void {
  if (!hasRoom(folder, bytes, free)) throw new UploadError("disk-full");
}

/**
 * Streams a body into a new file of a folder, under a name that nothing else reads. If it fails or the client
 * disconnects, nothing stays behind.
 *
 * @param size of the whole body, in bytes
 * @returns the file's path; the caller moves it into place, or deletes it
 * @throws {UploadError} if the body has another size, or the disk has no room for it
 */
export async function receiveFile(
  body: ReadableStream<Uint8Array>,
  { folder, size, free = freeBytes }: { folder: string; size: number; free?: FreeBytes },
): Promise<string> {
  ensureRoom(folder, size, free);
  const path = temporaryPath(folder);
  const file = await open(path, "wx");
  try {
    let received = 0;
    let checked = 0;
    for await (const chunk of body) {
      received += chunk.length;
      if (received > size) throw new UploadError("incomplete");
      if (received - checked >= CHECK_EVERY_BYTES) {
        checked = received;
        ensureRoom(folder, size - received, free);
      }
      // Continues where the last piece ended.
      await file.writeFile(chunk);
    }
    if (received < size) throw new UploadError("incomplete");
    await file.close();
    return path;
  } catch (error) {
    await file.close();
    rmSync(path, { force: true });
    throw isFull(error) ? new UploadError("disk-full", { cause: error }) : error;
  }
}

/** A path in the folder for a file that is being made. */
export function temporaryPath(folder: string): string {
  return join(folder, `${PREFIX}${randomUUID()}${PARTIAL}`);
}

/** Deletes files that uploads left in a folder when the gateway was killed. */
export function deleteLeftOvers(folder: string, now: Date): void {
  for (const name of listFolder(folder)) {
    if (!(name.startsWith(PREFIX) && name.endsWith(PARTIAL))) continue;
    const path = join(folder, name);
    const age = now.getTime() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY);
    if (age > LEFT_OVER_MS) rmSync(path, { force: true });
  }
}

/** Whether an error says that the disk is full. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}
