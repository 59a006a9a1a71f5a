/** The card of Lake Effect as a download: its cover, and below the perforation a code, half scratched free. */
import { fromHex } from "../colour.ts";
import { fbm2, noise2, smooth } from "../noise.ts";
import type { CreatePicture } from "../picture.ts";
import { INK, lakeEffectCover, ROSE } from "./artwork.ts";
import { shootFromAbove } from "./flat-lay.ts";
import { depthInCard, type Nearest, nearestOn, tracePath } from "./outline.ts";
import { ownAxes } from "./own-axes.ts";
import { createPlaster } from "./plaster.ts";
import { createOverprint, printStep } from "./print.ts";

const SEED = 167;
/** The card is a hundred millimetres wide, so that a rem of its print is one. */
const HALF_WIDE = 50;
const HALF_TALL = 72;
const AT = [-2, -1] as const;
const TURN = -0.085;
/** Where the stub is torn off: just below the cover. */
const TEAR = HALF_TALL - 100;
/** From one hole of the perforation to the next, and how wide a hole is. */
const PITCH = 1.7;
const HOLE = 0.42;
const PAPER = "#ece2d0";

/** The strip that hides the code: its middle, half its size, and where a coin went over it. */
const STRIP = [0, -60.6] as const;
const STRIP_WIDE = 42;
const STRIP_TALL = 5.2;
const COIN = tracePath([
  [-39, -64.6],
  [-36.4, -57],
  [-33.6, -64.8],
  [-30.4, -56.8],
  [-27.6, -64.4],
  [-24, -56.6],
  [-21.4, -64.6],
  [-17.8, -57],
  [-15.2, -64.6],
  [-11.4, -56.8],
  [-8.8, -64.2],
  [-5.2, -57.2],
  [-3, -63],
  [0.6, -58],
]);
const COIN_EDGE = 2;
const SILVER = fromHex("#b4b3b0");

// What is at a place.
const TABLE = 0;
const CARD = 1;

async function face(): Promise<string> {
  return `<style>
    body { background: ${PAPER}; color: ${INK}; }
    .stub { position: absolute; inset: 100rem 0 0; }
    h2 { position: absolute; left: 7rem; top: 6.6rem; margin: 0; font: 600 9.4rem/1 Besley; letter-spacing: -0.015em; }
    .kinds { position: absolute; right: 8rem; top: 8.2rem; margin: 0; font: 560 2.75rem/1.42 "Libre Franklin"; text-align: right; }
    .code { position: absolute; left: 8rem; right: 8rem; top: 27.4rem; height: 10.4rem; margin: 0; background: #f6efe2; font: 640 4.5rem/10.4rem "Libre Franklin"; letter-spacing: 0.2em; text-indent: 0.2em; text-align: center; white-space: nowrap; }
    .scratch { position: absolute; left: 8rem; top: 21.6rem; margin: 0; font: 600 2.3rem/1 "Libre Franklin"; letter-spacing: 0.26em; color: ${ROSE}; }
  </style>${await lakeEffectCover()}<div class="stub"><h2>Download</h2><p class="kinds">Both sides,<br>FLAC and MP3</p>
    <p class="scratch">YOUR CODE</p><p class="code">LKFX 7Q3M WD82 HRB5</p></div>`;
}

/** How much of the silver strip is left at a place, 0 to 1. */
function silver(x: number, y: number, near: Nearest): number {
  const inside = depthInCard(x - STRIP[0], y - STRIP[1], STRIP_WIDE, STRIP_TALL, 0.6);
  if (inside < 0) return 0;
  nearestOn(COIN, x, y, near);
  const ragged = 0.5 * fbm2(x / 0.9, y / 0.9, 3, SEED + 7) + 0.35 * noise2(x / 0.28, y / 0.28, SEED + 8);
  return smooth(0, 0.14, inside) * smooth(-0.1, 0.1, near.distance - COIN_EDGE - ragged);
}

/** Whether a place is in a hole of the perforation. */
function isHole(x: number, y: number): boolean {
  const from = x / PITCH - Math.round(x / PITCH);
  return Math.hypot(from * PITCH, y - TEAR) < HOLE && Math.abs(x) < HALF_WIDE - 0.4;
}

