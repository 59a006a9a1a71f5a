/**
 * Open water as a sum of many thousand small waves of every direction, made by the inverse Fourier transform
 * of a wind-wave spectrum. Source: Jerry Tessendorf, "Simulating Ocean Water", 2001.
 *
 * A lake uses three or four patches of different size, each carrying its own band of wavelengths: their sizes
 * share no factor, so the sum does not repeat within the picture.
 */
import { bell, createRandom } from "./noise.ts";

/** What one patch of waves is made of. Lengths in metres, angles in radians. */
interface PatchRecipe {
  /** Side of the square patch. */
  size: number;
  /** Shortest and longest wave in it. */
  waves: readonly [shortest: number, longest: number];
  /** How steep its faces are: root mean square of rise over run. */
  steepness: number;
  /**
   * The direction of its waves, 0 along x, and how closely they follow it: 0 in all directions alike, 8 a long-crested
   * swell.
   */
  heading: number;
  focus: number;
  seed: number;
}

interface Level {
  cells: number;
  height: Float32Array;
  slopeX: Float32Array;
  slopeZ: Float32Array;
  /** Mean square slope, per axis, that averaging to this level has taken away. */
  lost: number;
}

/** Height and slope at one place. */
export interface WaterPoint {
  height: number;
  slopeX: number;
  slopeZ: number;
  /** Variance of slope too fine for the requested footprint, per axis. */
  rough: number;
}

/** One square of waves that joins up with itself at the edges, in ever coarser levels. */
export interface Patch {
  size: number;
  levels: readonly Level[];
}

const CELLS = 512;

function transform(re: Float64Array, im: Float64Array, start: number, step: number): void {
  for (let i = 1, j = 0; i < CELLS; i++) {
    let bit = CELLS >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      const a = start + i * step;
      const b = start + j * step;
      const remainingRe = re[a] ?? 0;
      const remainingIm = im[a] ?? 0;
      re[a] = re[b] ?? 0;
      im[a] = im[b] ?? 0;
      re[b] = remainingRe;
      im[b] = remainingIm;
    }
  }
  for (let length = 2; length <= CELLS; length <<= 1) {
    const turn = (2 * Math.PI) / length;
    for (let k = 0; k < length / 2; k++) {
      const cos = Math.cos(turn * k);
      const sin = Math.sin(turn * k);
      for (let i = k; i < CELLS; i += length) {
        const a = start + i * step;
        const b = a + (length / 2) * step;
        const bRe = (re[b] ?? 0) * cos - (im[b] ?? 0) * sin;
        const bIm = (re[b] ?? 0) * sin + (im[b] ?? 0) * cos;
        re[b] = (re[a] ?? 0) - bRe;
        im[b] = (im[a] ?? 0) - bIm;
        re[a] = (re[a] ?? 0) + bRe;
        im[a] = (im[a] ?? 0) + bIm;
      }
    }
  }
}

/** Sums a spectrum into real values over the patch; `weigh` turns a wave's height into the wanted value. */
function synthesise(
  re: Float64Array,
  im: Float64Array,
  weigh: (kx: number, kz: number) => readonly [re: number, im: number],
  size: number,
): Float32Array {
  const outRe = new Float64Array(CELLS * CELLS);
  const outIm = new Float64Array(CELLS * CELLS);
  for (let z = 0; z < CELLS; z++) {
    for (let x = 0; x < CELLS; x++) {
      const kx = ((x < CELLS / 2 ? x : x - CELLS) * 2 * Math.PI) / size;
      const kz = ((z < CELLS / 2 ? z : z - CELLS) * 2 * Math.PI) / size;
      const [wRe, wIm] = weigh(kx, kz);
      const i = z * CELLS + x;
      outRe[i] = (re[i] ?? 0) * wRe - (im[i] ?? 0) * wIm;
      outIm[i] = (re[i] ?? 0) * wIm + (im[i] ?? 0) * wRe;
    }
  }
  for (let row = 0; row < CELLS; row++) transform(outRe, outIm, row * CELLS, 1);
  for (let column = 0; column < CELLS; column++) transform(outRe, outIm, column, CELLS);
  return Float32Array.from(outRe);
}

function meanSquare(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum / values.length;
}

function halve(values: Float32Array, cells: number): Float32Array {
  const half = cells / 2;
  const out = new Float32Array(half * half);
  for (let z = 0; z < half; z++) {
    for (let x = 0; x < half; x++) {
      const i = z * 2 * cells + x * 2;
      const sum = (values[i] ?? 0) + (values[i + 1] ?? 0) + (values[i + cells] ?? 0) + (values[i + cells + 1] ?? 0);
      out[z * half + x] = sum / 4;
    }
  }
  return out;
}

