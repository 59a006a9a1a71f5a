/** Lake Effect on twelve inches, half out of its sleeve. */
import { fromHex } from "../colour.ts";
import { fbm2, noise2, smooth } from "../noise.ts";
import type { CreatePicture } from "../picture.ts";
import { lakeEffectCover, lighthouse } from "./artwork.ts";
import { mirrorInGrooves } from "./disc.ts";
import { shootFromAbove } from "./flat-lay.ts";
import { depthInCard } from "./outline.ts";
import { ownAxes } from "./own-axes.ts";
import { createPlaster } from "./plaster.ts";
import { createOverprint, printStep } from "./print.ts";

const SEED = 91;
/** Half a sleeve, and where its middle lies; the record's radius and where its middle lies on the sleeve's own axes. */
const HALF = 157;
const AT = [-68, -6] as const;
const RADIUS = 150.8;
const OUT = 148;
const LABEL = 50;
const TURN = 0.038;

// What is at a place.
const TABLE = 0;
const RECORD = 1;
const SLEEVE = 2;

const CENTRE = `<style>
  body { color: #f6e8d6; background: #c2325a; text-align: center; }
  h1 { margin: 0; padding-top: 15rem; font: 600 9.4rem/1 Besley; }
  p { position: absolute; margin: 0; font: 560 3.5rem/1.5 "Libre Franklin"; letter-spacing: 0.14em; }
</style><h1>Lake Effect</h1>
<p style="left:8rem;top:47rem;text-align:left">SIDE A<br>45 RPM</p>
<p style="right:8rem;top:47rem;text-align:right">STEREO<br>HL 02</p>
<p style="left:0;right:0;bottom:15rem">HARBOUR LINE</p>
<svg viewBox="0 0 100 100" style="position:absolute;left:42rem;top:64rem;width:16rem">${lighthouse(50, 96, 74, "#f6e8d6", "#c2325a", "#f6e8d6")}</svg>`;

/** Draws the record. */
export const createVinyl: CreatePicture = (width) => {
  const plaster = createPlaster(0.7, SEED, fromHex("#978f86"));
  const { toX, toY, cosine, sine } = ownAxes(AT, TURN);
  const kind = (u: number, v: number): number => {
    const x = toX(u, v);
    const y = toY(u, v);
    if (depthInCard(x, y, HALF, HALF, 0.8) > 0) return SLEEVE;
    const radius = Math.hypot(x - OUT, y);
    return radius < RADIUS && radius > 3.6 ? RECORD : TABLE;
  };
  return shootFromAbove(
    {
      seed: SEED,
      kind,
      across: 524,
      steps: () => [
        printStep("cover", HALF * 2, HALF * 2, 6, lakeEffectCover),
        printStep("label", 100, 100, 9, CENTRE),
      ],
      height: () => (u, v, out) => {
        const x = toX(u, v);
        const y = toY(u, v);
        out[0] = plaster.height(u, v);
        out[3] = kind(u, v);
        const radius = Math.hypot(x - OUT, y);
        if (radius < RADIUS && radius > 3.6) {
          const rim = 0.5 * smooth(144, 147.5, radius);
          const edge = 0.9 * Math.sqrt(Math.min(1, (RADIUS - radius) / 0.8));
          const label = 0.5 * smooth(LABEL + 0.4, LABEL - 0.4, radius) + 0.3 * Math.exp(-(((radius - 16) / 0.5) ** 2));
          out[0] = 1.6 + edge + rim + label;
        }
        if (out[3] === SLEEVE) {
          const inside = depthInCard(x, y, HALF, HALF, 0.8);
          // The card bows over the record and gapes a little where it comes out.
          const bow = 2.6 * smooth(-HALF, HALF * 0.9, x) * (1 - (y / HALF) ** 4);
          const wave = 0.5 * noise2(x / 120, y / 120, SEED);
          out[0] =
            3 +
            bow +
            wave +
            0.5 * Math.sqrt(Math.min(1, inside / 0.7)) -
            1.2 * smooth(7, 0, Math.min(inside, HALF + x));
        }
      },
      surface: (plates) => {
        const cover = createOverprint(plates, "cover", true);
        const label = createOverprint(plates, "label");
        return (u, v, place, out) => {
          const x = toX(u, v);
          const y = toY(u, v);
          if (place[3] === SLEEVE) {
            out.colour[0] = out.colour[1] = out.colour[2] = 0.5;
            // New from the press: only the fold's own edge shows a hair of white board.
            const edge = Math.min(HALF - Math.abs(x), HALF - Math.abs(y));
            cover(x, y, 0.16 * smooth(0.5, 0.1, edge), out.colour);
            out.shine = 0.035;
            out.rough = 0.26;
            out.slope[0] = 0.012 * fbm2(x / 2.2, y / 2.2, 2, SEED + 1);
            out.slope[1] = 0.012 * fbm2(x / 2.2 + 50, y / 2.2, 2, SEED + 1);
            return;
          }
          if (place[3] === TABLE) {
            plaster.colour(u, v, out.colour);
            return;
          }
          const dx = x - OUT;
          const radius = Math.hypot(dx, y);
          if (radius < LABEL) {
            out.colour[0] = out.colour[1] = out.colour[2] = 0.4;
            // The record was put down at random, so its label is turned a little.
            label(dx * 0.966 + y * 0.259, y * 0.966 - dx * 0.259, 0.02, out.colour);
            out.shine = 0.03;
            out.rough = 0.2;
            return;
          }
          out.colour[0] = out.colour[1] = out.colour[2] = 0.006;
          const track = noise2(radius / 0.9, 0.5, SEED + 2) + 0.6 * noise2(radius / 7, 1.5, SEED + 3);
          const gap = [66, 84.5, 104, 122.5].reduce(
            (most, at) => Math.max(most, Math.exp(-(((radius - at) / 0.7) ** 2))),
            0,
          );
          const played = smooth(58, 59, radius) * smooth(145.5, 144.5, radius) * (1 - 0.8 * gap);
          const depth = 0.14 + 0.86 * played;
          // From the sleeve's axes back to the picture's, because the window does not turn.
          const awayX = (dx * cosine - y * sine) / radius;
          const awayY = (y * cosine + dx * sine) / radius;
          mirrorInGrooves(awayX, awayY, depth, 0.075 * (1 + 0.35 * track * played), out.glint);
          out.shine = 0.03 * (1 - played);
          out.rough = 0.05;
          const dust =
            smooth(0.78, 0.84, noise2(u / 0.7, v / 0.7, SEED + 4)) * smooth(0.1, 0.6, noise2(u / 14, v / 14, SEED + 5));
          for (let c = 0; c < 3; c++) out.colour[c] = (out.colour[c] ?? 0) + 0.12 * dust;
        };
      },
    },
    width,
  );
};