/** Draws the card. */
export const createDownloadCard: CreatePicture = (width) => {
  const plaster = createPlaster(0.3, SEED, fromHex("#a0978c"));
  const { toX, toY } = ownAxes(AT, TURN);
  const kind = (u: number, v: number): number => {
    const x = toX(u, v);
    const y = toY(u, v);
    return depthInCard(x, y, HALF_WIDE, HALF_TALL, 3) > 0 && !isHole(x, y) ? CARD : TABLE;
  };
  return shootFromAbove(
    {
      seed: SEED,
      kind,
      across: 172,
      steps: () => [printStep("face", HALF_WIDE * 2, HALF_TALL * 2, 15, face)],
      height: () => (u, v, out) => {
        const x = toX(u, v);
        const y = toY(u, v);
        out[0] = plaster.height(u, v);
        out[3] = kind(u, v);
        if (out[3] !== CARD) return;
        const inside = depthInCard(x, y, HALF_WIDE, HALF_TALL, 3);
        // The card bows a little, and the stub stands up from where it has been bent to be torn off.
        const bow = 1.5 * smooth(-10, HALF_TALL, y) * smooth(-20, HALF_WIDE, x) + 0.8 * smooth(10, HALF_WIDE, -x);
        const bent = 0.075 * Math.max(0, TEAR - y) + 0.0012 * Math.max(0, TEAR - y) ** 2;
        const crease = 0.22 * Math.exp(-(((y - TEAR) / 0.55) ** 2));
        out[0] =
          1 + bow + bent - crease + 0.25 * Math.sqrt(Math.min(1, inside / 0.25)) + 0.12 * noise2(x / 44, y / 44, SEED);
      },
      surface: (plates) => {
        const print = createOverprint(plates, "face", true);
        const near: Nearest = { distance: 0, along: 0 };
        return (u, v, place, out) => {
          const x = toX(u, v);
          const y = toY(u, v);
          if (place[3] === TABLE) {
            plaster.colour(u, v, out.colour);
            return;
          }
          out.colour[0] = out.colour[1] = out.colour[2] = 0.62;
          const edge = Math.min(HALF_WIDE - Math.abs(x), HALF_TALL - Math.abs(y), Math.abs(y - TEAR));
          print(x, y, 0.22 * smooth(0.3, 0.06, edge), out.colour);
          // Matt board above, bare paper below.
          const tooth = y > TEAR ? 0.02 : 0.05;
          out.slope[0] = tooth * fbm2(x / 0.5, y / 0.5, 2, SEED + 1);
          out.slope[1] = tooth * fbm2(x / 0.5 + 40, y / 0.5, 2, SEED + 1);
          out.shine = y > TEAR ? 0.026 : 0.012;
          out.rough = 0.3;
          const left = silver(x, y, near);
          // Crumbs of it lie where the coin has pushed them.
          const crumb =
            y < TEAR - 18 && x < 22
              ? smooth(0.7, 0.76, noise2(x / 0.42, y / 0.42, SEED + 3)) *
                smooth(0.15, 0.6, noise2(x / 6, y / 6, SEED + 4)) *
                smooth(14, 6, Math.abs(y - STRIP[1] + 3))
              : 0;
          const covered = Math.max(left, 0.85 * crumb);
          // Printed over with fine waves, as such strips are, so that no light shows the code through it.
          const wave = Math.sin((y + 0.9 * Math.sin(x / 2.6)) * 5.4);
          const shade = 1 - 0.16 * smooth(0.2, 0.8, wave) * left + 0.1 * fbm2(x / 0.35, y / 0.35, 2, SEED + 5);
          for (let c = 0; c < 3; c++) {
            out.colour[c] = (out.colour[c] ?? 0) * (1 - covered) + 0.8 * (SILVER[c] ?? 0) * shade * covered;
          }
          out.slope[0] += 0.05 * covered * noise2(x / 0.25, y / 0.25, SEED + 6);
          out.shine += 0.32 * covered;
          out.rough -= 0.12 * covered;
        };
      },
    },
    width,
  );
};
