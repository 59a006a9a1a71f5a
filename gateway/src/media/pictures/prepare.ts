import { type ChildProcess, execFile } from "node:child_process";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import type { Measured } from "./measure.ts";
import type { StoredOriginal } from "./store-original.ts";

const PROGRAM = join(import.meta.dirname, "draw-picture.ts");

/** How many previews one process draws. Its memory grows with each: to 270 MB after 8 previews, to 370 MB after 23. */
const PREVIEWS_AT_ONCE = 8;

/**
 * How long an upload may be measured or written again, in milliseconds. The largest photograph takes some seconds; an
 * SVG of two kilobytes can take hours.
 */
const LONGEST_MS = 2 * 60_000;

/** An original of the owner, and the folder of its preview and its variants. */
export type PictureToDraw = { original: string; folder: string };

/**
 * Draws a preview of each original, and measures the original.
 *
 * @returns for each folder whose original cannot be read, the reason
 * @throws {DrawingError} if a folder cannot be written
 */
export async function drawPreviews(pictures: readonly PictureToDraw[]): Promise<Map<string, string>> {
  // Copies of one file have one folder.
  const byFolder = [...new Map(pictures.map((picture) => [picture.folder, picture])).values()];
  const unreadable = new Map<string, string>();
  for (let at = 0; at < byFolder.length; at += PREVIEWS_AT_ONCE) {
    const found = await drawSomePreviews(byFolder.slice(at, at + PREVIEWS_AT_ONCE));
    for (const [folder, reason] of found) unreadable.set(folder, reason);
  }
  return unreadable;
}

async function drawSomePreviews(pictures: readonly PictureToDraw[]): Promise<[folder: string, reason: string][]> {
  try {
    const output = await draw("previews", ...pictures.flatMap(({ original, folder }) => [original, folder])).output;
    // Written by draw-picture.ts.
    return Object.entries(JSON.parse(output) as Record<string, string>);
  } catch (error) {
    if (!(error instanceof DrawingError) || error.code !== undefined) throw error;
    const [first, ...others] = pictures;
    if (first && others.length === 0) return [[first.folder, error.message]];
    // A picture crashed the image library. Drawing each one alone shows which.
    const found: [string, string][] = [];
    for (const one of pictures) found.push(...(await drawSomePreviews([one])));
    return found;
  }
}

/** A picture that is being drawn. */
export type Drawing = {
  /** Rejects with a {@link DrawingError} if the picture cannot be drawn or written, or the drawing was aborted. */
  ended: Promise<unknown>;
  /** Ends it at once. Files that are finished stay. */
  breakOff(): void;
};

/**
 * Draws the missing variants of an original. Its process has a lower priority than the gateway's, so that pages do not
 * wait for it. With the lowest priority it would never end on a busy machine.
 *
 * @param first files to draw before all others, such as `large.avif`
 * @param onFile called with each file once it is finished
 */
export function preparePicture(
  { original, folder }: PictureToDraw,
  first: readonly string[],
  onFile: (file: string) => void,
): Drawing {
  const { child, output } = draw("picture", original, folder, ...first);
  lowerPriority(child);
  // `stdout` exists, because the process was started without options for its streams.
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", onFile);
  return { ended: output, breakOff: () => void child.kill("SIGKILL") };
}

/**
 * Draws every icon from the artist's SVG or PNG.
 *
 * @param prefix start of each file's path; see `iconCachePath`
 * @param ground background colour of an icon that has none, `#0b0e16`
 * @throws {DrawingError} if the drawing cannot be read or the files cannot be written
 */
export async function prepareIcons(svg: string, prefix: string, ground: string): Promise<void> {
  await draw("icons", svg, prefix, ground).output;
}

/**
 * Finds originals that cannot be read completely.
 *
 * @throws {DrawingError} if one of them crashes the image library
 */
export async function findUnreadable(originals: readonly string[]): Promise<string[]> {
  if (originals.length === 0) return [];
  // draw-picture.ts prints nothing else.
  return JSON.parse(await draw("try", ...originals).output) as string[];
}

/**
 * Measures originals.
 *
 * @param longestMs after this time it is abandoned, in milliseconds
 * @returns the measures of those that can be read; no measures, if one of them crashes the image library or takes too
 *   long
 */
export async function measurePictures(
  originals: readonly string[],
  longestMs = LONGEST_MS,
): Promise<ReadonlyMap<string, Measured>> {
  if (originals.length === 0) return new Map();
  try {
    const { output } = drawWithin(longestMs, "measure", ...originals);
    // draw-picture.ts prints nothing else.
    return new Map(Object.entries(JSON.parse(await output) as Record<string, Measured>));
  } catch (error) {
    if (!(error instanceof DrawingError)) throw error;
    return new Map();
  }
}

/**
 * Writes an uploaded picture again, as `storeOriginal` does. A picture that crashes the image library, or takes too
 * long, is unreadable.
 *
 * @param isDrawing whether it is a logo, which has to be a PNG
 * @param longestMs after this time it is abandoned, in milliseconds
 * @throws {DrawingError} if the disk is full or cannot be written
 */
export async function rewritePicture(
  upload: string,
  target: string,
  isDrawing = false,
  longestMs = LONGEST_MS,
): Promise<StoredOriginal> {
  const { child, output } = drawWithin(longestMs, isDrawing ? "store-drawing" : "store", upload, target);
  lowerPriority(child);
  try {
    // draw-picture.ts prints nothing else.
    return JSON.parse(await output) as StoredOriginal;
  } catch (error) {
    if (!(error instanceof DrawingError) || error.code !== undefined) throw error;
    return { failure: "unreadable" };
  }
}

/** A picture that could not be made. The message comes from the image library. */
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

function lowerPriority({ pid }: ChildProcess): void {
  try {
    // Set at once: new threads of a process get the priority that it has at that moment.
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended already, or its priority may not be changed. Then it keeps the gateway's own priority.
  }
}

const runProgram = promisify(execFile);

function draw(...args: string[]) {
  // Zero means no limit: a batch of large originals may take an hour on a small machine.
  return drawWithin(0, ...args);
}

function drawWithin(longestMs: number, ...args: string[]) {
  const running = runProgram(process.execPath, [PROGRAM, ...args], { timeout: longestMs, killSignal: "SIGKILL" });
  const output = running.then(
    ({ stdout }) => stdout,
    (cause: unknown) => {
      const stderr = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : "";
      throw new DrawingError(stderr || "the picture could not be drawn", { cause });
    },
  );
  return { child: running.child, output };
}
