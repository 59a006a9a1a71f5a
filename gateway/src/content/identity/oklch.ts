import { toGrey, toLinear } from "../../lib/luminance.ts";

/** A colour as OKLCH: lightness from 0 to 1, chroma from 0 to about 0.32, hue in degrees. */
export type Oklch = { l: number; c: number; h: number };

/** Linear light of red, green and blue, from 0 to 1 within sRGB. */
type Light = readonly [red: number, green: number, blue: number];

/** @param hex a colour as `#d83b65` */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = toLight(hex);
  // Source of both matrices and of their inverses below: bottosson.github.io/posts/oklab, "Converting from linear sRGB".
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const yellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: lightness, c: Math.hypot(a, yellow), h: (Math.atan2(yellow, a) * 180) / Math.PI };
}

/** @returns the colour as `#d83b65`, with as much of its chroma as sRGB has at this lightness and hue */
export function toHex({ l, c, h }: Oklch): string {
  const light = fromOklch(l, isInSrgb(fromOklch(l, c, h)) ? c : highestChroma(l, c, h), h);
  return `#${light
    .map((channel) =>
      Math.round(toGrey(Math.min(1, Math.max(0, channel))))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** Halves the chroma's range until it is known to less than a thousandth. */
function highestChroma(l: number, c: number, h: number): number {
  let [least, most] = [0, c];
  while (most - least > 5e-4) {
    const middle = (least + most) / 2;
    if (isInSrgb(fromOklch(l, middle, h))) least = middle;
    else most = middle;
  }
  return least;
}

/** The contrast of two colours, from 1 to 21. Source: WCAG 2.2, relative luminance and contrast ratio. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = toLight(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function fromOklch(lightness: number, c: number, h: number): Light {
  const a = c * Math.cos((h * Math.PI) / 180);
  const yellow = c * Math.sin((h * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * yellow) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * yellow) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * yellow) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function isInSrgb(light: Light): boolean {
  return light.every((channel) => channel > -1e-4 && channel < 1 + 1e-4);
}

function toLight(hex: string): Light {
  const value = Number.parseInt(hex.slice(1), 16);
  return [toLinear(value >> 16), toLinear((value >> 8) & 255), toLinear(value & 255)];
}
