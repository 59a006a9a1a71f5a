/** Long Point: the lit shed on the spit at blue hour, in the rain that is heard on the record. */
import type { LightOut } from "../colour.ts";
import { createRandom, fbm2, smooth } from "../noise.ts";
import type { PlateStep } from "../picture.ts";
import { findPlate } from "../picture.ts";
import { stroke } from "../trees.ts";
import type { Plate, Sample } from "../view.ts";
import { readPlate } from "../view.ts";
import { photographStep } from "./photograph.ts";
import { createSleeve, wholeSleeve } from "./sleeve.ts";

/** Where things lie in the photograph, as fractions of its side. */
const ROOF = { left: 0.503, right: 0.627, ridge: 0.5275, eave: 0.5705 };
const PORCH = { x: 0.566, y: 0.592 };
const SHORE = 0.652;

const SKY_DROP: LightOut = [0.07, 0.1, 0.19];
const LIT_DROP: LightOut = [0.95, 0.52, 0.2];

/** Light of a drop: the sky's, and the porch lamp's close to it. */
function dropLight(x: number, y: number, out: LightOut): void {
  const near = 0.5 / (1 + ((x - PORCH.x) ** 2 + (y - PORCH.y) ** 2) / 0.0011);
  const high = 0.5 + 1.1 * smooth(0.75, 0.1, y);
  for (let c = 0; c < 3; c++) out[c] = (SKY_DROP[c] ?? 0) * high + (LIT_DROP[c] ?? 0) * near;
}

/** Streaks of falling rain: farther ones short, fine and many. They lean with the wind off the water. */
function drawRain(plate: Plate, random: () => number): void {
  const side = plate.width;
  const light: LightOut = [0, 0, 0];
  for (const [count, long, broad, cover] of [
    [7000, 0.018, 1.3, 0.32],
    [1700, 0.04, 1.9, 0.3],
    [220, 0.085, 3.4, 0.16],
  ] as const) {
    for (let k = 0; k < count; k++) {
      const x = random() * 1.1 - 0.05;
      const y = random() * 1.1 - 0.08;
      const length = long * (0.6 + 0.8 * random());
      // It comes in sheets, not evenly.
      const sheet = smooth(-0.75, 0.35, fbm2(x * 3 - y * 0.6, y * 0.8, 3, 21));
      dropLight(x, y + length / 2, light);
      const strength = cover * sheet * (0.4 + 0.9 * random());
      const lean = 0.13 + 0.025 * (random() - 0.5);
      const thick = (broad * side) / 3000;
      stroke(plate, x * side, y * side, (x - lean * length) * side, (y + length) * side, thick, strength, light);
    }
  }
}

/** Drops bursting on the tin, and the water that runs off the eave in front of the lamp. */
function drawRoof(plate: Plate, random: () => number): void {
  const side = plate.width;
  const pixel = side / 3000;
  for (let k = 0; k < 1500; k++) {
    const t = random();
    const y = ROOF.ridge + (ROOF.eave - ROOF.ridge) * random() ** 1.6;
    const spread = (y - ROOF.ridge) * 0.12;
    const x = ROOF.left - spread + (ROOF.right - ROOF.left + 2 * spread) * t;
    const up = -Math.log(1 - random()) * 0.0022;
    const aside = (random() - 0.5) * up * 1.4;
    const cover = 0.5 * Math.exp(-up / 0.004) * (0.3 + 0.7 * random());
    const [px, py] = [(x + aside) * side, (y - up) * side];
    stroke(plate, px, py, px + aside * side * 0.3, py - 2 * pixel, 1.3 * pixel, cover, [0.14, 0.17, 0.25]);
  }
  for (let k = 0; k < 70; k++) {
    const x = ROOF.left + (ROOF.right - ROOF.left) * ((Math.floor(random() * 40) + 0.5 + 0.2 * random()) / 40);
    const fallen = random() ** 1.4;
    const y = ROOF.eave + 0.003 + 0.043 * fallen;
    const near = 1 / (1 + ((x - PORCH.x) / 0.028) ** 2);
    const light: LightOut = [0.08 + 0.9 * near, 0.08 + 0.5 * near, 0.1 + 0.2 * near];
    stroke(plate, x * side, y * side, x * side, (y + 0.0012 + 0.003 * fallen) * side, 1.1 * pixel, 0.4, light);
  }
}

