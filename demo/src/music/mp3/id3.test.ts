import { expect, it } from "vitest";
import { writeId3 } from "./id3.ts";

const tag = writeId3({
  title: "Toledo, Late",
  artist: "Björk & Co",
  album: "Eleven Nights",
  year: 2023,
  track: 1,
  tracks: 2,
});

it("a player reads title, artist, album, track and year, whatever letters they are written in", () => {
  expect(readFrames(tag)).toEqual({
    TIT2: "Toledo, Late",
    TPE1: "Björk & Co",
    TALB: "Eleven Nights",
    TRCK: "1/2",
    TYER: "2023",
  });
});

it("the tag says its version and where the sound begins", () => {
  expect([...tag.subarray(0, 6)]).toEqual([0x49, 0x44, 0x33, 3, 0, 0]);
  expect(synchsafe(tag, 6)).toBe(tag.length - 10);
});

it("a size that needs more than seven bits is spread over bytes below 128", () => {
  const long = writeId3({ title: "x".repeat(300), artist: "", album: "", year: 2023, track: 1, tracks: 1 });
  expect(Math.max(...long.subarray(6, 10))).toBeLessThan(128);
  expect(synchsafe(long, 6)).toBe(long.length - 10);
});

function synchsafe(bytes: Buffer, at: number): number {
  return [...bytes.subarray(at, at + 4)].reduce((size, byte) => size * 128 + byte, 0);
}

function readFrames(bytes: Buffer): Record<string, string> {
  const frames: Record<string, string> = {};
  let at = 10;
  while (at < bytes.length) {
    const size = bytes.readUInt32BE(at + 4);
    const text = new TextDecoder("utf-16").decode(bytes.subarray(at + 11, at + 10 + size));
    frames[bytes.toString("latin1", at, at + 4)] = text;
    at += 10 + size;
  }
  return frames;
}
