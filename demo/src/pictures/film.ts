/** The dark room: glow inside lens and film, the tone curve of slide film, grain, and eight bits at the very end. */
import { luminance } from "./colour.ts";
import { createRandom } from "./noise.ts";

/** How a picture is developed. */
export interface FilmRecipe {
  /** Multiplies the light before the curve. */
  exposure: number;
  /** Share of bright light spread by the lens, and the red ring it leaves in the film base. */
  bloom: number;
  halation: number;
  /** Darkening of the corners, 0 to 1. */
  vignette: number;
  /** Grain in the mid tones, in steps of 255. */
  grain: number;
  saturation: number;
  /** Screen value (0 to 1) to which the deepest black is lifted, per channel: film is never quite black. */
  black: readonly [number, number, number];
}

interface Sheet {
  width: number;
  height: number;
  data: Float32Array;
}

/** Averages blocks of pixels, keeping only light above a threshold: what is bright enough to bloom. */
function shrinkBright(source: Float32Array, width: number, height: number, by: number, above: number): Sheet {
  const small = { width: Math.ceil(width / by), height: Math.ceil(height / by) };
  const data = new Float32Array(small.width * small.height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * 3;
      const r = source[i] ?? 0;
      const g = source[i + 1] ?? 0;
      const b = source[i + 2] ?? 0;
      const level = luminance(r, g, b);
      const keep = level <= 0 ? 0 : Math.min(40, Math.max(0, level - above)) / level / (by * by);
      const j = (((y / by) | 0) * small.width + ((x / by) | 0)) * 3;
      data[j] = (data[j] ?? 0) + r * keep;
      data[j + 1] = (data[j + 1] ?? 0) + g * keep;
      data[j + 2] = (data[j + 2] ?? 0) + b * keep;
    }
  }
  return { ...small, data };
}

/** Blurs with three box passes each way, which comes close to a bell curve of that deviation in pixels. */
function blur(sheet: Sheet, deviation: number): Sheet {
  const { width, height } = sheet;
  const radius = Math.max(1, Math.round(deviation * 0.98));
  let from = Float32Array.from(sheet.data);
  let to = new Float32Array(from.length);
  const pass = (count: number, lines: number, step: number, lineStep: number): void => {
    for (let line = 0; line < lines; line++) {
      for (let c = 0; c < 3; c++) {
        const start = line * lineStep + c;
        const get = (k: number): number => from[start + Math.min(count - 1, Math.max(0, k)) * step] ?? 0;
        let sum = 0;
        for (let k = -radius; k <= radius; k++) sum += get(k);
        for (let k = 0; k < count; k++) {
          to[start + k * step] = sum / (2 * radius + 1);
          sum += get(k + radius + 1) - get(k - radius);
        }
      }
    }
    [from, to] = [to, from];
  };
  for (let i = 0; i < 3; i++) {
    pass(width, height, 3, width * 3);
    pass(height, width, width * 3, 3);
  }
  return { width, height, data: from };
}

function readSheet(sheet: Sheet, x: number, y: number, c: number): number {
  const px = Math.min(sheet.width - 1.001, Math.max(0, x * sheet.width - 0.5));
  const py = Math.min(sheet.height - 1.001, Math.max(0, y * sheet.height - 0.5));
  const ix = px | 0;
  const iy = py | 0;
  const i = (iy * sheet.width + ix) * 3 + c;
  const j = i + sheet.width * 3;
  const { data } = sheet;
  const top = (data[i] ?? 0) + ((data[i + 3] ?? 0) - (data[i] ?? 0)) * (px - ix);
  const bottom = (data[j] ?? 0) + ((data[j + 3] ?? 0) - (data[j] ?? 0)) * (px - ix);
  return top + (bottom - top) * (py - iy);
}

