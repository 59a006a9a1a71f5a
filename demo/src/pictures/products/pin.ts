/** The lamp pin: hard enamel in brass, on the card it is sold on. */
import type { LightOut } from "../colour.ts";
import { fromHex } from "../colour.ts";
import { fbm2, noise2, smooth } from "../noise.ts";
import type { CreatePicture } from "../picture.ts";
import { BONE } from "./artwork.ts";
import { BUOY_RADIUS, readBuoy } from "./bell-buoy.ts";
import { shootFromAbove } from "./flat-lay.ts";
import { depthInCard } from "./outline.ts";
import { ownAxes } from "./own-axes.ts";
import { createPlaster } from "./plaster.ts";
import { createOverprint, printStep } from "./print.ts";
import { mirrored } from "./window-light.ts";

const SEED = 151;
const HALF_WIDE = 33;
const HALF_TALL = 46;
const TURN = 0.06;
const PIN = [0, 9] as const;
/** The pin is made a little larger than the buoy on it is drawn. */
const SIZE = 1.22;
const CARD_COLOUR = "#232b3d";

// What is at a place.
const TABLE = 0;
const CARD = 1;
const BADGE = 2;

const ARTWORK = `<style>
  body { background: ${CARD_COLOUR}; color: ${BONE}; text-align: center; }
  h1 { position: absolute; left: 0; right: 0; bottom: 22rem; margin: 0; font: 600 10.2rem/1 Besley; white-space: nowrap; }
  p { position: absolute; left: 0; right: 0; bottom: 13rem; margin: 0; font: 560 4rem/1 "Libre Franklin"; letter-spacing: 0.3em; text-indent: 0.3em; }
  i { position: absolute; inset: 4.4rem; border: 0.5rem solid ${BONE}; opacity: 0.55; }
</style><i></i><h1>Harbour Line</h1><p>OSIER HARBOUR</p>`;

/** Draws the pin. */
export const createPin: CreatePicture = (width) => {
  const plaster = createPlaster(0.22, SEED, fromHex("#a39a8f"));
  const { toX, toY } = ownAxes([0, 0], TURN);
  return shootFromAbove(
    {
      seed: SEED,
      across: 112,
      steps: () => [printStep("card", HALF_WIDE * 2, HALF_TALL * 2, 20, ARTWORK)],
      height: () => (u, v, out) => {
        const x = toX(u, v);
        const y = toY(u, v);
        out[0] = plaster.height(u, v);
        out[1] = x;
        out[2] = y;
        out[3] = TABLE;
        const inside = depthInCard(x, y, HALF_WIDE, HALF_TALL, 2);
        if (inside > 0) {
          out[0] =
            0.9 + 0.25 * Math.sqrt(Math.min(1, inside / 0.2)) + 0.9 * smooth(10, 46, Math.abs(y)) * smooth(-30, 40, x);
          out[3] = CARD;
        }
        const px = (x - PIN[0]) / SIZE;
        const py = (y - PIN[1]) / SIZE;
        const radius = Math.hypot(px, py);
        if (radius < BUOY_RADIUS) {
          const rim = Math.min(1, (BUOY_RADIUS - radius) / 0.8);
          // Polished flush, but a polishing wheel leaves a slight dome.
          out[0] = 3.1 + 0.55 * Math.sqrt(1 - (1 - rim) ** 2) + 0.5 * (1 - (radius / BUOY_RADIUS) ** 2);
          out[3] = BADGE;
        }
      },
      surface: (plates) => {
        const card = createOverprint(plates, "card", true);
        return (u, v, place, out) => {
          const [, x, y, what] = place;
          if (what === TABLE) {
            plaster.colour(u, v, out.colour);
            return;
          }
          if (what === CARD) {
            out.colour = [0.3, 0.3, 0.3];
            const edge = Math.min(HALF_WIDE - Math.abs(x), HALF_TALL - Math.abs(y));
            card(x, y, 0.5 * smooth(0.25, 0.05, edge) + 0.05 * fbm2(x / 0.4, y / 0.4, 2, SEED), out.colour);
            out.slope[0] = 0.06 * fbm2(x / 0.35, y / 0.35, 3, SEED + 1);
            out.slope[1] = 0.06 * fbm2(x / 0.35 + 30, y / 0.35, 3, SEED + 1);
            return;
          }
          const px = (x - PIN[0]) / SIZE;
          const py = (y - PIN[1]) / SIZE;
          const wire = readBuoy(px, py, out.colour);
          if (!wire) mirrorInDome(px / BUOY_RADIUS, py / BUOY_RADIUS, out.glint);
          const scratch = noise2(x / 0.9, y / 0.16, SEED + 2);
          out.slope[0] = 0.012 * scratch;
          out.slope[1] = 0.02 * noise2(x / 2.5, y / 2.5, SEED + 3);
          out.shine = wire ? 0.8 : 0.05;
          out.rough = wire ? 0.12 : 0.03;
          out.metal = wire;
        };
      },
    },
    width,
  );
};

/** Writes the window as the poured, polished enamel mirrors it: small, curved, near the rim. */
function mirrorInDome(x: number, y: number, out: LightOut): void {
  const bulge = 0.5 + 0.12 * (x * x + y * y);
  const nx = x * bulge;
  const ny = y * bulge;
  const nz = Math.sqrt(Math.max(0.1, 1 - nx * nx - ny * ny));
  mirrored(2 * nz * nx, 2 * nz * ny, 2 * nz * nz - 1, 0.03, out);
  for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * 0.038;
}
