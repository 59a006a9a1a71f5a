/**
 * Seeded randomness: a generator for scattering things, and gradient noise for growing them.
 * Nothing here reads a clock or Math.random, so a picture drawn twice is the same picture.
 */

/**
 * Makes a generator of numbers in [0, 1), the same list for the same seed. Source: mulberry32, public domain.
 *
 * @param seed any integer
 */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One draw from a bell curve of mean 0 and deviation 1, made from two draws of `random` (Box and Muller). */
export function bell(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Mixes three integers into 32 random-looking bits: the same place always gets the same bits. */
export function hash(x: number, y: number, seed: number): number {
  let mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(seed, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

const DIRECTIONS = 256;
const flat = new Float64Array(DIRECTIONS * 2);
const solid = new Float64Array(DIRECTIONS * 3);
{
  const random = createRandom(20_1);
  for (let i = 0; i < DIRECTIONS; i++) {
    const turn = (i / DIRECTIONS) * 2 * Math.PI;
    flat[i * 2] = Math.cos(turn);
    flat[i * 2 + 1] = Math.sin(turn);
    const up = random() * 2 - 1;
    const around = random() * 2 * Math.PI;
    const side = Math.sqrt(1 - up * up);
    solid[i * 3] = side * Math.cos(around);
    solid[i * 3 + 1] = up;
    solid[i * 3 + 2] = side * Math.sin(around);
  }
}

const ease = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10);

function slope2(x: number, y: number, seed: number, dx: number, dy: number): number {
  const i = (hash(x, y, seed) & 255) * 2;
  return (flat[i] ?? 0) * dx + (flat[i + 1] ?? 0) * dy;
}

/** Gradient noise on a plane, about -1 to 1, one feature per unit. Source: Ken Perlin, "Improving Noise", 2002. */
export function noise2(x: number, y: number, seed: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const dx = x - ix;
  const dy = y - iy;
  const ex = ease(dx);
  const low = slope2(ix, iy, seed, dx, dy);
  const lowRight = slope2(ix + 1, iy, seed, dx - 1, dy);
  const high = slope2(ix, iy + 1, seed, dx, dy - 1);
  const highRight = slope2(ix + 1, iy + 1, seed, dx - 1, dy - 1);
  const bottom = low + (lowRight - low) * ex;
  return 1.5 * (bottom + (high + (highRight - high) * ex - bottom) * ease(dy));
}

function slope3(x: number, y: number, mixed: number, dx: number, dy: number, dz: number): number {
  const i = (hash(x, y, mixed) & 255) * 3;
  return (solid[i] ?? 0) * dx + (solid[i + 1] ?? 0) * dy + (solid[i + 2] ?? 0) * dz;
}

/** Gradient noise in space, about -1 to 1, one feature per unit. */
export function noise3(x: number, y: number, z: number, seed: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const iz = Math.floor(z);
  const dx = x - ix;
  const dy = y - iy;
  const dz = z - iz;
  const ex = ease(dx);
  const ey = ease(dy);
  const near = (iz * 1619 + seed * 31337) | 0;
  const far = (near + 1619) | 0;
  const a = slope3(ix, iy, near, dx, dy, dz);
  const b = slope3(ix + 1, iy, near, dx - 1, dy, dz);
  const c = slope3(ix, iy + 1, near, dx, dy - 1, dz);
  const d = slope3(ix + 1, iy + 1, near, dx - 1, dy - 1, dz);
  const e = slope3(ix, iy, far, dx, dy, dz - 1);
  const f = slope3(ix + 1, iy, far, dx - 1, dy, dz - 1);
  const g = slope3(ix, iy + 1, far, dx, dy - 1, dz - 1);
  const h = slope3(ix + 1, iy + 1, far, dx - 1, dy - 1, dz - 1);
  const frontLow = a + (b - a) * ex;
  const front = frontLow + (c + (d - c) * ex - frontLow) * ey;
  const backLow = e + (f - e) * ex;
  const back = backLow + (g + (h - g) * ex - backLow) * ey;
  return 1.4 * (front + (back - front) * ease(dz));
}

/**
 * Several sizes of plane noise summed, about -1 to 1. Each size is turned against the one before,
 * because octaves lying on the same grid let the grid show through.
 *
 * @param gain how strong each finer size is against the one before
 */
export function fbm2(x: number, y: number, octaves: number, seed: number, gain = 0.5): number {
  let sum = 0;
  let strength = 1;
  let total = 0;
  for (let i = 0; i < octaves; i++) {
    sum += strength * noise2(x, y, seed + i * 17);
    total += strength;
    strength *= gain;
    const turned = x * 1.6153 - y * 1.2281 + 11.3;
    y = x * 1.2281 + y * 1.6153 - 7.9;
    x = turned;
  }
  return sum / total;
}

/** Several sizes of space noise summed, about -1 to 1. */
export function fbm3(x: number, y: number, z: number, octaves: number, seed: number, gain = 0.5): number {
  let sum = 0;
  let strength = 1;
  let total = 0;
  for (let i = 0; i < octaves; i++) {
    sum += strength * noise3(x, y, z, seed + i * 17);
    total += strength;
    strength *= gain;
    const turned = x * 1.63 - z * 1.19 + 5.1;
    z = x * 1.19 + z * 1.63 + 3.7;
    x = turned;
    y = y * 2.03 + 9.2;
  }
  return sum / total;
}

/** 0 below `from`, 1 above `to`, an S-curve between; `from` may be the larger. */
export function smooth(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
