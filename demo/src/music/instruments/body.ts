/** What carries the strings: a wooden box, or only the wire to an amplifier. */
import { equalize, type FilterShape } from "../filter.ts";

/** A body: its resonances, and how far its wood scatters a stroke in time. */
export interface Body {
  resonances: readonly FilterShape[];
  /** 0 passes a stroke on as it is; 0.6 is a big hollow box. The thick strings of any bass scatter by themselves. */
  scatter: number;
}

/** Delays in samples within the wood, each a different prime, from half a millisecond to three. */
const SCATTER_SAMPLES = [23, 41, 67, 127];

/** Sends strings through their body, in place. */
export function resonate(strings: Float32Array, { resonances, scatter }: Body): void {
  if (scatter > 0) {
    for (const delay of SCATTER_SAMPLES) smear(strings, delay, scatter);
  }
  equalize(strings, resonances);
}

/** An allpass: every tone keeps its strength, but a stroke is spread over a few milliseconds. */
function smear(sound: Float32Array, delay: number, strength: number): void {
  const line = new Float32Array(delay);
  let place = 0;
  for (let i = 0; i < sound.length; i++) {
    const delayed = line[place] ?? 0;
    const sent = (sound[i] ?? 0) - strength * delayed;
    line[place] = sent;
    sound[i] = delayed + strength * sent;
    place = place + 1 === delay ? 0 : place + 1;
  }
}
