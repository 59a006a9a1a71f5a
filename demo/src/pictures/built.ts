/** Things people built: a breakwater, a harbour light, a cabin. Painted from the front, in metres, like a stage flat. */
import type { Light, LightOut } from "./colour.ts";
import { fbm2, hash, noise2, smooth } from "./noise.ts";
import type { Plate, View } from "./view.ts";
import { lay } from "./view.ts";

/** Writes the light at a place of the flat and returns its cover, 0 to 1; x to the right, y above the water. */
export type Flat = (x: number, y: number, out: LightOut) => number;

/** Paints a flat standing `distance` metres away over what the plate holds, with 16 samples for each pixel. */
export function paintFlat(
  plate: Plate,
  view: View,
  distance: number,
  box: { left: number; right: number; bottom: number; top: number },
  flat: Flat,
): void {
  const scale = plate.width / (plate.right - plate.left) / distance;
  const toMetresX = (px: number): number => px / scale + plate.left * distance;
  const toMetresY = (py: number): number => plate.top * distance + view.eye - py / scale;
  const fromX = Math.max(0, Math.floor((box.left - plate.left * distance) * scale));
  const toX = Math.min(plate.width - 1, Math.ceil((box.right - plate.left * distance) * scale));
  const fromY = Math.max(0, Math.floor((plate.top * distance + view.eye - box.top) * scale));
  const toY = Math.min(plate.height - 1, Math.ceil((plate.top * distance + view.eye - box.bottom) * scale));
  const colour: LightOut = [0, 0, 0];
  for (let py = fromY; py <= toY; py++) {
    for (let px = fromX; px <= toX; px++) {
      let cover = 0;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let k = 0; k < 16; k++) {
        const x = toMetresX(px + ((k & 3) + 0.5) / 4);
        const y = toMetresY(py + ((k >> 2) + 0.5) / 4);
        if (y < box.bottom) continue;
        const part = flat(x, y, colour);
        cover += part;
        red += part * colour[0];
        green += part * colour[1];
        blue += part * colour[2];
      }
      if (cover > 0) lay(plate, px, py, cover / 16, red / cover, green / cover, blue / cover);
    }
  }
}

/** Light falling on built things. */
interface Lighting {
  /** From the sky all round, and from the afterglow, which is behind and to the left. */
  sky: Light;
  rim: Light;
}

/** A breakwater of quarried blocks from `from` to `to`, its crest `high` metres above the water. */
export function createBreakwater(from: number, to: number, high: number, light: Lighting, seed: number): Flat {
  return (x, y, out) => {
    const end = Math.min(x - from, to - x);
    if (end < -2.5) return 0;
    let shade = -1;
    const fine = Math.min(1, 0.3 + 0.34 * high);
    // Heaped blocks, back row first: each is cut by a few planes of its own, so none is round.
    for (let row = 0; row < 5; row++) {
      const size = (1.9 - row * 0.22) * fine;
      const cell = Math.floor(x / size);
      for (let i = cell - 1; i <= cell + 1; i++) {
        const bits = hash(i, row, seed);
        const unit = (shift: number): number => ((bits >>> shift) & 255) / 255;
        const cx = (i + 0.15 + 0.7 * unit(0)) * size;
        const inside = Math.min(cx - from, to - cx);
        const ramp = smooth(-1, 3.2, inside);
        const sunk = 0.5 * fine * smooth(3.2, 0, inside) + 0.5 * Math.max(0, -inside);
        const cy = high * ramp * (0.74 - row * 0.24) + (unit(8) - 0.5) * 0.55 * fine - sunk;
        const reach = size * (0.38 + 0.3 * unit(16));
        let off = -9;
        let face = 0;
        for (let k = 0; k < 6; k++) {
          const turn = k * 1.047 + 0.9 * (((hash(i, k, seed + row) >>> 4) & 255) / 255);
          const along = ((x - cx) * 0.8 * Math.cos(turn) + (y - cy) * 1.35 * Math.sin(turn)) / reach;
          if (along > off) {
            off = along;
            face = Math.sin(turn) - 0.3 * Math.cos(turn);
          }
        }
        if (off + 0.06 * noise2(x * 5, y * 5, seed) > 0.78) continue;
        const facing = smooth(0.1, 0.75, off) * Math.max(0, face);
        shade =
          (0.1 + 0.16 * unit(8) + 0.55 * facing) * (0.8 + 0.4 * noise2(x * 7, y * 9, seed + 1)) * (1 - 0.08 * row);
      }
    }
    if (shade < 0) {
      if (end < 0 || y > high * 0.5 * smooth(-1, 3.2, end)) return 0;
      shade = 0.05;
    }
    const wet = 0.2 + 0.8 * smooth(0.2, 0.7, y);
    for (let c = 0; c < 3; c++) out[c] = shade * wet * ((light.sky[c] ?? 0) * 0.42 + (light.rim[c] ?? 0) * 0.1 * shade);
    return 1;
  };
}

