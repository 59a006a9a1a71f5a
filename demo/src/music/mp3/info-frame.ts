/**
 * The silent first frame of an MP3 file that tells players how long it is, to the sample. The encoder that we use writes
 * none. Source: gabriel.mp3-tech.org, "Mp3 info Tag revision 1 specifications".
 */
import { SAMPLE_RATE } from "../sound.ts";

/** The fields of the frame. */
interface StreamFacts {
  /** The frames of sound, all of one size. */
  frames: Buffer;
  /** kbit/s. */
  bitrate: number;
  /** Samples of silence that the encoder put before the sound. */
  delay: number;
  /** Samples of the sound itself; what the last frame has beyond them is padding. */
  samples: number;
}

export const SAMPLES_PER_FRAME = 1152;

/** Offsets in the frame; the first 36 bytes of a stereo frame of MPEG 1 are header and side information. */
const TAG_AT = 36;
const TABLE_AT = TAG_AT + 16;
const QUALITY_AT = TABLE_AT + 100;
const ENCODER_AT = QUALITY_AT + 4;
const CRC_AT = ENCODER_AT + 34;
const HAS_FRAMES_BYTES_TABLE_QUALITY = 0x0f;
const CONSTANT_BITRATE = 1;
const JOINT_STEREO_44_KHZ = 0b01_0_011_01;

/** Makes the frame, to be put before the frames of sound. */
export function createInfoFrame({ frames, bitrate, delay, samples }: StreamFacts): Buffer {
  const frame = Buffer.alloc(Math.floor((144_000 * bitrate) / SAMPLE_RATE));
  frames.copy(frame, 0, 0, 4);
  // No padding byte: the size of this frame is the one above.
  frame[2] = (frame[2] ?? 0) & ~0x02;
  const count = countFrames(frames, bitrate);
  const total = frame.length + frames.length;
  frame.write("Info", TAG_AT, "latin1");
  frame.writeUInt32BE(HAS_FRAMES_BYTES_TABLE_QUALITY, TAG_AT + 4);
  frame.writeUInt32BE(count, TAG_AT + 8);
  frame.writeUInt32BE(total, TAG_AT + 12);
  for (let percent = 0; percent < 100; percent++) frame[TABLE_AT + percent] = Math.floor((percent * 256) / 100);
  frame.writeUInt32BE(100, QUALITY_AT);
  frame.write("LAME3.100", ENCODER_AT, "latin1");
  frame[ENCODER_AT + 9] = CONSTANT_BITRATE;
  frame[ENCODER_AT + 20] = bitrate;
  const padding = count * SAMPLES_PER_FRAME - delay - samples;
  if (padding < 0 || padding > 0xfff) throw new Error(`${count} frames do not hold ${samples} samples`);
  frame.writeUIntBE((delay << 12) | padding, ENCODER_AT + 21, 3);
  frame[ENCODER_AT + 24] = JOINT_STEREO_44_KHZ;
  frame.writeUInt32BE(total, ENCODER_AT + 28);
  frame.writeUInt16BE(crc16(frames), ENCODER_AT + 32);
  frame.writeUInt16BE(crc16(frame.subarray(0, CRC_AT)), CRC_AT);
  return frame;
}

/** Counts frames from header to header; each is as long as the bitrate says, some one byte longer. */
function countFrames(frames: Buffer, bitrate: number): number {
  let count = 0;
  let at = 0;
  while (at < frames.length) {
    if (frames[at] !== 0xff) throw new Error(`Byte ${at} of the encoded sound does not begin a frame`);
    const padded = ((frames[at + 2] ?? 0) >> 1) & 1;
    at += Math.floor((144_000 * bitrate) / SAMPLE_RATE) + padded;
    count++;
  }
  return count;
}

/** CRC-16 with the polynomial 0x8005, bits reflected, beginning at 0. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  return crc;
}
