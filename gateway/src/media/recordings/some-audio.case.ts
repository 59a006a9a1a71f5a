import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createReleases } from "../../content/releases.ts";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { aStoredLog } from "../../testing/stored-log.ts";
import { createRecordings } from "./recordings.ts";

const SAMPLE_RATE = 8_000;

/** Makes a WAV file of silence with one byte a sample. */
export function wav(seconds: number): Buffer {
  const samples = Math.round(seconds * SAMPLE_RATE);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + samples, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(SAMPLE_RATE, 24);
  head.writeUInt32LE(SAMPLE_RATE, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}

/** A frame of MPEG-1 layer III at 128 kbit/s and 44.1 kHz: its bytes and its length. */
const FRAME_BYTES = 417;
export const FRAME_SECONDS = 1_152 / 44_100;

/** Makes an MP3 file of silence without a table of contents. */
export function mp3(frames: number): Buffer {
  const frame = Buffer.alloc(FRAME_BYTES);
  frame.set([0xff, 0xfb, 0x90, 0xc4]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** A content folder with recordings, by default all of one album. */
export function someRecordings(files: Record<string, Buffer>, albums = albumsYaml(Object.keys(files))) {
  const contentDir = aTestFolder();
  const cacheFile = join(aTestFolder(), "cache/recordings.json");
  const { log, said } = aStoredLog();
  let edits = 0;
  const write = (file: string, content: string | Buffer) => {
    const path = join(contentDir, "music", file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    // Two edits within one tick of the file system's clock must still get different times.
    edits += 1;
    utimesSync(path, new Date(edits * 1_000), new Date(edits * 1_000));
  };
  write("albums.yaml", albums);
  for (const [file, content] of Object.entries(files)) write(file, content);
  const clock = () => new Date("2026-03-01T12:00:00Z");
  const open = () =>
    createRecordings({ contentDir, cacheFile, releases: createReleases({ contentDir, clock, log }), log });
  return { contentDir, cacheFile, said, write, open };
}

/** Makes an `albums.yaml` with one album of these files. Each song has its path as the title. */
export function albumsYaml(files: readonly string[]): string {
  const tracks = files.map((file) => `      - { title: ${JSON.stringify(file)}, file: ${JSON.stringify(file)} }\n`);
  return `albums:\n  - name: Lake Effect\n    type: single\n    released: 2026-09-04\n    tracks:\n${tracks.join("")}`;
}
