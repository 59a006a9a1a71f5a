/**
 * Things standing on the table, photographed from the front through a long lens. The window hangs where it hangs in
 * every picture of the series, to the upper left as the lens sees it.
 */
import type { LightOut } from "../colour.ts";
import type { Picture, PlateStep, Plates } from "../picture.ts";
import { findPlate } from "../picture.ts";
import type { Sample } from "../view.ts";
import { readPlate } from "../view.ts";
import type { Plaster } from "./plaster.ts";
import type { Solid } from "./ray.ts";
import { dot, enterBall, faceOut, goAlong, march, normalize, openSky } from "./ray.ts";
import type { Vector } from "./window-light.ts";
import { FILL, falloff, fresnel, KEY, mirrored, SERIES_FILM, windowDirection } from "./window-light.ts";

/** What a place of a solid is made of. */
export interface SolidSurface {
  /** Share of light thrown back, per channel. */
  colour: LightOut;
  /** Share mirrored head on: 0 for cloth, 0.04 for enamel. */
  shine: number;
  /** 0 is a mirror, 0.3 satin. */
  rough: number;
  /** Added to the direction out of the surface: relief too fine for the distance field. */
  tilt: Vector;
}

/** A picture taken from the front. */
interface TableTop extends Solid {
  seed: number;
  /** Width of the frame in millimetres, at the place looked at. */
  across: number;
  lookAt: Readonly<Vector>;
  /** How far above the table's level the lens looks down from, in radians. */
  elevation: number;
  plaster: Plaster;
  steps: readonly PlateStep[];
  surface: (plates: Plates) => (x: number, y: number, z: number, out: SolidSurface) => void;
}

const FORMAT = 1.25;
/** Lens distance in widths of the frame: a portrait lens. */
const LENS = 4.2;
/** Samples of the window for each of the four samples of a pixel. */
const RAYS = 4;

/** The lens's own axes, in the table's. */
interface Camera {
  up: Readonly<Vector>;
  /** From the thing to the lens. */
  back: Readonly<Vector>;
}

/** Turns a direction of the picture (right, up, to the lens) into one of the table. */
function toTable({ up, back }: Camera, v: Readonly<Vector>, out: Vector): void {
  const [a, b, c] = v;
  out[0] = a;
  out[1] = b * up[1] + c * back[1];
  out[2] = b * up[2] + c * back[2];
}

/** Mean direction to the window. Its length is the share of the light that remains when the directions are averaged. */
function meanWindow(camera: Camera): Vector {
  const sum: Vector = [0, 0, 0];
  const local: Vector = [0, 0, 0];
  const count = 12;
  for (let k = 0; k < count * count; k++) {
    windowDirection((2 * (k % count) + 1) / count - 1, (2 * Math.floor(k / count) + 1) / count - 1, local);
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (local[c] ?? 0) / (count * count);
  }
  const mean: Vector = [0, 0, 0];
  toTable(camera, sum, mean);
  return mean;
}

/** The table, drawn ahead: its colour, and its height in the fourth channel. */
function tableStep({ across, elevation, plaster }: TableTop, width: number): PlateStep {
  const deep = (FORMAT * across) / Math.sin(elevation);
  const shape = { left: -across * 0.75, right: across * 0.75, top: deep * 1.05, bottom: -deep * 0.5 };
  const colour: LightOut = [0, 0, 0];
  return {
    name: "table",
    shape: { ...shape, density: (0.6 * width) / across },
    pixel: () => (x, y, out) => {
      plaster.colour(x, y, colour);
      [out[0], out[1], out[2]] = colour;
      out[3] = plaster.height(x, y);
    },
  };
}

/** Sets up a picture of something on the table. */
export function shootFromFront(scene: TableTop, width: number): Picture {
  const height = Math.round(width * FORMAT);
  return {
    width,
    height,
    seed: scene.seed,
    quality: 88,
    film: SERIES_FILM,
    steps: [...scene.steps, tableStep(scene, width)],
    frame: (plates) => {
      const look = createLook(scene, plates);
      return (x, y, random, out) => {
        out[0] = out[1] = out[2] = 0;
        for (let part = 0; part < 4; part++) {
          const a = ((x + 0.25 + 0.5 * (part & 1)) / width - 0.5) * scene.across;
          const b = (0.5 - (y + 0.25 + 0.5 * (part >> 1)) / height) * scene.across * FORMAT;
          const isOpenTable = look(a, b, part, random, out);
          if (!isOpenTable || part > 0) continue;
          // The empty table looks the same all over a pixel, so one sample is enough.
          for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * 4;
          return;
        }
      };
    },
  };
}

/**
 * Makes the function that adds a quarter of the light coming from a place of the frame, in millimetres from its
 * middle, and says whether it was open table with nothing near.
 */
