/** The pier tote: heavy canvas laid flat, long handles, a whitefish and a net in two colours of ink. */
import { fromHex } from "../colour.ts";
import { fbm2, noise2, smooth } from "../noise.ts";
import type { CreatePicture } from "../picture.ts";
import { findPlate } from "../picture.ts";
import type { Sample } from "../view.ts";
import { readPlate } from "../view.ts";
import { INK, ROSE } from "./artwork.ts";
import type { ClothPlace } from "./cloth.ts";
import { clothShape, createClothReader, layCloth } from "./cloth.ts";
import { shootFromAbove } from "./flat-lay.ts";
import { depthInCard, tracePath } from "./outline.ts";
import { createPlaster } from "./plaster.ts";
import { createOverprint, printStep } from "./print.ts";
import { canvas, nearest, stitch, tintCloth } from "./sewing.ts";
import { whitefish } from "./whitefish.ts";

const SEED = 73;
const CLOTH = fromHex("#d9cbb2");
const GROUND = "#d9cbb2";
const HALF_WIDE = 190;
const HALF_TALL = 210;
/** Where the bag's middle lies on the table. */
const LOWER = -150;

const FRONT_HANDLE = tracePath([
  [-88, HALF_TALL - 20],
  [-90, 330, -96, 452, -18, 470],
  [62, 486, 104, 350, 90, HALF_TALL - 20],
]);
const BACK_HANDLE = tracePath([
  [-80, HALF_TALL - 20],
  [-120, 320, -128, 398, -70, 424],
  [8, 452, 118, 424, 84, HALF_TALL - 20],
]);
const HALF_STRAP = 14;

// What is at a place.
const TABLE = 0;
const STRAP = 1;
const BAG = 2;

const ARTWORK = `<style>
  body { color: ${INK}; text-align: center; }
  h1 { margin: 0; font: 600 15.5rem/0.95 Besley; letter-spacing: -0.012em; }
  h2 { margin: 4rem 0 0; font: 600 5.2rem/1 "Libre Franklin"; letter-spacing: 0.3em; text-indent: 0.3em; }
  svg { margin: 5rem 0 0; }
</style><h1>Harbour Line</h1>${whitefish(INK, GROUND, ROSE)}<h2>OSIER HARBOUR</h2>`;

/** Draws the tote. */
export const createTote: CreatePicture = (width) => {
  const plaster = createPlaster(0.8, SEED, fromHex("#8d8780"));
  return shootFromAbove(
    {
      seed: SEED,
      across: 700,
      steps: () => [
        printStep("print", 250, 290, 6, ARTWORK),
        {
          name: "cloth",
          shape: clothShape(400, 480),
          whole: (plate) =>
            layCloth(plate, { push: 17, over: 260, gather: [0.006, 0.01], stiff: 0.4, weight: 0.015, seed: SEED + 4 }),
        },
        {
          name: "handles",
          shape: { left: -220, right: 220, top: 520, bottom: 160, density: 1.2 },
          pixel: () => (u, v, out) => {
            const front = nearest(FRONT_HANDLE, u, v);
            const back = nearest(BACK_HANDLE, u, v);
            out[0] = HALF_STRAP - front.distance;
            out[1] = HALF_STRAP - back.distance;
          },
        },
      ],
      height: (plates) => {
        const place = createClothReader(findPlate(plates, "cloth"));
        const handles = findPlate(plates, "handles");
        const on: ClothPlace = { s: 0, t: 0, height: 0 };
        const strap: Sample = [0, 0, 0, 0];
        return (u, v, out) => {
          place(u, v - LOWER, on);
          const s = on.s * 0.9998 - on.t * 0.022 + 4 * noise2(on.t / 160, 0.5, SEED);
          const t = on.t * 0.9998 + on.s * 0.022 + 4 * noise2(on.s / 160, 1.5, SEED);
          const narrow = HALF_WIDE - 5 * smooth(-60, 200, t);
          const inside = depthInCard(s, t, narrow, HALF_TALL, 7);
          strap[0] = strap[1] = -1;
          if (t > 165 && Math.abs(s) < 215) readPlate(handles, s, t, strap);
          out[1] = s;
          out[2] = t;
          out[3] = TABLE;
          let height = plaster.height(u, v);
          if (strap[1] > 0) {
            height =
              3 + 2 * strapRise(s, t) + 1.6 * Math.sqrt(Math.min(1, strap[1] / 1.5)) + strapWeave(s, t, strap[1]);
            out[3] = STRAP;
          }
          if (inside > 0) {
            const soft = 2.2 * fbm2(s / 130, t / 130, 2, SEED + 8);
            const lie = (1.3 * on.height + soft) * (0.35 + 0.65 * smooth(0, 50, inside));
            // Two layers, thick along the side seams.
            height = 4.5 * Math.sqrt(Math.min(1, inside / 5)) + lie + canvas(s, t, 1.05, SEED);
            height += 0.9 * Math.exp(-(((inside - 7) / 4) ** 2)) * smooth(HALF_TALL - 4, HALF_TALL - 20, t);
            const hem = HALF_TALL - t;
            if (hem < 36) height += 0.8 * smooth(31, 29, hem) + stitch(s, hem - 27) + stitch(s, hem - 3.5);
            out[3] = BAG;
          }
          if (strap[0] > 0) {
            const under = inside > 0 ? height : 5 + 5 * strapRise(s, t);
            height = under + 1.8 * Math.sqrt(Math.min(1, strap[0] / 1.5)) + strapWeave(s, t, strap[0]);
            if (t < HALF_TALL) {
              const cross = Math.min(Math.abs(strap[0] - 3), Math.abs(t - (HALF_TALL - 31)));
              height += 0.6 * stitch(s + t, cross);
            }
            out[3] = STRAP;
          }
          out[0] = height;
        };
      },
      surface: (plates) => {
        const print = createOverprint(plates, "print");
        return (u, v, place, out) => {
          const s = place[1];
          const t = place[2];
          if (place[3] === TABLE) {
            plaster.colour(u, v, out.colour);
            return;
          }
          tintCloth(CLOTH, s, t, SEED, out.colour);
          // Flecks of seed husk, left in unbleached cotton.
          const fleck = smooth(0.72, 0.8, noise2(s / 1.1, t / 1.6, SEED + 20));
          for (let c = 0; c < 3; c++) out.colour[c] = (out.colour[c] ?? 0) * (1 - 0.35 * fleck);
          if (place[3] === STRAP) return;
          const dry = 0.06 + 0.3 * smooth(0.15, 0.7, fbm2(s / 1.2, t / 1.2, 2, SEED + 3));
          print(s, t + 12, dry, out.colour);
        };
      },
    },
    width,
  );
};

/** How a handle arches off the table between its ends. */
function strapRise(s: number, t: number): number {
  return smooth(HALF_TALL, 400, t) * (0.6 + 0.5 * noise2(s / 60, t / 60, SEED + 30));
}

function strapWeave(s: number, t: number, inside: number): number {
  return canvas(s, t, 1.05, SEED + 40) + 0.5 * stitch(t, inside - 3);
}
