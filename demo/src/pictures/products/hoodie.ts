/** The Breakwater hoodie, laid flat with its arms folded in: brushed fleece, ribs, a pouch pocket, flat cords. */
import { fromHex } from "../colour.ts";
import { fbm2, noise2, smooth } from "../noise.ts";
import type { CreatePicture, Plates } from "../picture.ts";
import { findPlate } from "../picture.ts";
import type { Sample } from "../view.ts";
import { readPlate } from "../view.ts";
import { BONE, ROSE } from "./artwork.ts";
import type { ClothPlace } from "./cloth.ts";
import { clothShape, createClothReader, layCloth } from "./cloth.ts";
import { shootFromAbove } from "./flat-lay.ts";
import { depthInside, mirrorPath, tracePath } from "./outline.ts";
import { createPlaster } from "./plaster.ts";
import { createOverprint, printStep } from "./print.ts";
import { reefKnot } from "./reef-knot.ts";
import { nearest, rib, stitch, tintCloth } from "./sewing.ts";

const SEED = 177;
const CLOTH = fromHex("#4d5765");
const LINING = fromHex("#39414c");

/** Shoulders to the rib at the hem, which draws the body in. */
const BODY = mirrorPath(
  tracePath([
    [0, 262],
    [110, 262],
    [170, 246, 216, 232, 256, 206],
    [284, 150, 288, 60, 284, -40],
    [286, -160, 290, -236, 276, -300],
    [262, -316, 254, -340, 256, -372],
    [150, -380, 60, -381, 0, -381],
  ]),
);
/** A sleeve from the shoulder, hanging beside the body, cuff at the hem. */
const SLEEVE = tracePath([
  [200, 222],
  [256, 227, 308, 180, 326, 112],
  [356, 10, 386, -140, 398, -262],
  [394, -276, 390, -286, 388, -300],
  [390, -330],
  [384, -352, 382, -360, 378, -372],
  [350, -378, 320, -374, 303, -366],
  [303, -348, 303, -330, 304, -312],
  [300, -298, 290, -286, 286, -268],
  [276, -120, 262, 20, 246, 92],
  [232, 140, 204, 170, 200, 222],
]);
/** The hood lies back; its mouth is open. */
const HOOD = mirrorPath(
  tracePath([
    [0, 462],
    [70, 462, 128, 444, 150, 392],
    [168, 344, 160, 290, 146, 246],
    [110, 218, 50, 176, 0, 150],
  ]),
);
const MOUTH = mirrorPath(
  tracePath([
    [0, 414],
    [50, 412, 92, 392, 100, 346],
    [104, 296, 74, 238, 0, 176],
  ]),
);
/** The back of the hood seen through its mouth ends where the neck seam runs. */
const NECK = tracePath([
  [-82, 262],
  [-40, 246, 40, 246, 82, 262],
]);
const POCKET = mirrorPath(
  tracePath([
    [0, -92],
    [106, -92],
    [124, -150, 160, -196, 182, -218],
    [186, -316],
    [100, -318, 40, -318, 0, -318],
  ]),
);
const LEFT_CORD = tracePath([
  [-34, 204],
  [-44, 160, -30, 110, -44, 58],
  [-50, 34, -44, 10, -40, -6],
]);
const RIGHT_CORD = tracePath([
  [34, 204],
  [48, 150, 58, 120, 46, 76],
  [40, 50, 52, 34, 58, 18],
]);
const CUFF_TOP = -306;
const HEM_TOP = -318;

/** Where the knot is stitched: over the wearer's heart. */
const HEART = [110, 128] as const;

const KNOT = `<style>svg { display: block; width: 100%; }</style>${reefKnot(BONE, ROSE, "#4d5765")}`;

/** Fleece: hardly a grain outside, pilled a little. */
function fleece(s: number, t: number): number {
  const pill = smooth(0.55, 0.8, noise2(s / 2.6, t / 2.6, SEED + 2));
  return 0.16 * fbm2(s / 2.4, t / 2.4, 3, SEED + 1) + 0.16 * pill;
}

