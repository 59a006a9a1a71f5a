/** The boards of the pier, wet from the last shower: each with its own grain, cup and shine. */
import type { Light, LightOut } from "../colour.ts";
import { bell, fbm2, hash, noise2, smooth } from "../noise.ts";
import { HALF, LAMP, PILE_RADIUS, PILES } from "./bio-stage.ts";

/** From the edge of one board to the edge of the next, and the gap between, in metres. */
const BOARD = 0.205;
const GAP = 0.011;

/** What the boards mirror, and what lights them. */
export interface DeckLight {
  /** Height of the lens above the deck. */
  eye: number;
  /** Light from where a mirrored ray goes, starting at (x, z) on the deck towards (u, v, 1). */
  mirrored: (x: number, z: number, u: number, v: number, out: LightOut) => void;
  /** Share of the lamp seen from a place. */
  lampSeen: (x: number, z: number) => number;
  /** The lamp's light at one metre, and that of the sky from above. */
  lamp: Light;
  overhead: Light;
}

/** Whether there is a board at a place; their ends do not line up. */
export function isOnDeck(x: number, z: number): boolean {
  const board = Math.floor(z / BOARD);
  const ends = 0.035 * ((hash(board, 3, 651) & 255) / 255);
  return Math.abs(x) < HALF - ends;
}

/** Share of the sky that a place sees past the piles: in the corner at their feet it is dark, and damp keeps it so. */
function openBesidePiles(x: number, z: number): number {
  let open = 1;
  for (const [px, pz] of PILES) {
    const away = Math.hypot(x - px, z - pz) - PILE_RADIUS;
    if (away < 0.3) open *= 1 - 0.75 * Math.exp(-Math.max(0, away) / 0.06);
  }
  return open;
}

const glimpse: LightOut = [0, 0, 0];

/**
 * Adds the light of one sample of the deck.
 *
 * @param angle what a pixel covers, so that finer details fade out instead of flickering
 */
export function shadeDeck(
  deck: DeckLight,
  u: number,
  v: number,
  angle: number,
  random: () => number,
  out: LightOut,
): void {
  const z = deck.eye / -v;
  const x = u * z;
  const board = Math.floor(z / BOARD);
  const within = z / BOARD - board;
  const bits = hash(board, 9, 652);
  const own = (bits & 255) / 255;
  const other = ((bits >>> 8) & 255) / 255;
  // Wet in patches that run across the boards; some boards drink the water, some hold it.
  const puddle = fbm2(x * 0.8 + 3.1, z * 0.75, 4, 653);
  const wet = smooth(-0.5, 0.35, puddle + 0.45 * (own - 0.5));
  const pixelDeep = (angle * z * z) / deck.eye;
  const fine = Math.exp(-pixelDeep * 26);
  const grain = fbm2(x * 2.2 + own * 90, z * 46, 4, 654) * fine;
  const gap = smooth(GAP / BOARD / 2 + pixelDeep * 2, GAP / BOARD / 2 - pixelDeep * 0.2, Math.min(within, 1 - within));
  // Boards cup: their edges stand higher than their middle, and no two lie level.
  const cup = (within - 0.5) * -0.05 + 0.022 * (other - 0.5) + 0.02 * grain;
  const edge = 0.18 * (smooth(0.09, 0, within) - smooth(0.91, 1, within)) * Math.exp(-pixelDeep * 14);
  const rough = 0.012 + 0.05 * (1 - wet);
  const slopeZ = cup - edge + rough * bell(random) + 0.014 * (1 - fine) * bell(random);
  const slopeX = 0.035 * (own - 0.5) + 0.012 * noise2(x * 1.3, board * 3.3, 655) + 0.5 * rough * bell(random);
  const ny = 1 / Math.hypot(slopeX, 1, slopeZ);
  const length = Math.hypot(u, v, 1);
  const facing = Math.max(0.01, (-(u * -slopeX + v - slopeZ) * ny) / length);
  const rx = u / length - 2 * facing * slopeX * ny;
  const ry = Math.abs(v / length + 2 * facing * ny) + 1e-4;
  const rz = Math.max(0.05, 1 / length - 2 * facing * slopeZ * ny);
  const mirror = (0.03 + 0.97 * (1 - facing) ** 5) * (0.16 + 0.62 * wet) * (1 - gap);
  deck.mirrored(x, z, rx / rz, ry / rz, glimpse);
  const lx = LAMP.x - x;
  const lz = LAMP.z - z;
  const squared = lx * lx + LAMP.y * LAMP.y + lz * lz;
  const far = Math.sqrt(squared);
  const near = Math.hypot(rx, ry, rz);
  // Wet boards stretch a reflection towards the lens, because they tilt far more along the view than across it.
  const across = (rx / near - lx / far) / 0.045;
  const along = (ry / near - LAMP.y / far) / 0.17;
  const off = across * across + along * along;
  const seen = deck.lampSeen(x, z);
  const glint = off < 9 ? (0.13 * Math.exp(-off)) / (Math.PI * 0.045 * 0.17) / squared : 0;
  const warm = (seen * (LAMP.y / far)) / squared;
  // Nails over the two stringers, and the stain that runs from each.
  const nail = Math.min(Math.abs(x - 1.25), Math.abs(x + 1.25));
  const head = fine * smooth(0.016, 0.006, Math.hypot(nail, (Math.abs(within - 0.5) - 0.27) * BOARD));
  const albedo = (0.07 + 0.05 * own + 0.05 * grain) * (1 - 0.45 * wet) * (1 - 0.9 * gap) * (1 - 0.7 * head);
  const open = openBesidePiles(x, z);
  const tint = [1.06, 0.98, 0.94] as const;
  for (let c = 0; c < 3; c++) {
    const falling = (deck.overhead[c] ?? 0) * (1 - 0.8 * gap) + (deck.lamp[c] ?? 0) * warm;
    out[c] =
      (out[c] ?? 0) +
      open * (mirror * ((glimpse[c] ?? 0) + (deck.lamp[c] ?? 0) * glint * seen) + albedo * (tint[c] ?? 1) * falling);
  }
}
