/**
 * Things laid on a table and photographed from straight above. Everything is a height over the table, in millimetres:
 * first the heights are drawn, then how much of the window each place sees, then light, colour and shine.
 */
import type { LightOut } from "../colour.ts";
import { hash } from "../noise.ts";
import type { Picture, PlateStep, Plates } from "../picture.ts";
import { findPlate } from "../picture.ts";
import type { Plate, PlateShape, Sample } from "../view.ts";
import { readPlate } from "../view.ts";
import type { Vector } from "./window-light.ts";
import { FILL, falloff, fresnel, KEY, mirrored, SERIES_FILM, windowDirection } from "./window-light.ts";

/** What a place is made of. */
interface Surface {
  /** Share of light thrown back, per channel. */
  colour: LightOut;
  /** Share mirrored head on: 0 for cloth, 0.04 for varnish, 0.7 for metal. */
  shine: number;
  /** 0 is a mirror, 0.3 satin. */
  rough: number;
  /** Whether the mirrored light takes on the colour, as metal does. */
  metal: boolean;
  /** Adds to the slope of the heights: relief too fine to cast shadows. */
  slope: [number, number];
  /** Light mirrored in ways of its own, as by the grooves of a record; added as it is. */
  glint: LightOut;
}

/** A picture taken from above. */
interface FlatLay {
  seed: number;
  /** Width of the frame in millimetres; the frame is 4 to 5. */
  across: number;
  /** Drawn first: cloths, cut pieces, prints. */
  steps: (shape: PlateShape) => readonly PlateStep[];
  /** Writes the height, two numbers of its own for `surface`, and which material lies there. */
  height: (plates: Plates) => (u: number, v: number, out: Sample) => void;
  /**
   * What lies at a place, where that can be told exactly: things with straight or round cut edges. Drawn heights know
   * an edge only to the pixel, which leaves a staircase along a slanted one.
   */
  kind?: (u: number, v: number) => number;
  /** Writes what lies there; `place` is what `height` wrote. */
  surface: (plates: Plates) => (u: number, v: number, place: Sample, out: Surface) => void;
  quality?: number;
}

/** Steepest slope that an edge cut exactly shows. */
const FLANK = 0.5;

/** Height over width of every product picture. */
const FORMAT = 1.25;

function createHeightReader(ground: Plate): (u: number, v: number) => number {
  const { width, height, left, top, data } = ground;
  const density = width / (ground.right - left);
  return (u, v) => {
    const x = Math.min(width - 1.001, Math.max(0, (u - left) * density - 0.5));
    const y = Math.min(height - 1.001, Math.max(0, (top - v) * density - 0.5));
    const ix = x | 0;
    const iy = y | 0;
    const tx = x - ix;
    const i = (iy * width + ix) * 4;
    const j = i + width * 4;
    const upper = (data[i] ?? 0) + ((data[i + 4] ?? 0) - (data[i] ?? 0)) * tx;
    const lower = (data[j] ?? 0) + ((data[j + 4] ?? 0) - (data[j] ?? 0)) * tx;
    return upper + (lower - upper) * (y - iy);
  };
}

/** Reads the fourth channel as it was written: half way between two materials there is no third. */
function createKindReader(ground: Plate): (u: number, v: number) => number {
  const { width, height, left, top, data } = ground;
  const density = width / (ground.right - left);
  return (u, v) => {
    const x = Math.min(width - 1, Math.max(0, ((u - left) * density) | 0));
    const y = Math.min(height - 1, Math.max(0, ((top - v) * density) | 0));
    return data[(y * width + x) * 4 + 3] ?? 0;
  };
}

/** Share of the sky that is open above a place: the highest rise in eight directions. */
function openSky(read: (u: number, v: number) => number, u: number, v: number, reach: number, turn: number): number {
  const here = read(u, v);
  let open = 0;
  for (let k = 0; k < 8; k++) {
    const angle = ((k + turn) * Math.PI) / 4;
    const du = Math.cos(angle);
    const dv = Math.sin(angle);
    let steepest = 0;
    for (let r = 0.02; r <= 1; r *= 1.9) {
      const away = reach * r;
      steepest = Math.max(steepest, (read(u + du * away, v + dv * away) - here) / away);
    }
    open += 1 - steepest / Math.sqrt(1 + steepest * steepest);
  }
  return open / 8;
}

