/** Grandstand Night: the evening fairground as the stage sees it, past the microphone and over five thousand heads. */
import type { Light } from "../colour.ts";
import { createRamp, fromHex, scale } from "../colour.ts";
import { createRandom, fbm2, hash, smooth } from "../noise.ts";
import type { PlateStep } from "../picture.ts";
import { findPlate } from "../picture.ts";
import type { Sample } from "../view.ts";
import { readPlate } from "../view.ts";
import { throwBulb } from "./bokeh.ts";
import { shadeMicrophone } from "./microphone.ts";
import { createSleeve, wholeSleeve } from "./sleeve.ts";

const WARM = fromHex("#ffb066", 1.5);
const AMBER = fromHex("#ff8a38", 1.3);
const WHITE = fromHex("#fff0d8", 1.9);
const COLD = fromHex("#9fc4ff", 1.1);
const ROSE = fromHex("#ff3f74", 1.2);

/** The wheel stands half turned away, so it is seen as an oval. */
const WHEEL = { x: 0.4, y: 0.6, wide: 0.165, tall: 0.235 };

/** The last light in the west, from the foot of the sky to its top. */
const dusk = createRamp([
  [0, fromHex("#d98a5c", 0.5)],
  [0.1, fromHex("#a85f62", 0.36)],
  [0.24, fromHex("#5b4a72", 0.27)],
  [0.45, fromHex("#2b3a63", 0.22)],
  [0.8, fromHex("#15203c", 0.22)],
]);

const lamps: PlateStep = {
  name: "lamps",
  shape: wholeSleeve(1500),
  whole: (plate) => {
    const random = createRandom(41);
    const throwAt = (x: number, y: number, radius: number, light: Light, strength: number): void =>
      throwBulb(plate, { x, y, radius, light: scale(light, strength * (0.4 + 1.1 * random() ** 1.6)) });
    const throwOnWheel = (turn: number, out: number, depth: number, radius: number, light: Light, strength: number) =>
      throwAt(
        WHEEL.x + WHEEL.wide * out * Math.cos(turn) + depth,
        WHEEL.y + WHEEL.tall * out * Math.sin(turn) + depth * 0.12,
        radius,
        light,
        strength,
      );
    // Two rims of bulbs, the far one half hidden; spokes that brighten outwards; here and there a bulb has gone.
    for (const [depth, strength] of [
      [0.03, 0.17],
      [0, 0.66],
    ] as const) {
      for (let k = 0; k < 52; k++) {
        if (random() < 0.06) continue;
        const light = k % 13 === 4 ? ROSE : k % 3 === 0 ? WHITE : WARM;
        throwOnWheel((k / 52) * 2 * Math.PI, 1, depth, 0.0125 + 0.004 * random(), light, strength);
      }
    }
    for (let spoke = 0; spoke < 14; spoke++) {
      for (let k = 1; k < 9; k++) {
        if (random() < 0.08) continue;
        throwOnWheel((spoke / 14) * 2 * Math.PI + 0.2, k / 9.2, 0.012, 0.0105, AMBER, 0.1 + 0.032 * k);
      }
    }
    throwOnWheel(0, 0, 0.012, 0.019, WHITE, 0.4);
    // The midway: stalls and rides in a row under the sky.
    const stalls = [WARM, WARM, AMBER, AMBER, WHITE, COLD, ROSE] as const;
    for (let k = 0; k < 290; k++) {
      const x = -0.03 + 1.06 * random();
      const y = 0.842 - 0.085 * random() ** 1.7;
      const light = stalls[(random() * stalls.length) | 0] ?? WARM;
      throwAt(x, y, 0.007 + 0.017 * random() ** 2, light, 0.1 + 0.5 * random() ** 3);
    }
    // The grandstand's own floodlights, two masts.
    for (const [x, y, size] of [
      [0.93, 0.615, 0.015],
      [0.955, 0.612, 0.015],
      [0.942, 0.635, 0.015],
      [0.075, 0.66, 0.012],
      [0.094, 0.658, 0.012],
    ] as const) {
      throwAt(x, y, size, COLD, 1.5);
    }
    // A few raised telephones, because it was the slow song.
    for (let k = 0; k < 9; k++) throwAt(0.04 + 0.62 * random(), 0.865 + 0.03 * random(), 0.0055, COLD, 0.6);
  },
};

