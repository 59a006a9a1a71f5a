import { open } from "node:fs/promises";
import { extname } from "node:path";
import { readPictureKind } from "../pictures/picture-kind.ts";
import { findAudioType } from "../recordings/measure.ts";
import { measureFiles } from "../recordings/measure-files.ts";

/** How much of a file is read to find its format, in bytes. A PDF may begin with other bytes. */
const HEAD_BYTES = 1024;

/** The first bytes of a file, by its ending. Pictures and recordings are read by their own rules. */
const HEADS: Readonly<Record<string, (head: string) => boolean>> = {
  ".pdf": (head) => head.includes("%PDF-"),
  ".zip": (head) => head.startsWith("PK\u0003\u0004") || head.startsWith("PK\u0005\u0006"),
  ".tif": isTiff,
  ".tiff": isTiff,
  ".txt": (head) => !head.includes("\0"),
};
const PICTURE_KINDS: Readonly<Record<string, string>> = { ".jpg": "jpeg" };

/**
 * Finds out whether an uploaded file is what its ending says. A recording is read to its end, in another process.
 *
 * @returns what is wrong with it, to be said after "it"; undefined if nothing is
 */
export async function inspectFile(path: string): Promise<string | undefined> {
  const ending = extname(path).toLowerCase();
  if (findAudioType(path) !== undefined) {
    const measured = (await measureFiles([path])).get(path);
    return measured && "reason" in measured ? measured.reason : undefined;
  }
  const isRight = HEADS[ending]
    ? HEADS[ending](await readHead(path))
    : (await readPictureKind(path)) === (PICTURE_KINDS[ending] ?? ending.slice(1));
  return isRight ? undefined : `is no ${ending.slice(1)} file`;
}

function isTiff(head: string): boolean {
  return head.startsWith("II*\0") || head.startsWith("MM\0*");
}

async function readHead(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
}