/** The tallest height that can throw a shadow on each tile of the ground: whatever stands between it and the window. */
interface Skyline {
  columns: number;
  rows: number;
  tallest: Float32Array;
}

const TILE = 16;

function findSkyline(ground: Plate): Skyline {
  const columns = Math.ceil(ground.width / TILE);
  const rows = Math.ceil(ground.height / TILE);
  const own = new Float32Array(columns * rows);
  for (let y = 0; y < ground.height; y++) {
    for (let x = 0; x < ground.width; x++) {
      const tile = ((y / TILE) | 0) * columns + ((x / TILE) | 0);
      own[tile] = Math.max(own[tile] ?? 0, ground.data[(y * ground.width + x) * 4] ?? 0);
    }
  }
  const highest = own.reduce((a, b) => Math.max(a, b), 0);
  const density = ground.width / (ground.right - ground.left);
  // The window's lower edge stands at about 25 degrees.
  const reach = Math.ceil((highest * 2.2 * density) / TILE) + 1;
  const tallest = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let most = 0;
      for (let r = Math.max(0, row - reach); r <= Math.min(rows - 1, row + 1); r++) {
        for (let c = Math.max(0, column - reach); c <= Math.min(columns - 1, column + 1); c++) {
          most = Math.max(most, own[r * columns + c] ?? 0);
        }
      }
      tallest[row * columns + column] = most;
    }
  }
  return { columns, rows, tallest };
}

const RAYS_ACROSS = 4;
const RAYS_UP = 5;
const RAYS = RAYS_ACROSS * RAYS_UP;

/** Writes the mean direction to the part of the window a place can see, and how open the sky is. */
function lookAtWindow(ground: Plate, seed: number): (u: number, v: number, out: Sample) => void {
  const read = createHeightReader(ground);
  const { width, height, left, top, data } = ground;
  const skyline = findSkyline(ground);
  const density = width / (ground.right - left);
  const direction: Vector = [0, 0, 0];
  return (u, v, out) => {
    const bits = hash(Math.round(u * density), Math.round(v * density), seed);
    const jitterA = (bits & 1023) / 1024;
    const jitterB = ((bits >>> 10) & 1023) / 1024;
    const start = ((bits >>> 20) & 1023) / 1024;
    const here = read(u, v) + 0.6 / density;
    const x = Math.min(width - 1, Math.max(0, (u - left) * density));
    const y = Math.min(height - 1, Math.max(0, (top - v) * density));
    const tallest = skyline.tallest[((y / TILE) | 0) * skyline.columns + ((x / TILE) | 0)] ?? 0;
    out[0] = out[1] = out[2] = 0;
    for (let k = 0; k < RAYS; k++) {
      const a = (((k % RAYS_ACROSS) + jitterA) / RAYS_ACROSS) * 2 - 1;
      const b = ((((k / RAYS_ACROSS) | 0) + jitterB) / RAYS_UP) * 2 - 1;
      windowDirection(a, b, direction);
      const far = ((tallest - here) / direction[2]) * density;
      const steps = Math.min(32, Math.ceil(far * 0.5));
      const rise = direction[2] / density;
      let seen = true;
      for (let n = 0; n < steps && seen; n++) {
        const share = (n + start) / steps;
        const along = far * share * Math.sqrt(share);
        const px = (x + direction[0] * along) | 0;
        const py = (y - direction[1] * along) | 0;
        if (px < 0 || py < 0) break;
        seen = (data[(py * width + px) * 4] ?? 0) < here + rise * along;
      }
      if (!seen) continue;
      out[0] += direction[0] / RAYS;
      out[1] += direction[1] / RAYS;
      out[2] += direction[2] / RAYS;
    }
    out[3] = openSky(read, u, v, 45 + 0.5 * tallest, jitterB);
  };
}

