/** The sky: a dusk glow that dies away from the place where the sun went down, and clouds as a volume of fog. */
import type { Light, LightOut } from "./colour.ts";
import { createRamp, mix } from "./colour.ts";
import { hash, smooth } from "./noise.ts";

/** A sky without clouds. */
interface GlowRecipe {
  /** Where the sun went down, and how far to the side its glow reaches, both as u. */
  sun: number;
  reach: number;
  /** Colours upwards from the horizon where the sun went down, and far from there. Position is v. */
  glow: readonly (readonly [number, Light])[];
  away: readonly (readonly [number, Light])[];
}

/** Writes the light of the clear sky in a direction. */
type Glow = (u: number, v: number, out: LightOut) => void;

/** Makes a clear dusk sky. */
export function createGlow(recipe: GlowRecipe): Glow {
  const glow = createRamp(recipe.glow);
  const away = createRamp(recipe.away);
  const far: LightOut = [0, 0, 0];
  return (u, v, out) => {
    // Lit air has the shape of a lens: low down the glow spreads along the horizon, high up it draws together.
    const side = (u - recipe.sun) / (recipe.reach * (1 + 0.6 * Math.exp(-v / 0.08)));
    const amount = 1 / (1 + side * side) ** 1.5;
    glow(Math.max(0, v), out);
    away(Math.max(0, v), far);
    for (let c = 0; c < 3; c++) {
      const low = Math.log(Math.max(1e-6, far[c] ?? 0));
      const high = Math.log(Math.max(1e-6, out[c] ?? 0));
      out[c] = Math.exp(low + (high - low) * amount);
    }
  };
}

/** Fog in a flat slab of air, lit from one direction and from all round. Lengths in kilometres. */
interface CloudRecipe {
  base: number;
  top: number;
  /** Largest distance that is sampled. */
  reach: number;
  steps: number;
  /** Thickness per kilometre at a place; 0 where the air is clear. */
  density: (x: number, y: number, z: number) => number;
  /** Towards the light, length 1. */
  sun: readonly [number, number, number];
  /** How far into the cloud the light is followed. */
  lightReach: number;
  sunlight: Light;
  /** Light from above and from below at any place in the cloud. */
  above: Light;
  below: Light;
  /** Distance at which clouds have faded to 37 % into the sky behind. */
  haze: number;
  /** Distance over which clouds fade in, so that none hangs over the camera. */
  nearest?: number;
}

/** Lays the clouds over `out`, which holds the sky behind them. Returns how much of that still shows, 0 to 1. */
export function layClouds(recipe: CloudRecipe, u: number, v: number, seed: number, out: LightOut): number {
  if (v <= 0.002) return 1;
  const length = Math.hypot(u, v, 1);
  const dx = u / length;
  const dy = v / length;
  const dz = 1 / length;
  const start = recipe.base / dy;
  const end = Math.min(recipe.top / dy, recipe.reach);
  if (start >= end) return 1;
  const step = (end - start) / recipe.steps;
  const shift = (hash(Math.round(u * 1e5), Math.round(v * 1e5), seed) & 0xffff) / 0x10000;
  let through = 1;
  let red = 0;
  let green = 0;
  let blue = 0;
  const [sx, sy, sz] = recipe.sun;
  for (let i = 0; i < recipe.steps && through > 0.01; i++) {
    const t = start + (i + shift) * step;
    const x = dx * t;
    const y = dy * t;
    const z = dz * t;
    let thick = recipe.density(x, y, z);
    if (recipe.nearest) thick *= smooth(recipe.nearest * 0.5, recipe.nearest, t);
    if (thick <= 0) continue;
    let ahead = 0;
    let before = 0;
    for (let k = 1; k <= 4; k++) {
      const far = recipe.lightReach * (k / 4) ** 2;
      ahead += recipe.density(x + sx * far, y + sy * far, z + sz * far) * (far - before);
      before = far;
    }
    // Two lobes approximate light that is scattered many times: dense cloud dims far more slowly than Beer's law.
    const lit = 0.7 * Math.exp(-ahead) + 0.3 * Math.exp(-0.22 * ahead);
    const height = (y - recipe.base) / (recipe.top - recipe.base);
    const alpha = 1 - Math.exp(-thick * step);
    const clear = Math.exp(-t / recipe.haze);
    const weight = through * alpha * clear;
    // Light from below is lost on the way up through the cloud's own folds: that is what shapes its underside.
    const under = Math.exp(-0.16 * recipe.density(x, y - (recipe.top - recipe.base) * 0.12, z));
    const sky = mix([recipe.below[0] * under, recipe.below[1] * under, recipe.below[2] * under], recipe.above, height);
    red += weight * (recipe.sunlight[0] * lit + sky[0]);
    green += weight * (recipe.sunlight[1] * lit + sky[1]);
    blue += weight * (recipe.sunlight[2] * lit + sky[2]);
    through *= 1 - alpha * clear;
  }
  out[0] = out[0] * through + red;
  out[1] = out[1] * through + green;
  out[2] = out[2] * through + blue;
  return through;
}
