/** The Breakwater poster: three screens on heavy paper, hung from oak rails. */
import { fromHex } from "../colour.ts";
import { fbm2, noise2, smooth } from "../noise.ts";
import type { CreatePicture } from "../picture.ts";
import { findPlate } from "../picture.ts";
import { BONE, INK, lighthouse, ROSE, ridgePath, waterLines } from "./artwork.ts";
import type { ClothPlace } from "./cloth.ts";
import { clothShape, createClothReader, layCloth } from "./cloth.ts";
import { shootFromAbove } from "./flat-lay.ts";
import { depthInCard, tracePath } from "./outline.ts";
import { createPlaster } from "./plaster.ts";
import { createOverprint, printStep } from "./print.ts";
import { nearest } from "./sewing.ts";

const SEED = 133;
const HALF_WIDE = 228;
const HALF_TALL = 305;
const LOWER = -38;
const RAIL = 11;

// What hangs at a place.
const WALL = 0;
const PRINT = 1;
const WOOD = 2;
const STRING = 3;
const BRASS = 4;

const DUSK = "#31405f";
const PAPER = "#efe6d6";
const CORD = tracePath([
  [-224, HALF_TALL + 6],
  [2, HALF_TALL + 92],
  [224, HALF_TALL + 6],
]);
const NAIL = [2, HALF_TALL + 93] as const;

/** Quarried blocks of the breakwater, from the right to the light. */
function blocks(): string {
  const stones: string[] = [];
  for (let row = 0; row < 3; row++) {
    for (let k = 0; k < 17 - row; k++) {
      const x = 452 + k * 34 + row * 17 + 9 * noise2(k * 1.7, row * 3.1, 5);
      const y = 866 - row * 25 + 7 * noise2(k * 2.3, row * 1.9, 6);
      const w = 20 + 5 * noise2(k * 3.1, row, 7);
      stones.push(
        `<path d="M${x - w} ${y + 14}L${x - w * 0.7} ${y - 11}L${x + w * 0.45} ${y - 16}L${x + w} ${y - 3}L${x + w * 0.8} ${y + 15}Z"/>`,
      );
    }
  }
  return `<g fill="${INK}" stroke="${DUSK}" stroke-width="2.4">${stones.join("")}</g>`;
}

const ARTWORK = `<style>
  body { background: ${PAPER}; color: ${INK}; }
  svg { position: absolute; left: 6rem; top: 6rem; width: 88rem; }
  h1 { position: absolute; left: 0; right: 0; bottom: 11rem; margin: 0; text-align: center; font: 600 12.7rem/1 Besley; letter-spacing: -0.015em; white-space: nowrap; }
  p { position: absolute; left: 0; right: 0; bottom: 6.2rem; margin: 0; text-align: center; font: 600 2.5rem/1 "Libre Franklin"; letter-spacing: 0.36em; text-indent: 0.36em; }
</style>
<svg viewBox="0 0 1000 1170">
  <clipPath id="sheet"><rect width="1000" height="1170"/></clipPath>
  <g clip-path="url(#sheet)">
    <rect width="1000" height="1170" fill="${DUSK}"/>
    <circle cx="360" cy="610" r="236" fill="${ROSE}"/>
    <g stroke="${DUSK}" fill="none">${[520, 560, 597, 631, 662, 690].map((y, k) => `<path d="M0 ${y}H1000" stroke-width="${3 + k * 2.4}"/>`).join("")}</g>
    <path d="${ridgePath(1000, 690, 190, 900, 4)}" fill="#56617c"/>
    <path d="${ridgePath(1000, 760, 150, 900, 9)}" fill="#3f4c69"/>
    <path d="${ridgePath(1000, 822, 96, 900, 16)}" fill="${INK}"/>
    <rect y="868" width="1000" height="302" fill="${DUSK}"/>
    ${waterLines(1000, 886, 18, 9.5, BONE, 560)}
    ${blocks()}
    <path d="M566 300L-40 214V330L566 312Z" fill="${BONE}" opacity="0.92"/>
    <g stroke="${DUSK}" stroke-width="0.6">${lighthouse(566, 812, 560, BONE, INK, ROSE)}</g>
  </g>
</svg><h1>Harbour Line</h1><p>OSIER HARBOUR</p>`;