function createLook(
  scene: TableTop,
  plates: Plates,
): (a: number, b: number, part: number, random: () => number, out: LightOut) => boolean {
  const { across, lookAt, plaster, elevation } = scene;
  const camera: Camera = {
    up: [0, Math.sin(elevation), Math.cos(elevation)],
    back: [0, -Math.cos(elevation), Math.sin(elevation)],
  };
  const surface = scene.surface(plates);
  const table = findPlate(plates, "table");
  const mean = meanWindow(camera);
  const eye: Vector = [0, 0, 0];
  goAlong(lookAt, camera.back, across * LENS, eye);
  const tableLight: LightOut = [0, 0, 0];
  plaster.colour(0, 0, tableLight);
  for (let c = 0; c < 3; c++) tableLight[c] = (tableLight[c] ?? 0) * (0.6 * (KEY[c] ?? 0) + (FILL[c] ?? 0));

  // Overwritten by every ray and reused, because creating them millions of times costs more than the light.
  const ray: Vector = [0, 0, 0];
  const place: Vector = [0, 0, 0];
  const facing: Vector = [0, 0, 0];
  const start: Vector = [0, 0, 0];
  const local: Vector = [0, 0, 0];
  const toWindow: Vector = [0, 0, 0];
  const bounced: Vector = [0, 0, 0];
  const mirror: LightOut = [0, 0, 0];
  const sample: Sample = [0, 0, 0, 0];
  const here: SolidSurface = { colour: [0, 0, 0], shine: 0, rough: 0.3, tilt: [0, 0, 0] };

  const readTable = (): void => {
    const step = across / 700;
    readPlate(table, place[0] + step, place[1], sample);
    const right = sample[3];
    readPlate(table, place[0], place[1] + step, sample);
    const behind = sample[3];
    readPlate(table, place[0], place[1], sample);
    [here.colour[0], here.colour[1], here.colour[2]] = sample;
    facing[0] = (sample[3] - right) / step;
    facing[1] = (sample[3] - behind) / step;
    facing[2] = 1;
  };

  /** Finds what the ray meets, and says whether it is the table. */
  const meet = (): boolean => {
    const tableAt = -eye[2] / ray[2];
    const solidAt = march(scene, eye, ray, 0, 140);
    const onTable = solidAt < 0 || solidAt > tableAt;
    goAlong(eye, ray, onTable ? tableAt : solidAt, place);
    here.shine = 0;
    here.rough = 0.3;
    here.tilt[0] = here.tilt[1] = here.tilt[2] = 0;
    if (onTable) readTable();
    else {
      faceOut(scene, place, facing);
      surface(place[0], place[1], place[2], here);
      for (let k = 0; k < 3; k++) facing[k] = (facing[k] ?? 0) + (here.tilt[k] ?? 0);
    }
    normalize(facing);
    return onTable;
  };

  /** Light of the window, or -1 where nothing can block it. */
  const lookAtWindow = (onTable: boolean, part: number, random: () => number): number => {
    let key = 0;
    let isFree = onTable;
    for (let k = 0; k < RAYS; k++) {
      windowDirection(((k + random()) / RAYS) * 2 - 1, ((part + random()) / 4) * 2 - 1, local);
      toTable(camera, local, toWindow);
      isFree = isFree && enterBall(scene, start, toWindow) < 0;
      const cosine = dot(facing, toWindow);
      if (cosine > 0 && march(scene, start, toWindow, 0, 28) < 0) key += cosine / RAYS;
    }
    return isFree ? -1 : key;
  };

  const lookIntoMirror = (facingLens: number, open: number): void => {
    for (let k = 0; k < 3; k++) bounced[k] = (ray[k] ?? 0) + 2 * facingLens * (facing[k] ?? 0);
    if (march(scene, start, bounced, 0.5, 20) > 0) {
      for (let c = 0; c < 3; c++) mirror[c] = 0.5 * (here.colour[c] ?? 0) * open;
    } else if (bounced[2] < -0.02) {
      for (let c = 0; c < 3; c++) mirror[c] = (tableLight[c] ?? 0) * 0.75;
    } else {
      mirrored(bounced[0], dot(bounced, camera.up), dot(bounced, camera.back), here.rough, mirror);
    }
  };

  return (a, b, part, random, out) => {
    toTable(camera, [a, b, -across * LENS], ray);
    normalize(ray);
    const onTable = meet();
    goAlong(place, facing, 0.4, start);
    const seen = lookAtWindow(onTable, part, random);
    const isFree = seen < 0;
    const key = (isFree ? Math.max(0, dot(facing, mean)) : seen) * falloff((2 * a) / across, (2 * b) / across / FORMAT);
    const open = openSky(scene, place, facing, onTable);
    const facingLens = -dot(facing, ray);
    const mirrors = here.shine > 0 ? fresnel(facingLens, here.shine) * (1 - 0.6 * here.rough) : 0;
    if (mirrors > 0) lookIntoMirror(facingLens, open);
    // What faces down is lit by the table.
    const below = onTable ? 0 : 0.5 - 0.5 * facing[2];
    for (let c = 0; c < 3; c++) {
      const colour = here.colour[c] ?? 0;
      const sky = (FILL[c] ?? 0) * (open + (1 - open) * open * colour);
      const bounce = 0.34 * below * open * (tableLight[c] ?? 0);
      const diffuse = colour * (key * (KEY[c] ?? 0) + sky + bounce) * (1 - mirrors);
      out[c] = (out[c] ?? 0) + 0.25 * (diffuse + mirrors * (mirror[c] ?? 0));
    }
    return isFree && open === 1;
  };
}