/** Sets up a picture of things on the table. */
export function shootFromAbove(lay: FlatLay, width: number): Picture {
  const height = Math.round(width * FORMAT);
  const half = lay.across / 2;
  const density = width / lay.across;
  // A little more than the frame, for code that reads beside a pixel.
  const edge = half * 1.02;
  const shape: PlateShape = { left: -edge, right: edge, top: edge * FORMAT, bottom: -edge * FORMAT, density };
  return {
    width,
    height,
    seed: lay.seed,
    quality: lay.quality ?? 88,
    film: SERIES_FILM,
    steps: [
      ...lay.steps(shape),
      { name: "ground", shape, pixel: lay.height },
      {
        name: "light",
        shape: { ...shape, density: density / 2 },
        pixel: (plates) => lookAtWindow(findPlate(plates, "ground"), lay.seed),
      },
    ],
    frame: (plates) => {
      const ground = findPlate(plates, "ground");
      const light = findPlate(plates, "light");
      const read = createHeightReader(ground);
      const readKind = createKindReader(ground);
      const surface = lay.surface(plates);
      const place: Sample = [0, 0, 0, 0];
      const seen: Sample = [0, 0, 0, 0];
      const mirror: LightOut = [0, 0, 0];
      const here: Surface = { colour: [0, 0, 0], shine: 0, rough: 0.3, metal: false, slope: [0, 0], glint: [0, 0, 0] };
      const pixel = 1 / density;
      return (x, y, _random, out) => {
        out[0] = out[1] = out[2] = 0;
        for (let k = 0; k < 4; k++) {
          const u = (x + 0.25 + 0.5 * (k & 1)) / density - half;
          const v = half * FORMAT - (y + 0.25 + 0.5 * (k >> 1)) / density;
          let slopeX = (read(u + pixel, v) - read(u - pixel, v)) / (2 * pixel);
          let slopeY = (read(u, v + pixel) - read(u, v - pixel)) / (2 * pixel);
          const steep = Math.hypot(slopeX, slopeY);
          // The flank of a thing belongs to the thing, even where it shares a pixel with the table beneath.
          const uphill = steep > 0.7 && !lay.kind ? (1.4 * pixel) / steep : 0;
          const atU = u + slopeX * uphill;
          const atV = v + slopeY * uphill;
          readPlate(ground, atU, atV, place);
          place[3] = lay.kind ? lay.kind(u, v) : readKind(atU, atV);
          // Cut card has no flank to be seen from above, so what looks like one is only turned a little.
          if (lay.kind && steep > FLANK) {
            slopeX *= FLANK / steep;
            slopeY *= FLANK / steep;
          }
          readPlate(light, u, v, seen);
          here.shine = 0;
          here.rough = 0.3;
          here.metal = false;
          here.slope[0] = here.slope[1] = 0;
          here.glint[0] = here.glint[1] = here.glint[2] = 0;
          surface(atU, atV, place, here);
          slopeX += here.slope[0];
          slopeY += here.slope[1];
          const length = Math.sqrt(slopeX * slopeX + slopeY * slopeY + 1);
          const nx = -slopeX / length;
          const ny = -slopeY / length;
          const nz = 1 / length;
          const key = Math.max(0, nx * seen[0] + ny * seen[1] + nz * seen[2]) * falloff(u / half, v / half / FORMAT);
          const mirrors = fresnel(nz, here.shine);
          if (here.shine > 0) mirrored(2 * nz * nx, 2 * nz * ny, 2 * nz * nz - 1, here.rough, mirror);
          const open = seen[3];
          for (let c = 0; c < 3; c++) {
            const colour = here.colour[c] ?? 0;
            // Light that fell into a hollow comes out again in the colour of the thing.
            const fill = (FILL[c] ?? 0) * (open + (1 - open) * open * colour);
            const diffuse = colour * (key * (KEY[c] ?? 0) + fill);
            const shone = here.shine > 0 ? mirrors * open * (mirror[c] ?? 0) * (here.metal ? colour : 1) : 0;
            const glint = open * (here.glint[c] ?? 0);
            out[c] = (out[c] ?? 0) + 0.25 * (diffuse * (here.metal ? 0.25 : 1) + shone + glint);
          }
        }
      };
    },
  };
}