/** Draws the poster. */
export const createPoster: CreatePicture = (width) => {
  const plaster = createPlaster(1, SEED, fromHex("#a69e94"));
  return shootFromAbove(
    {
      seed: SEED,
      across: 720,
      steps: () => [
        printStep("print", HALF_WIDE * 2, HALF_TALL * 2, 4.4, ARTWORK),
        {
          name: "sheet",
          shape: clothShape(300, 380),
          whole: (plate) =>
            layCloth(plate, { push: 6, over: 420, gather: [0.002, 0], stiff: 0.6, weight: 0.02, seed: SEED }),
        },
      ],
      height: (plates) => {
        const place = createClothReader(findPlate(plates, "sheet"));
        const on: ClothPlace = { s: 0, t: 0, height: 0 };
        return (u, v, out) => {
          const s = u + 0.004 * v;
          const t = v - LOWER - 0.004 * u;
          out[1] = s;
          out[2] = t;
          out[0] = plaster.height(u, v);
          out[3] = WALL;
          if (t > HALF_TALL && t < HALF_TALL + 110) {
            const cord = nearest(CORD, s, t);
            if (cord.distance < 1.5) {
              out[0] =
                3 + Math.sqrt(2.25 - cord.distance * cord.distance) + 0.25 * Math.sin((cord.along + cord.distance) * 3);
              out[3] = STRING;
            }
            const nail = Math.hypot(s - NAIL[0], t - NAIL[1]);
            if (nail < 4) {
              out[0] = 9 + 0.8 * Math.sqrt(1 - (nail / 4) ** 2);
              out[3] = BRASS;
            }
          }
          if (depthInCard(s, t, HALF_WIDE, HALF_TALL, 0.5) > 0) {
            place(u, v - LOWER, on);
            // After weeks in a tube, it still curls the way it was rolled.
            const belly = 13 * (1 - (t / HALF_TALL) ** 2) * (0.7 + 0.3 * Math.cos(s / 110 + 0.5));
            const wave = 4.5 * fbm2(s / 170, t / 260, 2, SEED + 1) * (1 - (t / HALF_TALL) ** 4);
            out[0] = 4 + belly + wave + on.height * 0.5 * (1 - (t / HALF_TALL) ** 2);
            out[3] = PRINT;
          }
          const rail = Math.min(Math.abs(t - HALF_TALL + 4), Math.abs(t + HALF_TALL - 4));
          const inRail = Math.min(RAIL - rail, HALF_WIDE + 9 - Math.abs(s));
          if (inRail > 0) {
            const round = Math.min(1, inRail / 3.2);
            const grain = 0.16 * fbm2(s / 34, t / 1.1, 3, SEED + 2);
            out[0] = 10.5 + 2.6 * Math.sqrt(1 - (1 - round) ** 2) + grain;
            out[3] = WOOD;
          }
        };
      },
      surface: (plates) => {
        const print = createOverprint(plates, "print", true);
        const oak = fromHex("#a47a4c");
        return (u, v, place, out) => {
          const [, s, t, what] = place;
          if (what === WALL) {
            plaster.colour(u, v, out.colour);
            return;
          }
          if (what === BRASS) {
            out.colour = [0.42, 0.3, 0.15];
            out.shine = 0.5;
            out.metal = true;
            out.rough = 0.1;
            return;
          }
          if (what === STRING) {
            out.colour = [0.3, 0.25, 0.18];
            return;
          }
          if (what === WOOD) {
            const grain = fbm2(s / 46, t / 1.6, 4, SEED + 2);
            const pore = smooth(0.35, 0.7, noise2(s / 9, t / 0.45, SEED + 3));
            for (let c = 0; c < 3; c++) out.colour[c] = (oak[c] ?? 0) * (1 + 0.4 * grain) * (1 - 0.4 * pore);
            out.shine = 0.02;
            return;
          }
          out.colour = [0.8, 0.74, 0.63];
          const thin = 0.03 + 0.12 * smooth(0.2, 0.7, fbm2(s / 1.5, t / 1.5, 3, SEED + 4));
          print(s, t, thin, out.colour);
          out.slope[0] = 0.03 * fbm2(s / 1.1, t / 1.1, 2, SEED + 5);
          out.slope[1] = 0.03 * fbm2(s / 1.1 + 30, t / 1.1, 2, SEED + 5);
        };
      },
    },
    width,
  );
};
