/** The Osier Harbour cap: six panels of washed twill, a curved peak, a woven patch. */
import { fromHex } from "../colour.ts";
import { fbm2, noise2, noise3, smooth } from "../noise.ts";
import type { CreatePicture } from "../picture.ts";
import { egg, join } from "../solid.ts";
import { BONE, INK, lighthouse, ROSE, ridgePath } from "./artwork.ts";
import { depthInCard } from "./outline.ts";
import { createPlaster } from "./plaster.ts";
import type { Overprint } from "./print.ts";
import { createOverprint, printStep } from "./print.ts";
import type { SolidSurface } from "./table-top.ts";
import { shootFromFront } from "./table-top.ts";

const SEED = 233;
/** Half axes of the crown: across, to front and back, up. */
const CROWN = [86, 98, 124] as const;
/** How far the cap is turned from the lens. */
const TURN = 0.42;
const CLOTH = fromHex("#3c4a60");
const EDGE_THREAD = fromHex("#1c2434");
/** Radius at which cloth and patch are laid round the crown. */
const CROWN_RADIUS = 92;
const BUTTON_HIGH = CROWN[2] - 1;
const PATCH_HIGH = 62;

const ARTWORK = `<style>
  body { background: ${BONE}; color: ${INK}; text-align: center; overflow: hidden; }
  svg { position: absolute; left: 0; top: 0; width: 100%; }
  h1 { position: absolute; left: 0; right: 0; bottom: 14rem; margin: 0; font: 600 11.2rem/1 Besley; white-space: nowrap; }
  p { position: absolute; left: 0; right: 0; bottom: 6.8rem; margin: 0; font: 640 4.2rem/1 "Libre Franklin"; letter-spacing: 0.26em; text-indent: 0.26em; }
</style><svg viewBox="0 0 1000 400">
  <circle cx="380" cy="230" r="120" fill="${ROSE}"/>
  <path d="${ridgePath(1000, 290, 120, 400, 8)}" fill="#46587a"/>
  <path d="${ridgePath(1000, 372, 60, 400, 14)}" fill="${INK}"/>
  <g stroke="${BONE}" stroke-width="1.6">${lighthouse(640, 360, 300, INK, BONE, ROSE)}</g>
</svg><h1>Osier Harbour</h1><p>HARBOUR LINE</p>`;

// Turns a place about the vertical axis, from the table's axes to the cap's own, whose peak points to -y.
const COS = Math.cos(TURN);
const SIN = Math.sin(TURN);

/** x to the power of 2.25, between an oval and a box. Two roots are several times quicker than a power. */
function boxy(x: number): number {
  return x * x * Math.sqrt(Math.sqrt(x));
}

/** Depth inside the peak's plan, a half oval that begins under the front of the crown. */
function peakEdge(x: number, y: number): number {
  const round = (boxy(Math.abs(x) / 82) + boxy(Math.abs(y + 62) / 106)) ** (1 / 2.25);
  return (1 - round) * 78;
}

/** Height of the peak's middle layer: curved down to both sides, sloping forward. */
function peakHeight(x: number, y: number): number {
  const forward = Math.max(0, -y - 70);
  return 27 - 0.0037 * x * x - 0.1 * forward - 0.0006 * forward * forward;
}

/** Approximate distance to the crown's shell. */
function crown(x: number, y: number, z: number): number {
  const seam = Math.abs(Math.sin(3 * Math.atan2(x, -y)));
  const puff = 0.978 + 0.022 * smooth(0, 0.35, seam);
  // The front panels are stiffened and stand up; the back ones sag.
  const sag = 1 - 0.1 * smooth(-30, 90, y) * smooth(30, 110, z);
  const wide = boxy(Math.abs(x) / (CROWN[0] * puff));
  const deep = boxy(Math.abs(y) / (CROWN[1] * puff));
  const high = boxy(Math.abs(z) / (CROWN[2] * sag * (0.985 + 0.015 * puff)));
  const away = ((wide + deep + high) ** (1 / 2.25) - 1) * 84;
  if (Math.abs(away) > 12) return Math.abs(away) - 5;
  const dents = 2.6 * noise3(x / 52, y / 52, z / 44, SEED) * smooth(-60, 40, y);
  const shell = away + dents + 0.9 * noise3(x / 24, y / 24, z / 20, SEED + 1);
  return Math.max(Math.abs(shell + 1.2) - 1.2, 2 - z);
}

function cap(tableX: number, tableY: number, z: number): number {
  const x = tableX * COS - tableY * SIN;
  const y = tableY * COS + tableX * SIN;
  const roughly = egg(x, y, z, [0, -30, 40], [112, 150, 112]);
  if (roughly > 20) return roughly * 0.7;
  const shell = crown(x, y, z);
  const button = egg(x, y, z, [0, 0, BUTTON_HIGH], [7.5, 7.5, 4.4]);
  if (y > -20 || z > 70) return 0.72 * Math.min(shell, button);
  const peak = Math.max(Math.abs(z - peakHeight(x, y)) - 1.9, -peakEdge(x, y)) - 0.5;
  // The peak ends at the sweatband; it does not continue inside.
  const fromCrown = egg(x, y, z, [0, 0, 0], [CROWN[0] - 6, CROWN[1] - 6, CROWN[2]]);
  return 0.72 * join(shell, Math.max(peak, -fromCrown), 2.5);
}

/** Height of a line of stitches and of its ditch, as a slope across the line. */
function stitchSlope(away: number, along: number): number {
  const dash = smooth(0.12, 0.3, Math.abs(((((along / 3) % 1) + 1) % 1) - 0.5));
  const ditch = (away / 2) * Math.exp(-((away / 1.5) ** 2));
  return 0.55 * ditch - 1.1 * dash * (away / 0.5) * Math.exp(-((away / 0.5) ** 2));
}

