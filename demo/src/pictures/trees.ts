/** Spruce and fir close enough to see their branches: drawn twig by twig with a fine brush. */
import type { LightOut } from "./colour.ts";
import { createRandom, smooth } from "./noise.ts";
import type { Plate, View } from "./view.ts";
import { lay } from "./view.ts";

/** A stroke from (x0, y0) to (x1, y1) in pixels, `broad` pixels wide, its edge one pixel soft. */
export function stroke(
  plate: Plate,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  broad: number,
  cover: number,
  colour: LightOut,
): void {
  // Anything finer than a pixel is drawn a pixel wide and fainter, or it would flicker into dots.
  const half = Math.max(1, broad) / 2;
  const strength = cover * Math.min(1, broad);
  const dx = x1 - x0;
  const dy = y1 - y0;
  const squared = dx * dx + dy * dy || 1e-9;
  const reach = half + 0.5;
  const fromX = Math.floor(Math.min(x0, x1) - reach);
  const toX = Math.ceil(Math.max(x0, x1) + reach);
  const fromY = Math.floor(Math.min(y0, y1) - reach);
  const toY = Math.ceil(Math.max(y0, y1) + reach);
  for (let y = fromY; y <= toY; y++) {
    for (let x = fromX; x <= toX; x++) {
      const t = Math.min(1, Math.max(0, ((x + 0.5 - x0) * dx + (y + 0.5 - y0) * dy) / squared));
      const off = Math.hypot(x + 0.5 - x0 - dx * t, y + 0.5 - y0 - dy * t);
      const edge = Math.min(1, Math.max(0, reach - off));
      if (edge > 0) lay(plate, x, y, edge * strength, colour[0], colour[1], colour[2]);
    }
  }
}

/** A conifer. Lengths in metres. */
interface ConiferRecipe {
  x: number;
  /** Height of its foot above the water. */
  foot: number;
  distance: number;
  tall: number;
  /** Half width of the crown near the ground. */
  broad: number;
  seed: number;
  /** Light of a twig at height y; `top` is how far it faces the sky, -1 to 1. */
  colour: (y: number, top: number, out: LightOut) => void;
}

/** Draws one conifer over what the plate holds. */
export function drawConifer(plate: Plate, view: View, tree: ConiferRecipe): void {
  const random = createRandom(tree.seed);
  const { distance, tall } = tree;
  const scale = plate.width / (plate.right - plate.left) / distance;
  const toX = (x: number): number => (x - plate.left * distance) * scale;
  const toY = (y: number): number => (plate.top * distance - (y - view.eye)) * scale;
  const colour: LightOut = [0, 0, 0];
  const lean = (random() - 0.5) * 0.03;
  const bare = 0.03 + random() * 0.1;
  // A few sides of every tree have lost branches to wind and neighbours: even outlines look like a toy forest.
  const gapAt = random();
  const gapSide = random() < 0.5 ? -1 : 1;
  const slender = 0.85 + random() * 0.5;
  for (let k = 0; k < 12; k++) {
    const low = k / 12;
    tree.colour(tree.foot + low * tall, -0.5, colour);
    const broad = tall * (0.016 - 0.013 * low) * scale;
    const to = low + 1 / 12;
    const fromX = toX(tree.x + lean * tall * low);
    stroke(
      plate,
      fromX,
      toY(tree.foot + (low || -0.02) * tall),
      toX(tree.x + lean * tall * to),
      toY(tree.foot + to * tall),
      broad,
      1,
      colour,
    );
  }
  const whorls = Math.round(30 + tall * 2.6);
  for (let i = 0; i < whorls; i++) {
    const t = 1 - ((i + random() * 0.8) / whorls) * (1 - bare);
    const profile = (1 - t) ** (0.72 * slender) * (t < bare + 0.12 ? ((t - bare) / 0.12) * 0.6 + 0.4 : 1);
    const branches = 4 + Math.floor(random() * 4);
    for (let b = 0; b < branches; b++) {
      // No two branches leave the trunk at one height: true whorls drawn side on look like rungs of a ladder.
      const along = Math.min(0.995, t + ((random() - 0.5) * 2.2) / whorls);
      const y = tree.foot + along * tall;
      const x = tree.x + lean * along * tall;
      const around = random() * 2 * Math.PI;
      const side = Math.cos(around);
      let length =
        tree.broad * profile * (0.3 + 0.95 * random() ** 0.8) + tall * 0.007 * (1 - 0.7 * smooth(0.85, 1, t));
      if (side * gapSide > 0.2 && Math.abs(t - gapAt) < 0.07) length *= 0.45;
      const sag = (0.1 + 0.42 * (1 - t) + 0.15 * random()) * length;
      // Young branches near the top still reach for the light.
      const lift = length * (0.75 * smooth(0.72, 1, t) + 0.2 * random());
      const parts = Math.max(3, Math.min(12, Math.round(length * Math.abs(side) * scale * 0.3) + 3));
      for (let k = 1; k <= parts; k++) {
        const s = k / parts;
        const bx = x + side * length * s;
        const by = y - sag * s * s + lift * s * (0.65 + 0.35 * s);
        const twig = (0.16 + 0.3 * (1 - s)) * length * (0.4 + 0.9 * random()) + tall * 0.004;
        const out = side > 0 ? 1 : -1;
        for (let n = 0; n < 2; n++) {
          const tip = 0.5 + random() * 0.6;
          const hang = (random() * 1.5 - 0.4 - 0.5 * smooth(0.8, 1, t)) * twig;
          tree.colour(by, 0.8 * random() - 0.3 + Math.sin(around) * 0.35 - hang * 0.3, colour);
          const width = Math.max(0.035, twig * 0.17) * scale;
          stroke(plate, toX(bx), toY(by), toX(bx + out * twig * tip), toY(by - hang), width, 0.85, colour);
        }
      }
    }
  }
}
