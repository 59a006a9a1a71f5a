/**
 * Cloth on a table: a sheet of points held apart by threads, pushed about a little and left to settle, so that the
 * folds buckle, meet and run out as folds do. Source of the method: Müller and others, "Position Based Dynamics", 2007.
 */
import { createRandom, noise2 } from "../noise.ts";
import type { Plate, PlateShape } from "../view.ts";

/** How a cloth was laid down. Lengths in millimetres. */
export interface ClothRecipe {
  /** How far, and over which length, hands pushed it about. */
  push: number;
  over: number;
  /** How much it was gathered across and along, as a share: 0.02 is two parts in a hundred too much cloth. */
  gather: readonly [across: number, along: number];
  /** 0.05 falls like jersey, 0.4 stands like canvas. */
  stiff: number;
  /** Millimetres it sinks in each iteration: 0.005 leaves soft folds, 0.03 presses them out. */
  weight: number;
  /** Further pushes, in addition to the random ones, for example where an arm was bent. */
  tucks?: (x: number, y: number) => readonly [dx: number, dy: number];
  seed: number;
}

interface Threads {
  columns: number;
  rows: number;
  spacing: number;
  /** x, y, z of each point. */
  places: Float64Array;
}

function pull(places: Float64Array, a: number, b: number, rest: number, stiff: number, onlyApart: boolean): void {
  const i = a * 3;
  const j = b * 3;
  const dx = (places[j] ?? 0) - (places[i] ?? 0);
  const dy = (places[j + 1] ?? 0) - (places[i + 1] ?? 0);
  const dz = (places[j + 2] ?? 0) - (places[i + 2] ?? 0);
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz) + 1e-9;
  const off = length - rest;
  if (onlyApart && off > 0) return;
  const by = (0.5 * stiff * off) / length;
  places[i] = (places[i] ?? 0) + dx * by;
  places[i + 1] = (places[i + 1] ?? 0) + dy * by;
  places[i + 2] = (places[i + 2] ?? 0) + dz * by;
  places[j] = (places[j] ?? 0) - dx * by;
  places[j + 1] = (places[j + 1] ?? 0) - dy * by;
  places[j + 2] = (places[j + 2] ?? 0) - dz * by;
}

/** Lets every thread find its length again, under a little weight and with the friction of the table. */
function settle(threads: Threads, rounds: number, stiff: number, weight: number): void {
  const { columns, rows, spacing, places } = threads;
  const count = columns * rows;
  const before = new Float64Array(count * 2);
  const diagonal = spacing * Math.SQRT2;
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < count; i++) {
      before[i * 2] = places[i * 3] ?? 0;
      before[i * 2 + 1] = places[i * 3 + 1] ?? 0;
      places[i * 3 + 2] = (places[i * 3 + 2] ?? 0) - weight;
    }
    // The direction alternates, because a single direction would drag the folds along.
    const back = round % 2 === 1;
    for (let n = 0; n < count; n++) {
      const i = back ? count - 1 - n : n;
      const column = i % columns;
      const row = (i / columns) | 0;
      if (column + 1 < columns) pull(places, i, i + 1, spacing, 0.9, false);
      if (row + 1 < rows) pull(places, i, i + columns, spacing, 0.9, false);
      if (column + 1 < columns && row + 1 < rows) {
        pull(places, i, i + columns + 1, diagonal, 0.35, false);
        pull(places, i + 1, i + columns, diagonal, 0.35, false);
      }
      if (column + 2 < columns) pull(places, i, i + 2, spacing * 2, stiff, true);
      if (row + 2 < rows) pull(places, i, i + columns * 2, spacing * 2, stiff, true);
      if (column + 2 < columns && row + 2 < rows) {
        pull(places, i, i + columns * 2 + 2, diagonal * 2, stiff, true);
        pull(places, i + 2, i + columns * 2, diagonal * 2, stiff, true);
      }
      if (column + 4 < columns) pull(places, i, i + 4, spacing * 4, stiff * 0.7, true);
      if (row + 4 < rows) pull(places, i, i + columns * 4, spacing * 4, stiff * 0.7, true);
    }
    for (let i = 0; i < count; i++) {
      if ((places[i * 3 + 2] ?? 0) > 0) continue;
      places[i * 3 + 2] = 0;
      const x = before[i * 2] ?? 0;
      const y = before[i * 2 + 1] ?? 0;
      places[i * 3] = x + ((places[i * 3] ?? 0) - x) * 0.2;
      places[i * 3 + 1] = y + ((places[i * 3 + 1] ?? 0) - y) * 0.2;
    }
  }
}

/** The same cloth with twice as many threads each way. */
function refine(coarse: Threads, random: () => number): Threads {
  const columns = coarse.columns * 2 - 1;
  const rows = coarse.rows * 2 - 1;
  const places = new Float64Array(columns * rows * 3);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const corners = [column >> 1, (column + 1) >> 1].flatMap((c) =>
        [row >> 1, (row + 1) >> 1].map((r) => (r * coarse.columns + c) * 3),
      );
      for (let k = 0; k < 3; k++) {
        const mean = corners.reduce((sum, corner) => sum + (coarse.places[corner + k] ?? 0), 0) / 4;
        places[(row * columns + column) * 3 + k] = mean + (k === 2 ? random() * coarse.spacing * 0.02 : 0);
      }
    }
  }
  return { columns, rows, spacing: coarse.spacing / 2, places };
}

