/** The T-shirt, laid flat: jersey, ribbed collar, twin-stitched hems, screen-printed on the chest. */
import { fromHex } from "../colour.ts";
import { fbm2, noise2, smooth } from "../noise.ts";
import type { Picture } from "../picture.ts";
import { findPlate } from "../picture.ts";
import type { Sample } from "../view.ts";
import { readPlate } from "../view.ts";
import { BONE, badge, INK, ROSE } from "./artwork.ts";
import type { ClothPlace } from "./cloth.ts";
import { clothShape, createClothReader, layCloth } from "./cloth.ts";
import { shootFromAbove } from "./flat-lay.ts";
import { depthInside, mirrorPath, tracePath } from "./outline.ts";
import { createPlaster } from "./plaster.ts";
import { createOverprint, printStep } from "./print.ts";
import { jersey, nearest, rib, stitch, tintCloth } from "./sewing.ts";

const SHOULDER: readonly [number, number] = [244, 296];
const ARMPIT: readonly [number, number] = [262, 96];

/** Half of the whole shirt, back collar to hem. */
const WHOLE = mirrorPath(
  tracePath([
    [0, 326],
    [30, 326, 66, 330, 92, 350],
    [140, 336, 200, 318, SHOULDER[0], SHOULDER[1]],
    [300, 268, 372, 206, 418, 158],
    [392, 112, 350, 56, 322, 12],
    [300, 40, 276, 66, ARMPIT[0], ARMPIT[1]],
    [256, 0, 256, -120, 264, -352],
    [190, -366, 80, -368, 0, -367],
  ]),
);
/** The neckline of the front: inside it, the back is visible. */
const NECK = mirrorPath(
  tracePath([
    [0, 248],
    [48, 248, 84, 288, 93, 352],
    [60, 372, 30, 376, 0, 376],
  ]),
);
const ARMHOLE = tracePath([SHOULDER, [228, 230, 226, 140, ARMPIT[0], ARMPIT[1]]]);
const CUFF = tracePath([
  [418, 158],
  [392, 112, 350, 56, 322, 12],
]);
const HEM = tracePath([
  [264, -352],
  [190, -366, 80, -368, 0, -367],
]);
const COLLAR = 21;

/** How the two colours differ. */
const COLOURS = {
  ink: { cloth: fromHex("#272d3b"), print: BONE, ground: "#272d3b", tint: fromHex("#a19a92"), seed: 41 },
  bone: { cloth: fromHex("#e3d6c1"), print: INK, ground: "#e3d6c1", tint: fromHex("#8a847d"), seed: 58 },
} as const;

function artwork(colour: "ink" | "bone"): string {
  const { print, ground } = COLOURS[colour];
  return `<style>
    body { color: ${print}; text-align: center; }
    h1 { margin: 0; font: 600 14.2rem/1 Besley; letter-spacing: -0.01em; white-space: nowrap; }
    h2 { margin: 3.4rem 0 0; font: 600 5.5rem/1 "Libre Franklin"; letter-spacing: 0.42em; text-indent: 0.42em; }
    svg { margin: 4rem 0 0; }
  </style><h1>Harbour Line</h1>${badge(print, ground, ROSE)}<h2>LAKE EFFECT</h2>`;
}

/** The woven label in the neck. */
function neckLabel(colour: "ink" | "bone"): string {
  const [ground, yarn] = colour === "ink" ? [BONE, INK] : [INK, BONE];
  return `<style>
    body { background: ${ground}; color: ${yarn}; text-align: center; }
    p { margin: 0; padding-top: 13rem; font: 600 15.5rem/1.05 Besley; }
  </style><p>Harbour<br>Line</p>`;
}

