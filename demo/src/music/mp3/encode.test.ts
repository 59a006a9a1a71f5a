import { describe, expect, it } from "vitest";
import { SAMPLE_RATE } from "../sound.ts";
import { encodeMp3 } from "./encode.ts";
import { crc16, SAMPLES_PER_FRAME } from "./info-frame.ts";

const TAGS = { title: "A Tone", artist: "Harbour Line", album: "Tones", year: 2026, track: 1, tracks: 1 };

describe("an encoded recording", async () => {
  const samples = 100_000;
  const tone = new Float32Array(samples).map((_, i) => 0.3 * Math.sin((2 * Math.PI * 440 * i) / SAMPLE_RATE));
  const file = await encodeMp3({ left: tone, right: tone }, TAGS);
  const sound = file.subarray(10 + sizeOfTag(file));
  const info = sound.subarray(0, 417);

  it("begins with its tag, then the frame with its length", () => {
    expect(file.toString("latin1", 0, 3)).toBe("ID3");
    expect(info.toString("latin1", 36, 40)).toBe("Info");
    expect(info.toString("latin1", 156, 160)).toBe("LAME");
  });

  it("is as long as what was played, to the sample, without the silence around it", () => {
    const frames = info.readUInt32BE(44);
    const delay = info.readUIntBE(177, 3) >> 12;
    const padding = info.readUIntBE(177, 3) & 0xfff;
    expect(frames * SAMPLES_PER_FRAME - delay - padding).toBe(samples);
  });

  it("holds exactly the frames and bytes it says, all of 128 kbit/s in joint stereo at 44.1 kHz", () => {
    const heads: number[] = [];
    let at = 0;
    while (at < sound.length) {
      heads.push(sound.readUInt32BE(at));
      at += 417 + (((sound[at + 2] ?? 0) >> 1) & 1);
    }
    expect(at).toBe(sound.length);
    expect(heads.length).toBe(info.readUInt32BE(44) + 1);
    expect(info.readUInt32BE(48)).toBe(sound.length);
    const kinds = heads.map((head) => ((head & 0xfffffdc0) >>> 0).toString(16));
    expect(new Set(kinds)).toEqual(new Set(["fffb9040"]));
  });

  it("carries the checksums that players verify", () => {
    expect(info.readUInt16BE(188)).toBe(crc16(sound.subarray(417)));
    expect(info.readUInt16BE(190)).toBe(crc16(info.subarray(0, 190)));
    expect(crc16(Buffer.from("123456789"))).toBe(0xbb3d);
  });

  it("is the same bytes when encoded again", async () => {
    expect(file.equals(await encodeMp3({ left: tone, right: tone }, TAGS))).toBe(true);
  });
});

function sizeOfTag(file: Buffer): number {
  return [...file.subarray(6, 10)].reduce((size, byte) => size * 128 + byte, 0);
}
