import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { PREPARED_FILE, type PreparedPicture } from "./recipe.ts";

const PROGRAM = join(import.meta.dirname, "draw-picture.ts");

/**
 * Prepares every variant of an original, `{suffix}.{ending}`, in a folder that appears only when it is complete.
 *
 * @param original path of the owner's file
 * @throws {DrawingError} if the original is not a picture or the folder cannot be written
 */
export async function preparePicture(original: string, folder: string): Promise<PreparedPicture> {
  await draw("picture", original, folder);
  // Written by draw-picture.ts.
  return JSON.parse(await readFile(join(folder, PREPARED_FILE), "utf8")) as PreparedPicture;
}

/**
 * Draws every icon from the artist's SVG.
 *
 * @param prefix start of each file's path; see `iconCachePath`
 * @throws {DrawingError} if the SVG cannot be read or the files cannot be written
 */
export async function prepareIcons(svg: string, prefix: string): Promise<void> {
  await draw("icons", svg, prefix);
}

/**
 * Finds originals that cannot be read to their end.
 *
 * @throws {DrawingError} if one of them crashes the image library
 */
export async function findUnreadable(originals: readonly string[]): Promise<string[]> {
  if (originals.length === 0) return [];
  // draw-picture.ts prints nothing else.
  return JSON.parse(await draw("try", ...originals)) as string[];
}

/** A picture that could not be made. The message is the image library's. */
export class DrawingError extends Error {
  override readonly name = "DrawingError";
  /** Set if the disk is full or not writable, which affects other pictures too. */
  readonly code: "ENOSPC" | "EACCES" | undefined;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    const isDenied = /EACCES|EPERM|EROFS|permission denied|read-only file system/i.test(message);
    this.code = /ENOSPC|No space left/i.test(message) ? "ENOSPC" : isDenied ? "EACCES" : undefined;
  }
}

const runProgram = promisify(execFile);

async function draw(...args: string[]): Promise<string> {
  try {
    const { stdout } = await runProgram(process.execPath, [PROGRAM, ...args]);
    return stdout;
  } catch (cause) {
    const output = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : "";
    throw new DrawingError(output || "the picture could not be drawn", { cause });
  }
}