/** Presses out folds that are narrower than the cloth is thick. */
function iron(threads: Threads): void {
  const { columns, rows, places } = threads;
  for (let pass = 0; pass < 2; pass++) {
    const before = Float64Array.from(places);
    for (let row = 1; row < rows - 1; row++) {
      for (let column = 1; column < columns - 1; column++) {
        for (let k = 0; k < 3; k++) {
          const i = (row * columns + column) * 3 + k;
          const across = (before[i - 3] ?? 0) + (before[i + 3] ?? 0);
          const along = (before[i - columns * 3] ?? 0) + (before[i + columns * 3] ?? 0);
          places[i] = 0.5 * (before[i] ?? 0) + 0.125 * (across + along);
        }
      }
    }
  }
}

/** Shape of the plate for a cloth covering that rectangle: one pixel a thread, 8 mm apart at `fineness` 1. */
export function clothShape(halfWide: number, halfTall: number, fineness = 1): PlateShape {
  return { left: -halfWide, right: halfWide, top: halfTall, bottom: -halfTall, density: fineness / 8 };
}

/**
 * Lays a cloth on the table.
 *
 * @param plate filled with how far each place of the cloth moved (x, y) and how high it lies, in millimetres
 */
export function layCloth(plate: Plate, recipe: ClothRecipe): void {
  const random = createRandom(recipe.seed);
  const spacing = (plate.right - plate.left) / plate.width;
  const columns = (((plate.width + 1) / 2) | 0) + 2;
  const rows = (((plate.height + 1) / 2) | 0) + 2;
  const toX = (column: number, step: number): number => plate.left + column * step;
  const toY = (row: number, step: number): number => plate.top - row * step;
  const step = spacing * 2;
  const places = new Float64Array(columns * rows * 3);
  const { push, over, gather, seed } = recipe;
  for (let i = 0; i < columns * rows; i++) {
    const x = toX(i % columns, step);
    const y = toY((i / columns) | 0, step);
    const tuck = recipe.tucks?.(x, y) ?? [0, 0];
    places[i * 3] = x * (1 - gather[0]) + push * noise2(x / over, y / over, seed) + tuck[0];
    places[i * 3 + 1] = y * (1 - gather[1]) + push * noise2(x / over + 9, y / over + 4, seed + 1) + tuck[1];
    places[i * 3 + 2] = random() * step * 0.12 + 12 * Math.max(0, noise2(x / 110, y / 110, seed + 2));
  }
  let threads: Threads = { columns, rows, spacing: step, places };
  settle(threads, 200, recipe.stiff, recipe.weight);
  threads = refine(threads, random);
  settle(threads, 200, recipe.stiff, recipe.weight);
  iron(threads);

  for (let row = 0; row < plate.height; row++) {
    for (let column = 0; column < plate.width; column++) {
      const i = (row * threads.columns + column) * 3;
      const j = (row * plate.width + column) * 4;
      plate.data[j] = (threads.places[i] ?? 0) - toX(column, spacing);
      plate.data[j + 1] = (threads.places[i + 1] ?? 0) - toY(row, spacing);
      plate.data[j + 2] = threads.places[i + 2] ?? 0;
    }
  }
}

/** A place on the cloth, and its height there. */
export interface ClothPlace {
  s: number;
  t: number;
  height: number;
}

/** Reads three channels with a cubic B-spline, which has no kinks that the light would show. */
function readSpline(plate: Plate, x: number, y: number, out: Float64Array): void {
  const spacing = (plate.right - plate.left) / plate.width;
  const px = Math.min(plate.width - 3.001, Math.max(1, (x - plate.left) / spacing));
  const py = Math.min(plate.height - 3.001, Math.max(1, (plate.top - y) / spacing));
  const ix = px | 0;
  const iy = py | 0;
  const tx = px - ix;
  const ty = py - iy;
  const weight = (t: number, k: number): number => {
    if (k === 0) return (1 - t) ** 3 / 6;
    if (k === 1) return (3 * t * t * t - 6 * t * t + 4) / 6;
    if (k === 2) return (-3 * t * t * t + 3 * t * t + 3 * t + 1) / 6;
    return (t * t * t) / 6;
  };
  out[0] = out[1] = out[2] = 0;
  for (let r = 0; r < 4; r++) {
    const wy = weight(ty, r);
    for (let c = 0; c < 4; c++) {
      const w = wy * weight(tx, c);
      const i = ((iy + r - 1) * plate.width + ix + c - 1) * 4;
      out[0] = (out[0] ?? 0) + w * (plate.data[i] ?? 0);
      out[1] = (out[1] ?? 0) + w * (plate.data[i + 1] ?? 0);
      out[2] = (out[2] ?? 0) + w * (plate.data[i + 2] ?? 0);
    }
  }
}

/** Makes the function that finds which place of the cloth lies at (u, v) of the table. */
export function createClothReader(plate: Plate): (u: number, v: number, out: ClothPlace) => void {
  const moved = new Float64Array(3);
  return (u, v, out) => {
    let s = u;
    let t = v;
    for (let k = 0; k < 3; k++) {
      readSpline(plate, s, t, moved);
      s = u - (moved[0] ?? 0);
      t = v - (moved[1] ?? 0);
    }
    out.s = s;
    out.t = t;
    out.height = moved[2] ?? 0;
  };
}
