/** What a picture is made of, in the order it is made: plates first, then the frame that looks at them, then film. */
import type { LightOut } from "./colour.ts";
import type { FilmRecipe } from "./film.ts";
import type { Plate, PlateShape, Sample } from "./view.ts";

/** Plates drawn so far, by name. */
export type Plates = ReadonlyMap<string, Plate>;

/**
 * One plate to draw: each pixel by itself, shared out over the workers; in one piece, with a brush; or in one piece
 * from typeset text, which needs a browser.
 */
export type PlateStep = { name: string; shape: PlateShape } & (
  | { pixel: (plates: Plates) => (u: number, v: number, out: Sample) => void }
  | { whole: (plate: Plate, plates: Plates) => void }
  | { printed: (plate: Plate) => Promise<void> }
);

/** A picture at one size. */
export interface Picture {
  width: number;
  height: number;
  seed: number;
  film: FilmRecipe;
  /** JPEG quality, 1 to 100. */
  quality: number;
  steps: readonly PlateStep[];
  /** Makes the words laid over the developed picture, as a PNG of its size. */
  lettering?: (width: number, height: number) => Promise<Buffer>;
  /** Makes the function that writes the linear light of a pixel, counted from the top left. */
  frame: (plates: Plates) => (x: number, y: number, random: () => number, out: LightOut) => void;
}

/** Makes a picture that many pixels wide; small ones are for trying things out. */
export type CreatePicture = (width: number) => Picture;

/** Finds the plate with that name. Steps run in order, so a missing one is a mistake in the scene. */
export function findPlate(plates: Plates, name: string): Plate {
  const plate = plates.get(name);
  if (!plate) throw new Error(`No plate called "${name}" was drawn before this one`);
  return plate;
}

/** The step that draws the sky, which nothing covers, on a plate called "sky". */
export function skyStep(shape: PlateShape, sky: (u: number, v: number, out: LightOut) => void): PlateStep {
  return {
    name: "sky",
    shape,
    pixel: () => {
      const light: LightOut = [0, 0, 0];
      return (u, v, out) => {
        sky(u, v, light);
        out[0] = light[0];
        out[1] = light[1];
        out[2] = light[2];
        out[3] = 1;
      };
    },
  };
}
