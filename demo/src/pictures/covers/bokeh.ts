/** Lamps far out of focus: each is the lens's own aperture thrown on the film as a disc. */
import type { Light } from "../colour.ts";
import { hash, noise2, smooth } from "../noise.ts";
import type { Plate } from "../view.ts";

/** One lamp. Lengths are fractions of the sleeve's side. */
interface Bulb {
  x: number;
  y: number;
  /** Radius of its disc: how far out of focus it is. */
  radius: number;
  /** Light of the disc. */
  light: Light;
}

const BLADES = 9;

/** Adds a lamp to a plate made with `wholeSleeve`. */
export function throwBulb(plate: Plate, bulb: Bulb): void {
  const { width, height, data } = plate;
  const middleX = bulb.x * width;
  const middleY = bulb.y * width;
  const radius = bulb.radius * width;
  const soft = 0.06 * radius + 1;
  const turn = 0.4;
  const seed = hash(Math.round(bulb.x * 1e5), Math.round(bulb.y * 1e5), 3) & 0xffff;
  // Towards the corners the barrel of the lens cuts the disc to a lens shape that points past the middle.
  const offX = 0.55 * (0.5 - bulb.x) * radius;
  const offY = 0.55 * (0.5 - bulb.y) * radius;
  for (let py = Math.max(0, Math.floor(middleY - radius - 2)); py < Math.min(height, middleY + radius + 2); py++) {
    for (let px = Math.max(0, Math.floor(middleX - radius - 2)); px < Math.min(width, middleX + radius + 2); px++) {
      const dx = px + 0.5 - middleX;
      const dy = py + 0.5 - middleY;
      const reach = Math.hypot(dx, dy);
      const corner = 1 - 0.012 * (1 - Math.cos(BLADES * (Math.atan2(dy, dx) + turn)));
      const cut = Math.hypot(dx - offX, dy - offY) / 1.06;
      const cover = smooth(radius * corner, radius * corner - soft, reach) * smooth(radius, radius - soft, cut);
      if (cover <= 0) continue;
      const part = reach / radius;
      // Spherical aberration heaps light at the rim, and the turned glass leaves faint rings.
      const rings = 1 + 0.05 * noise2(part * 9, seed, 5) + 0.07 * noise2(dx / radius + seed, dy / radius, 6);
      // The far side of the barrel takes a little light away, so no disc is one flat tone.
      const shaded = 1 + 0.3 * ((dx * (bulb.x - 0.5) + dy * (bulb.y - 0.5)) / radius);
      const level = cover * rings * shaded * (0.42 + 0.34 * part ** 2 + 0.5 * part ** 9);
      const i = (py * width + px) * 4;
      for (let c = 0; c < 3; c++) data[i + c] = (data[i + c] ?? 0) + level * (bulb.light[c] ?? 0);
    }
  }
}