/** How far a place is inside the crowd's nearest head of one row, in head widths; below 0 outside. */
function insideRow(x: number, y: number, row: number): number {
  const head = 0.0082 + 0.0056 * row;
  const line = 0.862 + 0.017 * row + 0.0042 * row * row;
  const step = head * 2.5;
  let inside = -9;
  const cell = Math.floor(x / step);
  for (let i = cell - 1; i <= cell + 1; i++) {
    const bits = hash(i, row, 77);
    const middle = (i + 0.2 + (0.6 * (bits & 255)) / 255) * step;
    const high = line - head * (1.2 * (((bits >>> 8) & 255) / 255) - 0.4);
    const dx = (x - middle) / head;
    const skull = 1 - Math.hypot(dx, ((y - high) / head) * 0.8);
    const shoulders = 1 - Math.hypot(dx / 2.1, Math.max(0, high + head * 2.05 - y) / (head * 1.1));
    inside = Math.max(inside, skull, shoulders);
  }
  return inside;
}

const crowd: PlateStep = {
  name: "crowd",
  shape: wholeSleeve(1000),
  pixel: () => (u, v, out) => {
    out[0] = out[1] = out[2] = out[3] = 0;
    const y = -v;
    if (y < 0.8) return;
    for (let row = 0; row < 6; row++) {
      const inside = insideRow(u, y, row);
      const soft = 0.34 - 0.02 * row;
      const cover = smooth(-soft, soft, inside);
      if (cover <= 0) continue;
      // Farther rows are in lit dust; on the nearer ones only hair and shoulders catch the midway behind.
      const haze = 0.06 * (1 - row / 5.4) ** 2.6;
      const rim = smooth(0.5, 0, inside) * smooth(0.9, 0.3, (y - 0.84 - 0.024 * row) / 0.05) * (0.02 + 1.1 * haze);
      const keep = 1 - cover;
      out[0] = out[0] * keep + cover * (0.006 + haze + 1.3 * rim);
      out[1] = out[1] * keep + cover * (0.006 + 0.5 * haze + 0.6 * rim);
      out[2] = out[2] * keep + cover * (0.011 + 0.34 * haze + 0.3 * rim);
      out[3] = out[3] * keep + cover;
    }
  },
};

/** Draws the sleeve. */
export const createGrandstandNight = createSleeve(["Grandstand", "Night"], (width) => ({
  seed: 62,
  film: {
    exposure: 0.95,
    bloom: 0.2,
    halation: 0.09,
    vignette: 0.35,
    grain: 3,
    saturation: 0.92,
    black: [0.02, 0.02, 0.03],
  },
  steps: [lamps, crowd],
  frame: (plates) => {
    const lit = findPlate(plates, "lamps");
    const heads = findPlate(plates, "crowd");
    const sample: Sample = [0, 0, 0, 0];
    return (px, py, _random, out) => {
      const x = (px + 0.5) / width;
      const y = (py + 0.5) / width;
      dusk(Math.max(0, 0.85 - y), out);
      // Dust from the infield and smoke from the fryers, lit from below.
      const smoke = 1 + 0.28 * fbm2(x * 2.4, y * 5, 3, 71) * smooth(0.3, 0.7, y);
      readPlate(lit, x, -y, sample);
      // The wheel lights the dust it turns in.
      const off = Math.hypot((x - WHEEL.x - 0.012) / WHEEL.wide, (y - WHEEL.y) / WHEEL.tall);
      const halo = 0.026 * smoke * (Math.exp(-(((off - 1) / 0.32) ** 2)) + 0.7 * Math.exp(-(((off - 0.6) / 0.8) ** 2)));
      for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * smoke + halo * (AMBER[c] ?? 0) + (sample[c] ?? 0);
      if (y > 0.8) {
        readPlate(heads, x, -y, sample);
        for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (1 - sample[3]) + (sample[c] ?? 0);
      }
      shadeMicrophone(x, y, 1 / width, out);
    };
  },
}));
