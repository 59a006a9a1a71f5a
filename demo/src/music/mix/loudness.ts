/** How loud a sound is to a listener. Source: ITU-R BS.1770, with gates as in EBU R 128. */
import { design, runBiquad } from "../filter.ts";
import { samplesIn } from "../sound.ts";

/** The head and the ear: high tones count more, rumble hardly counts. */
const WEIGHTING = [
  design({ kind: "high-shelf", hertz: 1500, gain: 4 }),
  design({ kind: "high-pass", hertz: 38, q: 0.5 }),
];
const BLOCK_SECONDS = 0.4;
const SILENCE_LUFS = -70;
const RELATIVE_GATE_DECIBELS = -10;

/** Integrated loudness in LUFS of one channel or several; silence is -Infinity. */
export function measureLoudness(channels: readonly Float32Array[]): number {
  const weighted = channels.map((channel) => {
    const copy = channel.slice();
    for (const filter of WEIGHTING) runBiquad(copy, filter);
    return copy;
  });
  const powers = blockPowers(weighted).filter((power) => toLufs(power) > SILENCE_LUFS);
  const gate = toLufs(mean(powers)) + RELATIVE_GATE_DECIBELS;
  return toLufs(mean(powers.filter((power) => toLufs(power) > gate)));
}

/** Mean power of all channels together, in blocks that overlap by three quarters. */
function blockPowers(channels: readonly Float32Array[]): number[] {
  const block = samplesIn(BLOCK_SECONDS);
  const length = channels[0]?.length ?? 0;
  const powers: number[] = [];
  for (let from = 0; from + block <= length; from += block / 4) {
    let sum = 0;
    for (const channel of channels) {
      for (let i = from; i < from + block; i++) sum += (channel[i] ?? 0) ** 2;
    }
    powers.push(sum / block);
  }
  return powers;
}

function toLufs(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