/** Rings where drops meet the water: flat ellipses, larger and rounder towards the lens. */
function drawRings(plate: Plate, random: () => number): void {
  const side = plate.width;
  for (let k = 0; k < 900; k++) {
    const near = random() ** 0.75;
    const y = SHORE + 0.012 + 0.36 * near;
    const x = random() * 1.04 - 0.02;
    const wide = (0.0015 + 0.017 * near ** 1.3) * (0.35 + 0.9 * random());
    const flat = 0.1 + 0.13 * near;
    const cover = (0.07 + 0.22 * random() ** 2) * (1 - 0.45 * near);
    const warm = Math.exp(-(((x - PORCH.x) / 0.045) ** 2)) * smooth(0.8, 0.66, y);
    for (const [size, dark] of [
      [1, false],
      [0.9, true],
    ] as const) {
      const light: LightOut = dark
        ? [0.002, 0.004, 0.01]
        : [0.045 + 0.5 * warm, 0.07 + 0.24 * warm, 0.15 + 0.06 * warm];
      const parts = 22;
      for (let i = 0; i < parts; i++) {
        const [a, b] = [(i / parts) * 2 * Math.PI, ((i + 1) / parts) * 2 * Math.PI];
        // The side of the ring towards the sky mirrors more of it.
        const facing = 0.45 + 0.55 * Math.sin(a);
        if (facing < 0.1) continue;
        const [rx, ry] = [wide * size * side, wide * size * flat * side];
        stroke(
          plate,
          x * side + rx * Math.cos(a),
          y * side + ry * Math.sin(a),
          x * side + rx * Math.cos(b),
          y * side + ry * Math.sin(b),
          ((1 + 1.4 * near) * side) / 3000,
          cover * facing,
          light,
        );
      }
    }
    // The drop itself jumps back up from the middle.
    if (random() < 0.4) {
      const up = wide * (0.25 + 0.3 * random()) * side;
      const drop: LightOut = [0.1 + 0.7 * warm, 0.14 + 0.35 * warm, 0.24];
      stroke(plate, x * side, y * side, x * side, y * side - up, (1.5 * side) / 3000, 0.3, drop);
    }
  }
}

/** Draws the sleeve. */
export const createLongPoint = createSleeve(["Long", "Point"], (width) => {
  const rain: PlateStep = {
    name: "rain",
    shape: wholeSleeve(width),
    whole: (plate) => {
      const random = createRandom(63);
      drawRings(plate, random);
      drawRoof(plate, random);
      drawRain(plate, random);
    },
  };
  return {
    seed: 63,
    film: {
      exposure: 1,
      bloom: 0.14,
      halation: 0.07,
      vignette: 0.3,
      grain: 2.4,
      saturation: 0.9,
      black: [0.012, 0.018, 0.028],
    },
    steps: [photographStep("n2", 0.425), rain],
    frame: (plates) => {
      const photograph = findPlate(plates, "photograph");
      const drops = findPlate(plates, "rain");
      const sample: Sample = [0, 0, 0, 0];
      return (px, py, _random, out) => {
        const x = (px + 0.5) / width;
        const y = (py + 0.5) / width;
        readPlate(photograph, x, -y, sample);
        // Rain greys the distance and lifts the dark of the wood.
        const veil = 0.07 * smooth(0.72, 0.4, y) * (1 + 0.5 * fbm2(x * 3 - y * 0.6, y * 0.8, 3, 21));
        const roof = Math.exp(-(((y - ROOF.ridge) / 0.007) ** 2)) * smooth(0.077, 0.055, Math.abs(x - 0.565)) * 0.014;
        for (let c = 0; c < 3; c++) {
          out[c] = (sample[c] ?? 0) * 1.5 * (1 - veil) + (SKY_DROP[c] ?? 0) * veil * 0.9 + roof;
        }
        readPlate(drops, x, -y, sample);
        for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (1 - sample[3]) + (sample[c] ?? 0);
      };
    },
  };
});