/**
 * A small round harbour light on a square footing.
 *
 * @param x middle
 * @param foot height of the crest it stands on
 * @param tall to the top of the tower, without the lantern
 * @param lamp radiance of the lit lantern
 */
export function createHarbourLight(x: number, foot: number, tall: number, light: Lighting, lamp: Light): Flat {
  const gallery = foot + tall;
  return (px, py, out) => {
    const dx = px - x;
    const y = py - foot;
    let half = 0;
    let paint = 0.55;
    let glow = 0;
    if (y < 0.9) {
      half = 1.7;
      paint = 0.2;
    } else if (py < gallery) {
      half = 1.12 - 0.34 * ((y - 0.9) / (tall - 0.9));
      // One dark band: day mark of a starboard light.
      if (y > tall * 0.52 && y < tall * 0.76) paint = 0.14;
      if (Math.abs(dx - 0.1) < 0.16 && y > tall * 0.36 && y < tall * 0.36 + 0.5) paint = 0.03;
      if (Math.abs(dx + 0.1) < 0.32 && y > 0.9 && y < 2.6) paint = 0.06;
    } else if (py < gallery + 0.16) {
      half = 1.18;
      paint = 0.12;
    } else if (py < gallery + 0.95 && Math.abs(dx) > 0.62) {
      // Railing: thin posts and two rails.
      const post = Math.abs(((((dx * 4) % 1) + 1) % 1) - 0.5) < 0.1;
      const rail = Math.abs(py - gallery - 0.9) < 0.035 || Math.abs(py - gallery - 0.5) < 0.025;
      if (Math.abs(dx) > 1.12 || !(post || rail)) return 0;
      half = 1.2;
      paint = 0.06;
    } else if (py < gallery + 1.35) {
      half = 0.6;
      const bars = Math.abs(((((dx * 2.6) % 1) + 1) % 1) - 0.5) < 0.07;
      glow = bars ? 0.02 : 0.035 + Math.exp(-((dx / 0.2) ** 2) - ((py - gallery - 0.7) / 0.24) ** 2);
      paint = 0.1;
    } else if (py < gallery + 1.95) {
      half = 0.72 * Math.sqrt(Math.max(0, 1 - ((py - gallery - 1.35) / 0.6) ** 2));
      paint = 0.08;
    } else if (py < gallery + 2.9) {
      half = 0.03;
      paint = 0.08;
    }
    if (Math.abs(dx) > half) return 0;
    const turn = dx / half;
    const rim = smooth(0.35, 1, -turn) ** 1.5;
    const weather = 0.85 + 0.25 * fbm2(px * 2.2, py * 0.6, 3, 5);
    // Light thrown down on the gallery and the tower's shoulder by the lamp above.
    const spill = py < gallery ? 0.012 * Math.exp((py - gallery) / 0.8) : 0.02;
    for (let c = 0; c < 3; c++) {
      const lit = (light.sky[c] ?? 0) * (0.55 - 0.25 * turn) + (light.rim[c] ?? 0) * rim * 0.8 + (lamp[c] ?? 0) * spill;
      out[c] = paint * weather * lit + glow * (lamp[c] ?? 0);
    }
    return 1;
  };
}

