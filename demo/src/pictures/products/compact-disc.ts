/** Long Point on compact disc, coming out of its card sleeve. */
import { fromHex } from "../colour.ts";
import { fbm2, noise2, smooth } from "../noise.ts";
import type { CreatePicture } from "../picture.ts";
import { BONE, coverPicture, ridgePath, waterLines } from "./artwork.ts";
import { mirrorInGrooves } from "./disc.ts";
import { shootFromAbove } from "./flat-lay.ts";
import { depthInCard } from "./outline.ts";
import { ownAxes } from "./own-axes.ts";
import { createPlaster } from "./plaster.ts";
import { createOverprint, printStep } from "./print.ts";

const SEED = 117;
const HALF = 63.5;
const AT = [-9, -18] as const;
const TURN = -0.05;
/** How far up the disc stands out of the sleeve. */
const OUT = 49;
const RADIUS = 60;

// What is at a place.
const TABLE = 0;
const DISC = 1;
const SLEEVE = 2;

async function cover(): Promise<string> {
  return `<style>
    body { color: #f4e9d8; background: #0d1424; overflow: hidden; }
    img { position: absolute; inset: 0; width: 100%; height: 100%; filter: brightness(1.35); }
    h1 { position: absolute; left: 7rem; top: 7rem; margin: 0; font: 600 13rem/0.95 Besley; letter-spacing: -0.02em; }
    p { position: absolute; left: 7.6rem; bottom: 7rem; margin: 0; font: 600 3rem/1 "Libre Franklin"; letter-spacing: 0.32em; }
  </style><img src="${await coverPicture("long-point")}" alt=""><h1>Long<br>Point</h1><p>HARBOUR LINE</p>`;
}

const FACE = `<style>
  body { color: ${BONE}; background: #1d2a44; overflow: hidden; text-align: center; }
  svg { position: absolute; inset: 0; width: 100%; height: 100%; }
  h1 { position: absolute; left: 0; right: 0; top: 13rem; margin: 0; font: 600 8.6rem/1 Besley; }
  p { position: absolute; left: 0; right: 0; bottom: 11rem; margin: 0; font: 600 3rem/1 "Libre Franklin"; letter-spacing: 0.3em; text-indent: 0.3em; }
</style><svg viewBox="0 0 1000 1000">
  <path d="${ridgePath(1000, 520, 150, 1000, 21)}" fill="#2b3c5c"/>
  <path d="${ridgePath(1000, 590, 120, 1000, 34)}" fill="#152035"/>
  ${waterLines(1000, 660, 14, 17, "#2b3c5c", 500)}
</svg><h1>Long Point</h1><p>HARBOUR LINE</p>`;

/** Draws the compact disc. */
export const createCompactDisc: CreatePicture = (width) => {
  const plaster = createPlaster(0.36, SEED, fromHex("#a0978c"));
  const { toX, toY, cosine, sine } = ownAxes(AT, TURN);
  const kind = (u: number, v: number): number => {
    const x = toX(u, v);
    const y = toY(u, v);
    if (depthInCard(x, y, HALF, HALF, 0.4) > 0) return SLEEVE;
    const radius = Math.hypot(x, y - OUT);
    return radius < RADIUS && radius > 7.5 ? DISC : TABLE;
  };
  return shootFromAbove(
    {
      seed: SEED,
      kind,
      across: 216,
      steps: () => [printStep("cover", HALF * 2, HALF * 2, 13, cover), printStep("face", 120, 120, 13, FACE)],
      height: () => (u, v, out) => {
        const x = toX(u, v);
        const y = toY(u, v);
        out[0] = plaster.height(u, v);
        out[3] = kind(u, v);
        const radius = Math.hypot(x, y - OUT);
        if (radius < RADIUS && radius > 7.5) {
          out[0] =
            0.9 +
            0.5 * Math.sqrt(Math.min(1, (RADIUS - radius) / 0.5)) +
            0.12 * Math.exp(-(((radius - 17) / 0.4) ** 2));
        }
        if (out[3] === SLEEVE) {
          const inside = depthInCard(x, y, HALF, HALF, 0.4);
          const bow = 1.3 * smooth(-HALF, HALF, y) * (1 - (x / HALF) ** 4);
          const fold = 0.7 * smooth(2.6, 0, Math.min(HALF - Math.abs(x), y + HALF));
          out[0] = 1.7 + bow - fold + 0.3 * Math.sqrt(Math.min(1, inside / 0.3)) + 0.2 * noise2(x / 50, y / 50, SEED);
        }
      },
      surface: (plates) => {
        const cover = createOverprint(plates, "cover", true);
        const face = createOverprint(plates, "face");
        return (u, v, place, out) => {
          const x = toX(u, v);
          const y = toY(u, v);
          if (place[3] === TABLE) {
            plaster.colour(u, v, out.colour);
            return;
          }
          if (place[3] === SLEEVE) {
            out.colour[0] = out.colour[1] = out.colour[2] = 0.5;
            const edge = Math.min(HALF - Math.abs(x), HALF - Math.abs(y));
            cover(x, y, 0.16 * smooth(0.22, 0.05, edge), out.colour);
            // Uncoated card: tooth, and hardly a shine.
            out.slope[0] = 0.05 * fbm2(x / 0.6, y / 0.6, 2, SEED + 1);
            out.slope[1] = 0.05 * fbm2(x / 0.6 + 40, y / 0.6, 2, SEED + 1);
            out.shine = 0.02;
            out.rough = 0.3;
            return;
          }
          const dy = y - OUT;
          const radius = Math.hypot(x, dy);
          const awayX = (x * cosine - dy * sine) / radius;
          const awayY = (dy * cosine + x * sine) / radius;
          out.rough = 0.06;
          if (radius < 19) {
            // Clear plastic round the hole, and the bare metal ring.
            const metal = smooth(17.4, 17.8, radius);
            plaster.colour(u, v, out.colour);
            for (let c = 0; c < 3; c++) out.colour[c] = (out.colour[c] ?? 0) * 0.5 * (1 - metal) + 0.4 * metal;
            mirrorInGrooves(awayX, awayY, 0.7, 0.22 + 0.4 * metal, out.glint);
            out.shine = 0.05;
            return;
          }
          out.colour[0] = out.colour[1] = out.colour[2] = 0.35;
          if (radius < 59) face(x * 0.985 + dy * 0.174, dy * 0.985 - x * 0.174, 0, out.colour);
          mirrorInGrooves(awayX, awayY, 0.55, 0.035, out.glint);
          out.shine = 0.04;
        };
      },
    },
    width,
  );
};
