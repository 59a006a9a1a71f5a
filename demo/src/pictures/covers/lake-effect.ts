/** Lake Effect: the squall comes over the lake, the lamp is on, and somebody has turned back. */
import type { LightOut } from "../colour.ts";
import { luminance } from "../colour.ts";
import { createRandom, fbm2, smooth } from "../noise.ts";
import type { PlateStep } from "../picture.ts";
import { findPlate } from "../picture.ts";
import { stroke } from "../trees.ts";
import type { Sample } from "../view.ts";
import { readPlate } from "../view.ts";
import { photographStep } from "./photograph.ts";
import { createSleeve, wholeSleeve } from "./sleeve.ts";

/** Where the lamp burns, its tower stands and the lake begins in the photograph, as fractions of its side. */
const LAMP = { x: 0.5113, y: 0.507 };
const TOWER = { top: 0.5135, foot: 0.5585 };
const HORIZON = 0.552;

/** Light of snow in the air, far off and close by. */
const FAR_SNOW = [0.1, 0.135, 0.19] as const;
const NEAR_SNOW: LightOut = [0.42, 0.5, 0.6];

/** Share of the view that falling snow hides at a place: curtains hung from the cloud, drawn out by the wind. */
function curtain(x: number, y: number): number {
  const lean = x + 0.42 * (y - HORIZON) + 0.05 * fbm2(x * 2, y * 2, 2, 11);
  const left = smooth(0.42, 0.02, lean);
  const right = 0.9 * smooth(0.5, 0.86, lean);
  const streaks = 0.78 + 0.5 * fbm2(lean * 26, y * 1.6, 5, 13, 0.55);
  const body = 0.85 + 0.5 * fbm2(lean * 3.2, y * 2.4, 4, 15);
  const hung = smooth(0.15, 0.43, y + 0.05 * fbm2(x * 6, y * 3, 3, 17));
  // Beyond the shore it reaches down to the water, where it thins towards the lens.
  const reach = y < HORIZON ? 1 : Math.exp(-(y - HORIZON) / 0.09);
  return 1 - Math.exp(-2.3 * (left + right) * streaks * body * hung * reach);
}

/** Makes the photograph cold: shadows and clouds turn to slate, only the gap under the storm stays a pale gold. */
function printCold(x: number, y: number, photograph: Sample, out: LightOut): void {
  const [red, green, blue] = photograph;
  const grey = luminance(red, green, blue);
  const gap = smooth(0.02, 0.5, red) * smooth(0.25, 0.49, y);
  const lifted = grey * (1 + 1.6 * smooth(0.1, 0, grey)) + 0.004;
  out[0] = lifted * (0.72 + 0.5 * gap);
  out[1] = lifted * (1.02 + 0.02 * gap);
  out[2] = lifted * (1.5 - 0.62 * gap);
  // The tower is against the light: the gold on its left side would look like a gap now.
  const half = 0.0072 + 0.003 * smooth(TOWER.top, TOWER.foot, y);
  const tall = smooth(TOWER.top, TOWER.top + 0.001, y) * smooth(TOWER.foot, TOWER.foot - 0.001, y);
  const tower = smooth(half + 0.0008, half - 0.0008, Math.abs(x - LAMP.x)) * tall;
  for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (1 - 0.6 * tower);
  const lamp = Math.exp(-((x - LAMP.x) ** 2 + (y - LAMP.y) ** 2) / 0.00012);
  const track = 0.8 * Math.exp(-(((x - LAMP.x) / 0.02) ** 2)) * smooth(0.57, 0.58, y) * smooth(0.71, 0.59, y);
  const rose = Math.max(lamp, track) * smooth(0.05, 0.3, (red - green) / (red + green + 0.01));
  out[0] += rose * (red * 1.3 - out[0]);
  out[1] += rose * (green - out[1]);
  out[2] += rose * (blue * 1.2 - out[2]);
}

/** Draws the sleeve. */
export const createLakeEffect = createSleeve(["Lake", "Effect"], (width) => {
  const flakes: PlateStep = {
    name: "flakes",
    shape: wholeSleeve(width),
    whole: (plate) => {
      const random = createRandom(64);
      for (const [count, long, broad, cover] of [
        [9000, 0.0016, 1.5, 0.3],
        [2600, 0.0055, 2.6, 0.36],
        [420, 0.014, 5, 0.3],
      ] as const) {
        for (let k = 0; k < count; k++) {
          const x = random() * 1.1 - 0.05;
          const y = random() * 1.05 - 0.03;
          const gust = smooth(-0.4, 0.5, fbm2(x * 2.2, y * 3.4, 3, 19));
          const turn = 0.5 + 0.45 * fbm2(x * 3, y * 3, 2, 23) + 0.25 * (random() - 0.5);
          const length = long * (0.5 + random()) * width;
          const [px, py] = [x * width, y * width];
          const strength = cover * gust * (0.35 + 0.8 * random());
          const [dx, dy] = [length * Math.cos(turn), length * Math.sin(turn)];
          const thick = (broad * (0.6 + 0.8 * random()) * width) / 3000;
          // Soft all round: a faint stroke, and a shorter and finer one within it.
          stroke(plate, px, py, px + dx, py + dy, thick * 1.7, strength * 0.4, NEAR_SNOW);
          const [from, to] = [0.18, 0.82];
          stroke(plate, px + dx * from, py + dy * from, px + dx * to, py + dy * to, thick, strength * 0.7, NEAR_SNOW);
        }
      }
    },
  };
  return {
    seed: 64,
    film: {
      exposure: 1.12,
      bloom: 0.14,
      halation: 0.07,
      vignette: 0.32,
      grain: 2.6,
      saturation: 0.95,
      black: [0.016, 0.022, 0.032],
    },
    steps: [photographStep("n6", 0.437), flakes],
    frame: (plates) => {
      const photograph = findPlate(plates, "photograph");
      const snow = findPlate(plates, "flakes");
      const sample: Sample = [0, 0, 0, 0];
      return (px, py, _random, out) => {
        const x = (px + 0.5) / width;
        const y = (py + 0.5) / width;
        readPlate(photograph, x, -y, sample);
        printCold(x, y, sample, out);
        const hidden = curtain(x, y);
        const off = Math.hypot(x - LAMP.x, y - LAMP.y);
        // Snow round the lamp takes its colour.
        const lit = 0.0016 / (0.0012 + off * off * 1.4);
        for (let c = 0; c < 3; c++) {
          const air = (FAR_SNOW[c] ?? 0) * (0.75 + 0.5 * smooth(0.18, 0.55, y));
          out[c] = (out[c] ?? 0) * (1 - hidden) + air * hidden + lit * (c === 0 ? 0.16 : c === 1 ? 0.012 : 0.04);
        }
        readPlate(snow, x, -y, sample);
        for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (1 - sample[3]) + (sample[c] ?? 0);
      };
    },
  };
});