/** A board cabin with a lit porch along its front, its middle at x, floor at `floor` metres above the water. */
export function createCabin(x: number, floor: number, light: Lighting, lamp: Light): Flat {
  const lampX = 0.75;
  const lampY = 2.05;
  const windows = [-2.1, 2.55];
  return (px, py, out) => {
    const dx = px - x;
    const y = py - floor;
    const from = Math.hypot(dx - lampX, (y - lampY) * 1.1);
    const warm = 1 / (1 + (from / 0.75) ** 2);
    let sky = 0;
    let spill = 0;
    let bright = 0;
    const inWall = Math.abs(dx) < 3.7 && y < 2.5 && y > 0;
    const roof = y >= 2.3 && y < 4.9 && Math.abs(dx) < 4.25 - (y - 2.3) * 0.22;
    if (Math.abs(dx - 2.2) < 0.32 && y > 4.4 && y < 5.7) sky = 0.12;
    else if (roof) {
      // Shingles, darker in the lap of each course; the eave's edge takes light from below.
      sky = 0.2 + 0.05 * noise2(px * 3, Math.floor(y / 0.17) * 3.1, 4) - ((y / 0.17) % 1 < 0.2 ? 0.06 : 0);
      if (y < 2.42) spill = 0.1;
    } else if (inWall) {
      const board = (((y / 0.19) % 1) + 1) % 1 < 0.12 ? 0.55 : 1;
      sky = 0.03;
      spill = 0.42 * board * (0.9 + 0.2 * fbm2(px * 5, py * 0.8, 3, 12));
      for (const [i, middle] of windows.entries()) {
        const wx = Math.abs(dx - middle);
        const wy = Math.abs(y - 1.42);
        if (wx < 0.62 && wy < 0.6) {
          const frame = wx > 0.54 || wy > 0.52 || wx < 0.025 || Math.abs(y - 1.42) < 0.02;
          const curtain = smooth(0.1, 0.6, wx + 0.06 * noise2(y * 5, middle, 3));
          bright = frame ? 0 : (i === 0 ? 0.075 : 0.05) * (1 - 0.55 * curtain) * (0.75 + 0.35 * (y - 0.9));
          if (!frame) spill = 0;
          else spill *= 0.5;
        }
      }
      const door = Math.abs(dx + 0.05) < 0.46 && y < 2.02;
      if (door) spill *= 0.35;
      if (Math.hypot(dx - lampX, y - lampY) < 0.11) bright = 1;
    } else if (y <= 0 && y > -0.24 && Math.abs(dx) < 4.2) {
      sky = 0.06;
      spill = 0.25;
    } else if (y <= -0.24 && y > -1.7 && Math.abs(dx + 0.05) < 0.75) {
      // Steps down to the bank, each tread lit from above.
      const tread = (((y / 0.2) % 1) + 1) % 1;
      sky = 0.03;
      spill = tread > 0.72 ? 0.4 : 0.08;
    } else if (y <= -0.24 && y > -1.7 && Math.abs(dx) < 4.1) {
      // Lattice over the crawl space, dim.
      const lattice =
        Math.abs((((((dx + y) * 5) % 1) + 1) % 1) - 0.5) < 0.14 ||
        Math.abs((((((dx - y) * 5) % 1) + 1) % 1) - 0.5) < 0.14;
      sky = lattice ? 0.09 : 0.012;
      spill = lattice ? 0.05 : 0;
    } else return 0;
    // Porch posts and rail are in front of the lit wall, so they look dark with a warm edge.
    const post = Math.min(...[-4, -1.6, 1.5, 4].map((at) => Math.abs(dx - at)));
    const rail = y > 0 && y < 0.95 && (dx < -0.75 || dx > 0.95) && Math.abs(dx) < 4.05;
    const picket = Math.abs(((((dx * 5) % 1) + 1) % 1) - 0.5) < 0.13;
    if (y > 0 && y < 2.42 && post < 0.075) [sky, spill, bright] = [0.05, 0.05, 0];
    else if (rail && (y > 0.86 || y < 0.14 || picket)) [sky, spill, bright] = [0.05, 0.045, 0];
    for (let c = 0; c < 3; c++) {
      out[c] = (light.sky[c] ?? 0) * sky + (lamp[c] ?? 0) * (spill * warm * 0.16 + bright);
    }
    return 1;
  };
}
