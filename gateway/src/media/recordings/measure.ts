import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { extname } from "node:path";

/** The properties of an audio file. */
export type Measured = {
  /** Length, with fractions. */
  seconds: number;
  /** Start of its checksum. */
  version: string;
};

/** A file that no browser would play. The message tells the owner why. */
export class AudioError extends Error {
  override readonly name = "AudioError";
}

type AudioFormat = { contentType: string; isIn: (head: Buffer) => boolean };

const isOgg = (head: Buffer) => startsWith(head, "OggS");

/** Formats that browsers play, by file ending. Source: developer.mozilla.org, "Audio codec guide". */
const FORMATS: Record<string, AudioFormat> = {
  ".mp3": { contentType: "audio/mpeg", isIn: (head) => startsWith(head, "ID3") || isMpegFrame(head) },
  ".m4a": { contentType: "audio/mp4", isIn: (head) => startsWith(head.subarray(4), "ftyp") },
  ".ogg": { contentType: "audio/ogg", isIn: isOgg },
  ".opus": { contentType: "audio/ogg; codecs=opus", isIn: isOgg },
  ".flac": { contentType: "audio/flac", isIn: (head) => startsWith(head, "fLaC") || startsWith(head, "ID3") },
  ".wav": {
    contentType: "audio/wav",
    isIn: (head) => startsWith(head, "RIFF") && startsWith(head.subarray(8), "WAVE"),
  },
};

const HEAD_BYTES = 12;
const VERSION_CHARACTERS = 8;

/** The content type of an audio file by its ending; undefined for any other file. */
export function findAudioType(path: string): string | undefined {
  return FORMATS[extname(path).toLowerCase()]?.contentType;
}

/**
 * Measures an audio file by reading all of it.
 *
 * @throws {AudioError} if its bytes do not fit its ending, or it has no length
 */
export async function measure(path: string): Promise<Measured> {
  const ending = extname(path).toLowerCase();
  if (!FORMATS[ending]?.isIn(await readHead(path))) throw new AudioError(`is no ${ending.slice(1)} file`);
  return { seconds: await measureSeconds(path), version: await computeVersion(path) };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function measureSeconds(path: string): Promise<number> {
  // The import takes a tenth of a second, so it waits until there is a new recording.
  const { parseFile } = await import("music-metadata");
  const seconds = await parseFile(path, { duration: true, skipCovers: true }).then(
    ({ format }) => format.duration ?? 0,
    (cause: unknown) => {
      throw new AudioError(`cannot be read (${cause instanceof Error ? cause.message : cause})`, { cause });
    },
  );
  if (!Number.isFinite(seconds) || seconds <= 0) throw new AudioError("has no length");
  return Math.round(seconds * 1_000) / 1_000;
}

async function computeVersion(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex").slice(0, VERSION_CHARACTERS);
}

function startsWith(head: Buffer, word: string): boolean {
  return head.toString("latin1", 0, word.length) === word;
}

/** A frame begins with eleven set bits. Source: ISO 11172-3. */
function isMpegFrame(head: Buffer): boolean {
  return head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0;
}
