import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { PREPARED_FILE, type PreparedPicture } from "./recipe.ts";

const PROGRAM = join(import.meta.dirname, "draw-picture.ts");

/**
 * Makes every variant of an original in a folder of its own, which appears only when it is whole.
 *
 * @param original path of the owner's file
 * @param folder where the variants go, `{suffix}.{ending}` each
 * @throws {DrawingError} when the original is no picture or the folder cannot be written
 */
export async function preparePicture(original: string, folder: string): Promise<PreparedPicture> {
  await draw("picture", original, folder);
  // Our own program wrote it a moment ago.
  return JSON.parse(await readFile(join(folder, PREPARED_FILE), "utf8")) as PreparedPicture;
}

/**
 * Draws the artist's icon in every size and form that browsers and phones ask for.
 *
 * @param prefix what the path of each file begins with; see `cachedIcon`
 * @throws {DrawingError} when the SVG cannot be read or the files not be written
 */
export async function prepareIcons(svg: string, prefix: string): Promise<void> {
  await draw("icons", svg, prefix);
}

/**
 * Tries whether originals can be read, each as a whole.
 *
 * @returns those that cannot
 * @throws {DrawingError} when one of them breaks the image library
 */
export async function findUnreadable(originals: readonly string[]): Promise<string[]> {
  if (originals.length === 0) return [];
  // Our own program writes nothing else.
  return JSON.parse(await draw("try", ...originals)) as string[];
}

/** A picture that could not be made; the message is the image library's. */
export class DrawingError extends Error {
  override readonly name = "DrawingError";
  /** Set when it failed for want of room or of rights, which concerns more than this picture. */
  readonly code: "ENOSPC" | "EACCES" | undefined;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    const isRefused = /EACCES|EPERM|EROFS|permission denied|read-only file system/i.test(message);
    this.code = /ENOSPC|No space left/i.test(message) ? "ENOSPC" : isRefused ? "EACCES" : undefined;
  }
}

const runProgram = promisify(execFile);

async function draw(...words: string[]): Promise<string> {
  try {
    const { stdout } = await runProgram(process.execPath, [PROGRAM, ...words]);
    return stdout;
  } catch (cause) {
    const said = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : "";
    throw new DrawingError(said || "the picture could not be drawn", { cause });
  }
}