/** Field of grain: fine crystals and the clumps they form, deviation about 1. */
function growGrain(width: number, height: number, seed: number): Float32Array {
  const random = createRandom(seed);
  const raw = new Float32Array(width * height);
  for (let i = 0; i < raw.length; i++) raw[i] = random() + random() + random() - 1.5;
  const grain = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const up = (y === 0 ? height - 1 : y - 1) * width;
    const row = y * width;
    const down = (y === height - 1 ? 0 : y + 1) * width;
    for (let x = 0; x < width; x++) {
      const l = x === 0 ? width - 1 : x - 1;
      const r = x === width - 1 ? 0 : x + 1;
      const cross = (raw[row + l] ?? 0) + (raw[row + r] ?? 0) + (raw[up + x] ?? 0) + (raw[down + x] ?? 0);
      const corners = (raw[up + l] ?? 0) + (raw[up + r] ?? 0) + (raw[down + l] ?? 0) + (raw[down + r] ?? 0);
      grain[row + x] = 1.5 * (raw[row + x] ?? 0) + 0.7 * cross + 0.35 * corners;
    }
  }
  return grain;
}

/** Slide film: a soft toe, a long straight middle, a shoulder. Source: fit to ACES by Krzysztof Narkowicz, 2016. */
function toneCurve(x: number): number {
  return Math.min(1, Math.max(0, (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)));
}

function toScreen(linear: number): number {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
}

/**
 * Develops linear light into screen pixels.
 *
 * @param light three numbers a pixel
 * @returns three bytes a pixel, sRGB
 */
export function develop(
  light: Float32Array,
  width: number,
  height: number,
  film: FilmRecipe,
  seed: number,
): Uint8Array {
  const by = Math.max(1, Math.round(width / 960));
  const bright = shrinkBright(light, width, height, by, 0.55 / film.exposure);
  const rings = blur(bright, bright.width * 0.0022);
  const tight = blur(bright, bright.width * 0.007);
  const wide = blur(bright, bright.width * 0.035);
  const grain = growGrain(width, height, seed);
  const tint = growGrain(width, height, seed + 1);
  const bytes = new Uint8Array(width * height * 3);
  const rgb: [number, number, number] = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    const v = (y + 0.5) / height;
    for (let x = 0; x < width; x++) {
      const u = (x + 0.5) / width;
      const i = (y * width + x) * 3;
      const corner = ((u - 0.5) ** 2 + (v - 0.5) ** 2) / 0.5;
      const fall = film.exposure * (1 - film.vignette * corner * corner - film.vignette * 0.35 * corner);
      for (let c = 0; c < 3; c++) {
        const ring = readSheet(rings, u, v, c === 0 ? 0 : 1) * (c === 0 ? 1 : c === 1 ? 0.22 : 0.06);
        const glow = 0.6 * readSheet(tight, u, v, c) + 0.4 * readSheet(wide, u, v, c);
        rgb[c] = fall * ((light[i + c] ?? 0) + film.bloom * glow + film.halation * ring);
      }
      const grey = luminance(rgb[0], rgb[1], rgb[2]);
      const level = toScreen(toneCurve(grey));
      // Grain shows most in the lower mid tones; pure black and white show none.
      const amount = (film.grain * (0.35 + 2.6 * Math.sqrt(level) * (1 - level) ** 1.4)) / 1.6;
      for (let c = 0; c < 3; c++) {
        const value = toneCurve(Math.max(0, grey + ((rgb[c] ?? 0) - grey) * film.saturation));
        const black = film.black[c] ?? 0;
        const shared = (grain[y * width + x] ?? 0) * 0.85;
        // Three dye layers, each a little on its own: the same field read from three places.
        const own = tint[(y * width + x + c * 7919) % tint.length] ?? 0;
        const screen = (black + (1 - black) * toScreen(value)) * 255 + amount * (shared + own * 0.45);
        bytes[i + c] = Math.min(255, Math.max(0, Math.round(screen)));
      }
    }
  }
  return bytes;
}
