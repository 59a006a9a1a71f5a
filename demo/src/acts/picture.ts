/** What an act's picture is: a sheet of screen pixels, ready to be written. */

/** Three bytes a pixel, sRGB. */
export interface Sheet {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A picture of an act. */
export interface ActPicture {
  /** Width of the published picture, in pixels. */
  fullWidth: number;
  /** JPEG quality, 1 to 100: as low as the picture allows, since the acts are only for the gallery. */
  quality: number;
  /** Draws it that many pixels wide; small ones are for trying things out. */
  draw: (width: number) => Promise<Sheet>;
}

/** An act's pictures by their path in its content folder, without ending: `images/wasp`. */
export type ActPictures = Readonly<Record<string, ActPicture>>;
