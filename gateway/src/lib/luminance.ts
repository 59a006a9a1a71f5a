/** Light of colours. Source of the formulas: WCAG 2.2, relative luminance and contrast ratio. */

/** The light of a channel from 0 to 255, as a share. */
export function toLinear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance of a colour, from 0 to 1. */
export function luminanceOf(red: number, green: number, blue: number): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

/** The channel of a grey with this luminance, from 0 to 255: the inverse of {@link toLinear}. */
export function toGrey(luminance: number): number {
  const share = luminance <= 0.0031308 ? luminance * 12.92 : 1.055 * luminance ** (1 / 2.4) - 0.055;
  return share * 255;
}
