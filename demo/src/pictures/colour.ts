/** Linear light, three channels on Rec. 709 primaries; 0.18 is a mid grey before the film curve, lamps go far above 1. */
export type Light = readonly [red: number, green: number, blue: number];

/** A colour somebody is writing into. */
export type LightOut = [red: number, green: number, blue: number];

/** Linear light of a screen colour such as "#d83b65", times `strength`. */
export function fromHex(hex: string, strength = 1): Light {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return strength * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  };
  return [channel(1), channel(3), channel(5)];
}

/** Straight blend from `a` (amount 0) to `b` (amount 1). */
export function mix(a: Light, b: Light, amount: number): Light {
  return [a[0] + (b[0] - a[0]) * amount, a[1] + (b[1] - a[1]) * amount, a[2] + (b[2] - a[2]) * amount];
}

/** The same colour, brighter or darker. */
export function scale(a: Light, by: number): Light {
  return [a[0] * by, a[1] * by, a[2] * by];
}

/** How bright a colour looks. Source: Rec. 709 luminance weights. */
export function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Makes a smooth ramp through colours at given positions. Blends the logarithm, as light falls off in
 * stops: a straight blend over such a range looks like two bands with a seam.
 *
 * @param stops position (rising) and colour
 */
export function createRamp(stops: readonly (readonly [number, Light])[]): (at: number, out: LightOut) => void {
  const size = 1024;
  const first = stops[0]?.[0] ?? 0;
  const last = stops[stops.length - 1]?.[0] ?? 1;
  const table = new Float64Array((size + 1) * 3);
  const logs = stops.map(([at, colour]) => ({ at, log: colour.map((value) => Math.log(Math.max(1e-5, value))) }));
  for (let i = 0; i <= size; i++) {
    const at = first + ((last - first) * i) / size;
    let k = 0;
    while (k < logs.length - 2 && at > (logs[k + 1]?.at ?? 0)) k++;
    const points = [logs[Math.max(0, k - 1)], logs[k], logs[k + 1], logs[Math.min(logs.length - 1, k + 2)]];
    const [before, from, to, after] = points;
    if (!before || !from || !to || !after) throw new Error("A ramp needs two stops or more");
    const span = to.at - from.at;
    const t = (at - from.at) / span;
    for (let c = 0; c < 3; c++) {
      const p = from.log[c] ?? 0;
      const q = to.log[c] ?? 0;
      // Catmull and Rom's curve with slopes for uneven spacing: no kink at a stop, which the eye reads as a band.
      const m0 = (span * (q - (before.log[c] ?? 0))) / (to.at - before.at);
      const m1 = (span * ((after.log[c] ?? 0) - p)) / (after.at - from.at);
      const t2 = t * t;
      const t3 = t2 * t;
      const value = (2 * t3 - 3 * t2 + 1) * p + (t3 - 2 * t2 + t) * m0 + (3 * t2 - 2 * t3) * q + (t3 - t2) * m1;
      table[i * 3 + c] = Math.exp(value);
    }
  }
  return (at, out) => {
    const place = Math.min(size - 1e-6, Math.max(0, ((at - first) / (last - first)) * size));
    const i = Math.floor(place) * 3;
    const t = place - Math.floor(place);
    for (let c = 0; c < 3; c++) {
      const low = table[i + c] ?? 0;
      out[c] = low + ((table[i + c + 3] ?? 0) - low) * t;
    }
  };
}
