import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Maximum size of an owner's file, in bytes. Most files have a few thousand. */
export const MAX_BYTES = 1024 * 1024;

/** Some editors write this character at the beginning of a file. */
const BYTE_ORDER_MARK = "\uFEFF";
/** The first two bytes of a file in UTF-16, in either byte order. */
const UTF_16_MARKS = ["fffe", "feff"];
const NEWLINE = 0x0a;
const ZERO = 0x00;

/**
 * Reads a text file in the owner's folder.
 *
 * @param file the path as the owner knows it, `store/products.yaml`
 * @returns undefined when there is no such file
 * @throws {Error} with a sentence that names the file and the problem: it is empty, a folder, too large, not UTF-8, or
 *   not readable
 */
export function readText(contentDir: string, file: string, maxBytes = MAX_BYTES): string | undefined {
  const text = readTextOrNothing(contentDir, file, maxBytes);
  if (text?.trim() === "") throw new Error(`${file} is empty`);
  return text;
}

/** Reads a text file as {@link readText} does. The file may be empty. */
export function readTextOrNothing(contentDir: string, file: string, maxBytes = MAX_BYTES): string | undefined {
  const path = join(contentDir, file);
  const stats = orExplained(file, () => statSync(path));
  if (stats === undefined) return undefined;
  // A film under this name would fill the memory.
  if (stats.isFile()) requireSize(file, stats.size, maxBytes);
  const bytes = orExplained(file, () => readRegularFile(path));
  return bytes && decoded(file, bytes);
}

/**
 * Checks that {@link readText} can read a text once it is written.
 *
 * @throws {Error} with the sentence of {@link readText}
 */
export function requireReadable(file: string, text: string, maxBytes = MAX_BYTES): void {
  const bytes = Buffer.from(text);
  requireSize(file, bytes.length, maxBytes);
  if (decoded(file, bytes).trim() === "") throw new Error(`${file} is empty`);
}

function requireSize(file: string, bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new Error(`${file} is too large: ${inMegabytes(bytes)}; the maximum is ${inMegabytes(maxBytes)}`);
}

/**
 * Reads a file, but no pipe, socket or device. Opening a pipe waits until something writes to it, and some devices never
 * end: both would stop the site.
 *
 * @throws {Error} if the file cannot be read
 */
export function readRegularFile(path: string): Buffer<ArrayBuffer> {
  const stats = statSync(path);
  if (!(stats.isFile() || stats.isDirectory())) throw new Error("it is a pipe, a socket or a device");
  return readFileSync(path);
}

/** @returns undefined when there is no such file */
function orExplained<T>(file: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === "EISDIR") throw new Error(`${file} is a folder; it must be a file`, { cause });
    if (code === "EACCES" || code === "EPERM") {
      throw new Error(`${file} cannot be read; give Porchlight's user the right to read it`, { cause });
    }
    throw new Error(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

function decoded(file: string, bytes: Buffer): string {
  if (UTF_16_MARKS.includes(bytes.subarray(0, 2).toString("hex"))) {
    throw new Error(`${file}, line 1: is saved as UTF-16; save it as UTF-8`);
  }
  const zero = bytes.indexOf(ZERO);
  if (zero >= 0) throw new Error(`${file}, line ${lineAt(bytes, zero)}: holds bytes that are not text`);
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    const text = utf8.decode(bytes);
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  } catch (cause) {
    const line = findLine(bytes, (part) => !isUtf8(part));
    throw new Error(`${file}, line ${line}: holds a letter that is not UTF-8; save the file as UTF-8`, { cause });
  }
}

/** Each line can be checked alone, because no UTF-8 character spans two lines. */
function findLine(bytes: Buffer, matches: (line: Buffer) => boolean): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found < 0 ? bytes.length : found;
    if (matches(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
  return line;
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function lineAt(bytes: Buffer, position: number): number {
  return bytes.subarray(0, position).filter((byte) => byte === NEWLINE).length + 1;
}

/** Rounds up, so that a size over the limit never reads as the limit itself. */
function inMegabytes(bytes: number): string {
  return `${Math.ceil((bytes / (1024 * 1024)) * 10) / 10} MB`;
}
