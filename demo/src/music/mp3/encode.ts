/** From a master to the bytes of an MP3 file: ID3 tag, info frame, sound. */
import { createMp3Encoder } from "wasm-media-encoders";
import { SAMPLE_RATE, type Stereo } from "../sound.ts";
import { type RecordingTags, writeId3 } from "./id3.ts";
import { createInfoFrame } from "./info-frame.ts";

/** Constant, so that a place in the file is a place in time and a player seeks to it exactly. */
const BITRATE_KBITS = 128;
/** Samples that LAME puts before the sound; measured by decoding an impulse. */
const ENCODER_DELAY_SAMPLES = 576;

/** Encodes a master as an MP3 file of 128 kbit/s in joint stereo, tagged. */
export async function encodeMp3({ left, right }: Stereo, tags: RecordingTags): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: 2, sampleRate: SAMPLE_RATE, bitrate: BITRATE_KBITS });
  // Each result is in the encoder's own memory, which the next call overwrites, so it is copied at once.
  const body = Buffer.from(encoder.encode([left, right]));
  const rest = Buffer.from(encoder.finalize());
  const frames = Buffer.concat([body, rest]);
  const info = createInfoFrame({
    frames,
    bitrate: BITRATE_KBITS,
    delay: ENCODER_DELAY_SAMPLES,
    samples: left.length,
  });
  return Buffer.concat([writeId3(tags), info, frames]);
}