/** Draws the shirt in one of its colours. */
export function createTee(width: number, colour: "ink" | "bone"): Picture {
  const { cloth, tint, seed } = COLOURS[colour];
  const plaster = createPlaster(1, seed, tint);
  return shootFromAbove(
    {
      seed,
      across: 930,
      steps: (shape) => [
        printStep("print", 300, 365, 5, artwork(colour)),
        printStep("label", 50, 30, 6, neckLabel(colour)),
        {
          name: "cloth",
          shape: clothShape(520, 640),
          whole: (plate) =>
            layCloth(plate, {
              push: 15,
              over: 230,
              gather: [0.012, 0.006],
              stiff: 0.16,
              weight: 0.012,
              // The sleeves were laid out after the body: the cloth between is gathered towards the armpit.
              tucks: (x, y) => {
                const near = Math.exp(-(((Math.abs(x) - 262) / 70) ** 2) - ((y - 120) / 90) ** 2);
                return [-Math.sign(x) * 7 * near, -6 * near];
              },
              seed,
            }),
        },
        {
          name: "pattern",
          shape: { ...shape, density: 0.8 },
          pixel: () => (u, v, out) => {
            out[0] = depthInside(WHOLE, u, v);
            out[1] = depthInside(NECK, u, v);
            out[2] = nearest(ARMHOLE, Math.abs(u), v).distance;
            out[3] = Math.min(nearest(CUFF, Math.abs(u), v).distance, nearest(HEM, Math.abs(u), v).distance);
          },
        },
      ],
      height: (plates) => {
        const place = createClothReader(findPlate(plates, "cloth"));
        const pattern = findPlate(plates, "pattern");
        const on: ClothPlace = { s: 0, t: 0, height: 0 };
        const cut: Sample = [0, 0, 0, 0];
        return (u, v, out) => {
          place(u, v, on);
          // Nobody lays a shirt down quite straight.
          const s = on.s * 0.9996 + on.t * 0.027 + 7 * noise2(on.t / 260, on.s / 400, seed + 11);
          const t = on.t * 0.9996 - on.s * 0.027 + 8 * noise2(on.s / 240, on.t / 500, seed + 12);
          out[1] = s;
          out[2] = t;
          out[3] = 0;
          readPlate(pattern, s, t, cut);
          const [inside, neck, armhole, hem] = cut;
          if (inside <= 0) {
            out[0] = plaster.height(u, v);
            return;
          }
          const soft = 1.6 * fbm2(s / 140, t / 170, 2, seed + 9);
          const lie = (1.4 * on.height + soft) * (0.3 + 0.7 * smooth(0, 60, inside));
          const edge = Math.sqrt(Math.min(1, inside / 4));
          let height = 2.2 * edge + lie + jersey(s, t, seed);
          if (neck > 0) {
            // Inside of the back: lower, with its own collar above.
            height = 1.2 * edge + lie * 0.5 + jersey(s, t, seed);
            if (inside < COLLAR) height += 0.9 * smooth(0, 2.5, COLLAR - inside) + rib(s * 1.1);
          } else {
            height += 1.6 * Math.sqrt(Math.min(1, -neck / 3));
            if (-neck < COLLAR) height += 0.9 * smooth(0, 2.5, COLLAR + neck) + rib(collarAlong(s, t));
            else if (-neck < COLLAR + 8) height += stitch(collarAlong(s, t) * 40, -neck - COLLAR - 2.4);
          }
          if (armhole < 12) {
            const { along, distance: away } = nearest(ARMHOLE, Math.abs(s), t);
            height += stitch(along, away) * 0.7 + 0.8 * smooth(1.5, -1.5, away - 4) * smooth(10, 4, away);
          }
          if (hem < 26) {
            const onCuff = t > -200;
            const { along, distance: away } = nearest(onCuff ? CUFF : HEM, Math.abs(s), t);
            height += 0.5 * smooth(22, 19, away) + stitch(along, away - 18) + stitch(along, away - 22.5);
          }
          out[0] = height;
        };
      },
      surface: (plates) => {
        const print = createOverprint(plates, "print");
        const label = createOverprint(plates, "label");
        const pattern = findPlate(plates, "pattern");
        const cut: Sample = [0, 0, 0, 0];
        return (u, v, place, out) => {
          const s = place[1];
          const t = place[2];
          readPlate(pattern, s, t, cut);
          if (cut[0] <= 0) {
            plaster.colour(u, v, out.colour);
            return;
          }
          tintCloth(cloth, s, t, seed, out.colour);
          if (cut[1] > 0) {
            label(s, t - 287, 0, out.colour);
            return;
          }
          const wear = 0.05 + 0.16 * smooth(0.1, 0.7, fbm2(s / 1.3, t / 1.3, 2, seed + 3));
          print(s, t - 18, wear, out.colour);
        };
      },
    },
    width,
  );
}

/** How far round the collar a place lies, in ribs. */
function collarAlong(s: number, t: number): number {
  return Math.atan2(s, t - 372) * 52;
}