/** Puffed edge of a thick piece, 0 at the cut and 1 well inside. */
function puff(inside: number, over: number): number {
  const t = Math.min(1, Math.max(0, inside / over));
  return Math.sqrt(1 - (1 - t) ** 2);
}

interface Pieces {
  /** Depth inside body, sleeve, hood and mouth. */
  first: Sample;
  /** Depth inside the pocket; distance to the cords and to the neck seam. */
  second: Sample;
}

function createPiecesReader(plates: Plates): (s: number, t: number, out: Pieces) => void {
  const first = findPlate(plates, "pieces");
  const second = findPlate(plates, "parts");
  return (s, t, out) => {
    readPlate(first, s, t, out.first);
    readPlate(second, s, t, out.second);
  };
}

// What is at a place.
const TABLE = 0;
const OUTSIDE = 1;
const INSIDE = 2;
const CORD = 3;
const TIP = 4;
const FRONT = 5;

/** Draws the hoodie. */
export const createHoodie: CreatePicture = (width) => {
  const plaster = createPlaster(1, SEED, fromHex("#a59d93"));
  return shootFromAbove(
    {
      seed: SEED,
      across: 970,
      steps: (shape) => [
        printStep("knot", 80, 50, 10, KNOT),
        {
          name: "cloth",
          shape: clothShape(520, 640),
          whole: (plate) =>
            layCloth(plate, {
              push: 22,
              over: 270,
              gather: [0.012, 0.016],
              stiff: 0.3,
              weight: 0.012,
              // Arms bend at the elbow, and cloth bunches there and over the ribs.
              tucks: (x, y) => {
                const elbow = Math.exp(-(((Math.abs(x) - 335) / 60) ** 2) - ((y + 60) / 90) ** 2);
                const armpit = Math.exp(-(((Math.abs(x) - 262) / 70) ** 2) - ((y - 110) / 90) ** 2);
                return [-Math.sign(x) * 9 * armpit, -16 * elbow * Math.tanh((y + 60) / 50) - 7 * armpit];
              },
              seed: SEED,
            }),
        },
        {
          name: "pieces",
          shape: { ...shape, density: 0.7 },
          pixel: () => (u, v, out) => {
            out[0] = depthInside(BODY, u, v);
            out[1] = depthInside(SLEEVE, Math.abs(u), v);
            out[2] = depthInside(HOOD, u, v);
            out[3] = depthInside(MOUTH, u, v);
          },
        },
        {
          name: "parts",
          shape: { ...shape, density: 0.7 },
          pixel: () => (u, v, out) => {
            out[0] = depthInside(POCKET, u, v);
            out[1] = Math.min(nearest(LEFT_CORD, u, v).distance, nearest(RIGHT_CORD, u, v).distance);
            out[2] = nearest(NECK, u, v).distance;
          },
        },
      ],
      height: (plates) => {
        const place = createClothReader(findPlate(plates, "cloth"));
        const readPieces = createPiecesReader(plates);
        const on: ClothPlace = { s: 0, t: 0, height: 0 };
        const pieces: Pieces = { first: [0, 0, 0, 0], second: [0, 0, 0, 0] };
        return (u, v, out) => {
          place(u, v + 38, on);
          const s = on.s * 0.9997 - on.t * 0.024 + 9 * noise2(on.t / 240, on.s / 400, SEED + 11);
          const t = on.t * 0.9997 + on.s * 0.024 + 9 * noise2(on.s / 230, on.t / 500, SEED + 12);
          readPieces(s, t, pieces);
          const [body, sleeve, hood, mouth] = pieces.first;
          const [pocket, cord, neck] = pieces.second;
          out[1] = s;
          out[2] = t;
          out[3] = TABLE;
          out[0] = plaster.height(u, v);
          const soft = 4 * fbm2(s / 150, t / 180, 2, SEED + 9);
          const fold = 1.3 * on.height + soft;
          if (sleeve > 0) {
            const cuff = smooth(CUFF_TOP - 4, CUFF_TOP + 4, t);
            const full = 13 * puff(sleeve, 34) * (0.45 + 0.55 * smooth(CUFF_TOP - 10, CUFF_TOP + 40, t));
            out[0] = 2.5 * puff(sleeve, 4) + full + fold * 1.1 * cuff * smooth(0, 30, sleeve) + fleece(s, t) * cuff;
            out[0] += (1 - cuff) * rib(s * 0.8) * 1.3 + stitch(s, t - CUFF_TOP) * 1.6;
            out[3] = OUTSIDE;
          }
          // The body lies over the root of the sleeve: its edge there is the armhole seam.
          if (body > 0) {
            const hem = smooth(HEM_TOP - 4, HEM_TOP + 4, t);
            let height = 4 * puff(body, 9) + 8 * puff(body, 70) + fold * hem * smooth(0, 45, body) + fleece(s, t) * hem;
            height +=
              (1 - hem) * rib(s * 0.8) * 1.3 +
              stitch(s, t - HEM_TOP) * 1.8 +
              2.5 * Math.exp(-(((t - HEM_TOP - 12) / 12) ** 2));
            if (pocket > -8) {
              const lip = puff(pocket, 3) * 2.2 + 2.4 * smooth(0, 40, pocket) * smooth(HEM_TOP, -220, t);
              height += pocket > 0 ? lip : 0;
              height += stitch(s + t, pocket - 5) + stitch(s + t, pocket - 11);
            }
            if (sleeve > 0) height += Math.max(0, out[0] + 3 * puff(body, 6) - height) * smooth(30, 0, body);
            out[0] = height;
            out[3] = FRONT;
          }
          if (hood > 0) {
            const lap = smooth(0, 26, body);
            const under = body > 0 ? lap * (out[0] - 1.5) : 0;
            const folds = fold * 1.2 * smooth(0, 30, hood);
            if (mouth > 0) {
              // Inside the hood, where its other side is visible.
              const rim = 13 - 9 * puff(mouth, 30);
              out[0] =
                rim + 0.7 * folds + fleece(s * 1.3, t * 1.3) + stitch(s, neck) * 2 + 1.5 * Math.exp(-((neck / 5) ** 2));
              out[3] = INSIDE;
            } else {
              const roll = 13 * puff(hood, 26) + 9 * puff(-mouth, 12);
              out[0] =
                under * smooth(60, 0, hood) +
                roll +
                folds * (1 - 0.6 * lap) +
                fleece(s, t) +
                stitch(s + t, -mouth - 24) * 1.4;
              const seam = Math.abs(s) < 4 && t > 400 ? stitch(t, s) * 1.6 : 0;
              out[0] += seam;
              out[3] = OUTSIDE;
            }
          }
          if (cord < 4.2 && t < 205) {
            const end = t < (s < 0 ? 8 : 30);
            out[0] +=
              (end ? 3.4 : 2.4) * Math.sqrt(1 - (cord / 4.2) ** 2) + 0.3 * Math.sin(t * 2.2) * Math.sin(cord * 2);
            out[3] = end ? TIP : CORD;
          }
        };
      },
      surface: (plates) => {
        const knot = createOverprint(plates, "knot");
        return (u, v, place, out) => {
          const [, s, t, what] = place;
          if (what === TABLE) {
            plaster.colour(u, v, out.colour);
            return;
          }
          tintCloth(what === INSIDE ? LINING : CLOTH, s, t, SEED, out.colour);
          const heather = 1 + 0.16 * fbm2(s / 1.3, t / 5, 2, SEED + 20);
          for (let c = 0; c < 3; c++) out.colour[c] = (out.colour[c] ?? 0) * heather;
          if (what === TIP) {
            out.colour = [0.5, 0.38, 0.2];
            out.shine = 0.4;
            out.metal = true;
            return;
          }
          if (what === CORD) {
            out.colour = [0.62, 0.56, 0.46];
            return;
          }
          if (what !== FRONT) return;
          const stitched = knot(s - HEART[0], t - HEART[1], 0, out.colour);
          // Satin stitch: threads side by side, with a sheen of their own.
          out.slope[0] = 0.5 * stitched * Math.sin((s + 0.35 * t) * 9);
          out.shine = 0.03 * stitched;
        };
      },
    },
    width,
  );
};
