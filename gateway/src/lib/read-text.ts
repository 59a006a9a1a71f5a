import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Largest file of the owner's that is read, in bytes. Words and settings are a few thousand. */
export const MOST_BYTES = 1024 * 1024;

/** Some editors begin a file with it. */
const BYTE_ORDER_MARK = "\uFEFF";
/** The two bytes by which a file says that it is UTF-16, whichever end of a number comes first. */
const UTF_16_MARKS = ["fffe", "feff"];
const NEWLINE = 0x0a;
const ZERO = 0x00;

/**
 * The text of a file in the owner's folder; undefined where there is none.
 *
 * @param file as the owner knows it, `store/products.yaml`
 * @throws {Error} with a sentence that names the file and what is wrong with it: it is empty, a folder, too large, not
 *   UTF-8, or may not be read
 */
export function readText(contentDir: string, file: string, mostBytes = MOST_BYTES): string | undefined {
  const text = readTextOrNothing(contentDir, file, mostBytes);
  if (text?.trim() === "") throw new Error(`${file} is empty`);
  return text;
}

/** The text of a file as {@link readText} gives it, and one that is empty too. */
export function readTextOrNothing(contentDir: string, file: string, mostBytes = MOST_BYTES): string | undefined {
  const bytes = bytesOf(contentDir, file);
  if (bytes === undefined) return undefined;
  if (bytes.length > mostBytes) {
    throw new Error(`${file} is too large: ${inMegabytes(bytes.length)}; ${inMegabytes(mostBytes)} is the most`);
  }
  return decoded(file, bytes);
}

function bytesOf(contentDir: string, file: string): Buffer | undefined {
  try {
    return readFileSync(join(contentDir, file));
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === "EISDIR") throw new Error(`${file} is a folder; it must be a file`, { cause });
    if (code === "EACCES" || code === "EPERM") {
      throw new Error(`${file} may not be read; give Porchlight's user the right to`, { cause });
    }
    throw new Error(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

function decoded(file: string, bytes: Buffer): string {
  if (UTF_16_MARKS.includes(bytes.subarray(0, 2).toString("hex"))) {
    throw new Error(`${file}, line 1: is saved as UTF-16; save it as UTF-8`);
  }
  const zero = bytes.indexOf(ZERO);
  if (zero >= 0) throw new Error(`${file}, line ${lineAt(bytes, zero)}: holds bytes that are no text`);
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    const text = utf8.decode(bytes);
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  } catch (cause) {
    const line = firstLineThat(bytes, (part) => !isUtf8(part));
    throw new Error(`${file}, line ${line}: holds a letter that is not UTF-8; save the file as UTF-8`, { cause });
  }
}

/** No letter of UTF-8 spans two lines, so each line can be tried by itself. */
function firstLineThat(bytes: Buffer, isWanted: (line: Buffer) => boolean): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found < 0 ? bytes.length : found;
    if (isWanted(bytes.subarray(start, end))) return line;
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

/** Rounded up: what is over the limit is never called as large as the limit. */
function inMegabytes(bytes: number): string {
  return `${Math.ceil((bytes / (1024 * 1024)) * 10) / 10} MB`;
}
