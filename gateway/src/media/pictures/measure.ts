import sharp from "sharp";
import { luminanceOf } from "../../lib/luminance.ts";

/** Size of a picture in pixels, upright, and its mean relative luminance, from 0 to 1. */
export type Measured = { width: number; height: number; luminance: number };

/** Side of the square in which the light of a picture is measured, in pixels. */
const MEASURED_SIDE = 32;

/** @throws {Error} if the file is not a picture */
export async function measure(file: string): Promise<Measured> {
  const { width, height } = (await sharp(file).metadata()).autoOrient;
  const { data, info } = await sharp(file)
    .resize(MEASURED_SIDE, MEASURED_SIDE, { fit: "fill" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // A grey picture has one channel.
  const [red, green, blue] = info.channels < 3 ? [0, 0, 0] : [0, 1, 2];
  let sum = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    sum += luminanceOf(data[at + red] ?? 0, data[at + green] ?? 0, data[at + blue] ?? 0);
  }
  return { width, height, luminance: sum / MEASURED_SIDE ** 2 };
}