/** Grows one patch of waves from its recipe. */
export function createPatch(recipe: PatchRecipe): Patch {
  const random = createRandom(recipe.seed);
  const re = new Float64Array(CELLS * CELLS);
  const im = new Float64Array(CELLS * CELLS);
  const [shortest, longest] = recipe.waves;
  for (let z = 0; z < CELLS; z++) {
    for (let x = 0; x < CELLS; x++) {
      const kx = ((x < CELLS / 2 ? x : x - CELLS) * 2 * Math.PI) / recipe.size;
      const kz = ((z < CELLS / 2 ? z : z - CELLS) * 2 * Math.PI) / recipe.size;
      const k = Math.hypot(kx, kz);
      const a = bell(random);
      const b = bell(random);
      const length = (2 * Math.PI) / (k || 1e-9);
      if (length < shortest || length > longest) continue;
      const along = Math.cos((Math.atan2(kz, kx) - recipe.heading) / 2) ** 2;
      // Phillips' k^-4 for wind waves past their peak, tapering at the long end so that no single wave dominates the
      // patch.
      const power = k ** -4 * along ** recipe.focus * Math.min(1, (longest / length - 1) * 2 + 0.15);
      re[z * CELLS + x] = a * Math.sqrt(power);
      im[z * CELLS + x] = b * Math.sqrt(power);
    }
  }
  const height = synthesise(re, im, () => [1, 0], recipe.size);
  const slopeX = synthesise(re, im, (kx) => [0, kx], recipe.size);
  const slopeZ = synthesise(re, im, (_kx, kz) => [0, kz], recipe.size);
  const toSteepness = recipe.steepness / Math.sqrt(meanSquare(slopeX) + meanSquare(slopeZ));
  for (const values of [height, slopeX, slopeZ]) {
    for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) * toSteepness;
  }
  const whole = meanSquare(slopeX) + meanSquare(slopeZ);
  let level: Level = { cells: CELLS, height, slopeX, slopeZ, lost: 0 };
  const levels = [level];
  while (level.cells > 4) {
    const coarser = {
      cells: level.cells / 2,
      height: halve(level.height, level.cells),
      slopeX: halve(level.slopeX, level.cells),
      slopeZ: halve(level.slopeZ, level.cells),
    };
    const remaining = meanSquare(coarser.slopeX) + meanSquare(coarser.slopeZ);
    level = { ...coarser, lost: Math.max(0, whole - remaining) / 2 };
    levels.push(level);
  }
  return { size: recipe.size, levels };
}

/**
 * Adds what a patch holds at a place to `out`.
 *
 * @param footprint metres of water that the sample represents; waves shorter than that come back as `rough`
 * @param chance 0 to 1, drawn again for each ray: levels change at random, because a sharp change would show as a line
 * @param strength multiplies the patch: gusts raise it, slicks flatten it
 */
export function addPatch(
  patch: Patch,
  x: number,
  z: number,
  footprint: number,
  chance: number,
  strength: number,
  out: WaterPoint,
): void {
  const finest = patch.size / CELLS;
  const wanted = Math.floor(Math.log2(Math.max(1, footprint / finest)) + chance);
  const level = patch.levels[Math.min(wanted, patch.levels.length - 1)];
  if (!level) return;
  const { cells, height, slopeX, slopeZ } = level;
  const mask = cells - 1;
  // Cell centres move by half a cell from level to level, as each averages two.
  const px = (x / patch.size) * cells - 0.5 + 0.5 * (cells / CELLS);
  const pz = (z / patch.size) * cells - 0.5 + 0.5 * (cells / CELLS);
  const ix = Math.floor(px);
  const iz = Math.floor(pz);
  const tx = px - ix;
  const tz = pz - iz;
  const row = (iz & mask) * cells;
  const below = ((iz + 1) & mask) * cells;
  const left = ix & mask;
  const right = (ix + 1) & mask;
  const a = (1 - tx) * (1 - tz) * strength;
  const b = tx * (1 - tz) * strength;
  const c = (1 - tx) * tz * strength;
  const d = tx * tz * strength;
  const i = row + left;
  const j = row + right;
  const k = below + left;
  const l = below + right;
  out.height += a * (height[i] ?? 0) + b * (height[j] ?? 0) + c * (height[k] ?? 0) + d * (height[l] ?? 0);
  out.slopeX += a * (slopeX[i] ?? 0) + b * (slopeX[j] ?? 0) + c * (slopeX[k] ?? 0) + d * (slopeX[l] ?? 0);
  out.slopeZ += a * (slopeZ[i] ?? 0) + b * (slopeZ[j] ?? 0) + c * (slopeZ[k] ?? 0) + d * (slopeZ[l] ?? 0);
  out.rough += level.lost * strength * strength;
}