/** Washed twill: diagonal lines, and dye gone pale in patches. */
function twill(s: number, t: number, out: SolidSurface): void {
  const line = Math.sin((s + t) * 5.2 + 0.5 * noise2(s / 4, t / 4, SEED + 4));
  const wash = 1 + 0.05 * line + 0.12 * fbm2(s / 24, t / 24, 3, SEED + 5) + 0.12 * fbm2(s / 0.9, t / 0.9, 2, SEED + 6);
  for (let c = 0; c < 3; c++) out.colour[c] = (CLOTH[c] ?? 0) * wash;
  out.tilt[0] += 0.06 * line + 0.05 * noise2(s / 0.7, t / 0.7, SEED + 7);
  out.tilt[2] += 0.06 * line;
}

/** Twill of the peak, with rows of stitching that follow its edge. */
function sewPeak(x: number, y: number, out: SolidSurface): void {
  twill(x, y, out);
  const edge = peakEdge(x, y);
  const away = edge > 6 ? ((edge + 4) % 8.5) - 4.25 : edge - 4;
  const slope = stitchSlope(away, Math.atan2(x, -y) * 120);
  out.tilt[0] -= 0.6 * slope * Math.sign(x) * smooth(20, 70, Math.abs(x));
  if (y < -60) out.tilt[1] += 0.8 * slope;
  if (edge < 1.4) dim(out, 0.82);
}

/** Twill of the crown: a seam between two panels with stitches beside it, and an eyelet worked in each panel. */
function sewCrown(angle: number, radius: number, z: number, out: SolidSurface): void {
  twill(angle * CROWN_RADIUS, z, out);
  if (radius < 9 && z > BUTTON_HIGH - 6) return;
  const panel = ((angle * 3) / Math.PI + 6) % 1;
  const toSeam = (Math.min(panel, 1 - panel) * Math.PI * radius) / 3;
  const side = panel < 0.5 ? 1 : -1;
  const slope = side * (0.8 * Math.exp(-((toSeam / 0.9) ** 2)) - stitchSlope(toSeam - 4.5, z));
  out.tilt[0] += 0.7 * slope * Math.cos(angle);
  out.tilt[1] += 0.7 * slope * Math.sin(angle);
  const fromEyelet = Math.hypot((panel - 0.5) * 1.047 * radius, z - 96);
  if (fromEyelet > 4.4) return;
  const ring = smooth(1.3, 1.8, fromEyelet);
  for (let c = 0; c < 3; c++) out.colour[c] = (CLOTH[c] ?? 0) * (0.15 + 1.25 * ring);
  out.tilt[2] += ring * 0.4 * Math.sin(Math.atan2((panel - 0.5) * 60, z - 96) * 14);
}

/** The patch, its overlocked edge, and the shade it throws on the cloth round it. Millimetres from its middle. */
function sewPatch(x: number, y: number, patch: Overprint, out: SolidSurface): void {
  const inside = depthInCard(x, y, 38, 25, 5);
  if (inside < -3.5) return;
  if (inside < -1.2) {
    dim(out, 1 - 0.45 * smooth(-3.5, -1.2, inside));
    return;
  }
  out.tilt[0] = 0.05 * Math.sin(x * 6);
  out.tilt[1] = 0;
  out.tilt[2] = 0.05 * Math.sin(y * 6);
  if (inside < 2) {
    // A roll of thread, slanting.
    const roll = (inside - 0.4) / 1.6;
    const thread = 0.85 + 0.2 * Math.sin((x + y) * 4.4);
    for (let c = 0; c < 3; c++) out.colour[c] = (EDGE_THREAD[c] ?? 0) * thread;
    out.tilt[0] -= roll * 0.6 * Math.sign(x) * smooth(30, 37, Math.abs(x));
    out.tilt[2] -= roll * 0.6 * Math.sign(y) * smooth(18, 24, Math.abs(y));
    return;
  }
  out.colour = [0.7, 0.62, 0.5];
  patch(x, y, 0, out.colour);
  dim(out, 1 + 0.07 * Math.sin(x * 7) * Math.sin(y * 7));
}

function dim(out: SolidSurface, by: number): void {
  for (let c = 0; c < 3; c++) out.colour[c] = (out.colour[c] ?? 0) * by;
}

/** Draws the cap. */
export const createCap: CreatePicture = (width) =>
  shootFromFront(
    {
      seed: SEED,
      across: 306,
      lookAt: [-14, -30, 42],
      elevation: 0.4,
      within: { middle: [-20, -34, 50], radius: 138 },
      plaster: createPlaster(0.6, SEED, fromHex("#a59c91")),
      steps: [printStep("patch", 76, 50, 14, ARTWORK)],
      distance: cap,
      surface: (plates) => {
        const patch = createOverprint(plates, "patch");
        return (tableX, tableY, z, out) => {
          const x = tableX * COS - tableY * SIN;
          const y = tableY * COS + tableX * SIN;
          const isPeak = Math.abs(z - peakHeight(x, y)) < 3.4 && peakEdge(x, y) > -4 && y < -CROWN[1] * 0.55;
          if (isPeak) {
            sewPeak(x, y, out);
            return;
          }
          const angle = Math.atan2(x, -y);
          sewCrown(angle, Math.hypot(x, y), z, out);
          if (y < 0) sewPatch(angle * CROWN_RADIUS, z - PATCH_HIGH, patch, out);
        };
      },
    },
    width,
  );
