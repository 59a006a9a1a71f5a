/** The harbour light mug: enamelled steel, a dark rolled rim, coffee in it. */
import { fromHex } from "../colour.ts";
import { fbm2, noise2, noise3, smooth } from "../noise.ts";
import type { CreatePicture } from "../picture.ts";
import { join } from "../solid.ts";
import { INK, ROSE } from "./artwork.ts";
import { heron } from "./heron.ts";
import { createPlaster } from "./plaster.ts";
import { createOverprint, printStep } from "./print.ts";
import { shootFromFront } from "./table-top.ts";

const SEED = 211;
const RADIUS = 43;
const TALL = 82;
const COFFEE = 67;
/** Which way the handle points: to the right, and a little towards the lens. */
const TURN = -0.42;
/** Which way the print looks: a little to the left, into the light. */
const PRINT_TURN = -0.16;
const WHITE = fromHex("#e8e2d6");
const RIM = fromHex("#141a26");
const HANDLE_DEEP = 35;
const HANDLE_HIGH = 25;

const ARTWORK = `<style>
  body { color: ${INK}; text-align: center; }
  svg { position: absolute; left: 3rem; top: 0; width: 94rem; }
  h1 { position: absolute; left: 0; right: 0; top: 80rem; margin: 0; font: 600 13.5rem/1 Besley; white-space: nowrap; }
</style>${heron(INK, "#e8e2d6", ROSE)}<h1>Harbour Line</h1>`;

/** A strap with rounded edges, bent along half of a rounded oval. */
function handle(x: number, y: number, z: number): number {
  const out = x * Math.cos(TURN) + y * Math.sin(TURN) - RADIUS + 3;
  if (out < -16) return 10;
  const aside = y * Math.cos(TURN) - x * Math.sin(TURN);
  const a = Math.max(0, out) / HANDLE_DEEP;
  const b = Math.abs(z - 42) / HANDLE_HIGH;
  const power = 2.5;
  const oval = Math.max(1e-3, a ** power + b ** power) ** (1 / power);
  const slope = oval ** (1 - power) * Math.hypot(a ** (power - 1) / HANDLE_DEEP, b ** (power - 1) / HANDLE_HIGH);
  const away = Math.min(20, Math.abs(oval - 1) / Math.max(0.02, slope));
  return Math.hypot(Math.max(0, Math.abs(aside) - 5.2), away, Math.min(0, out)) - 2.4;
}

function cup(radius: number, z: number): number {
  const foot = 7 * smooth(14, 0, z) ** 2;
  const outside = Math.max(radius - RADIUS + foot, -z, z - TALL);
  const wall = Math.max(outside, RADIUS - 1.5 - radius - (z < 6 ? 40 : 0));
  const lip = Math.hypot(radius - RADIUS + 0.3, z - TALL) - 2.1;
  return Math.min(wall, lip);
}

function mug(x: number, y: number, z: number): number {
  const radius = Math.hypot(x, y);
  const coffee = Math.max(radius - RADIUS + 1, Math.abs(z - COFFEE + 6) - 6);
  return 0.9 * Math.min(join(cup(radius, z), handle(x, y, z), 3), coffee);
}

/** Draws the mug. */
export const createMug: CreatePicture = (width) => {
  const plaster = createPlaster(0.32, SEED, fromHex("#9a9187"));
  return shootFromFront(
    {
      seed: SEED,
      across: 196,
      lookAt: [10, 0, 38],
      elevation: 0.5,
      within: { middle: [8, 0, 40], radius: 84 },
      plaster,
      steps: [printStep("print", 62, 62, 16, ARTWORK)],
      distance: mug,
      surface: (plates) => {
        const print = createOverprint(plates, "print");
        return (x, y, z, out) => {
          const radius = Math.hypot(x, y);
          out.shine = 0.045;
          out.rough = 0.03;
          if (radius < RADIUS - 1 && Math.abs(z - COFFEE) < 0.4) {
            const froth = smooth(0.2, 0.75, noise2(x / 2.2, y / 2.2, SEED)) * smooth(RADIUS - 7, RADIUS - 1.5, radius);
            out.colour = [0.028 + 0.1 * froth, 0.013 + 0.06 * froth, 0.006 + 0.03 * froth];
            out.shine = 0.022;
            return;
          }
          for (let c = 0; c < 3; c++) out.colour[c] = WHITE[c] ?? 0;
          // Enamel is dipped: its skin is never quite even.
          const skin = 0.02;
          out.tilt[0] = skin * noise3(x / 16, y / 16, z / 16, SEED + 1);
          out.tilt[1] = skin * noise3(x / 16 + 9, y / 16, z / 16, SEED + 2);
          out.tilt[2] = skin * noise3(x / 16, y / 16 + 9, z / 16, SEED + 3);
          if (z > TALL - 2.6 + 0.5 * noise2(Math.atan2(y, x) * 5, 0.5, SEED + 4)) {
            for (let c = 0; c < 3; c++) out.colour[c] = RIM[c] ?? 0;
            return;
          }
          if (radius > RADIUS - 1 && radius < RADIUS + 0.4) {
            const angle = Math.atan2(x, -y) - PRINT_TURN;
            print(angle * RADIUS, z - 40, 0.02, out.colour);
          }
          const fleck =
            smooth(0.76, 0.8, noise3(x / 1.6, y / 1.6, z / 1.6, SEED + 5)) *
            smooth(0.1, 0.5, fbm2(x / 30, z / 30, 2, SEED + 6));
          for (let c = 0; c < 3; c++) out.colour[c] = (out.colour[c] ?? 0) * (1 - 0.8 * fleck);
        };
      },
    },
    width,
  );
};
