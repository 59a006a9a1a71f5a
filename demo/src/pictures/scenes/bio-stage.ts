/** What stands on the pier, as rays meet it: the act, their instruments, the lamp post, and the piles along the edge. */
import type { Light } from "../colour.ts";
import { cloth, reachFigure } from "../figure.ts";
import { fbm3, noise2, smooth } from "../noise.ts";
import { rod } from "../solid.ts";
import type { Sample } from "../view.ts";
import { people, reachBass, reachGuitar, STAGE } from "./bio-people.ts";

/** Half the width of the pier, and where it ends. */
export const HALF = 1.85;
export const PIER_END = STAGE + 1.5;

/** The bulb, which hangs from an arm over the deck. Heights are above the deck. */
export const LAMP = { x: 1.12, y: 2.86, z: STAGE + 0.1 };
const POST = { x: 1.5, z: STAGE + 0.1 };

type Material = "cloth" | "denim" | "wood" | "timber" | "iron";

/** One thing: a ball of air round it that a ray must enter, and its surface. */
interface Thing {
  x: number;
  z: number;
  around: number;
  top: number;
  material: Material;
  reach: (x: number, y: number, z: number) => number;
}

/** Share of light each material throws back, per channel. */
const COLOURS: Readonly<Record<Material, Light>> = {
  cloth: [0.015, 0.014, 0.016],
  denim: [0.015, 0.018, 0.026],
  wood: [0.15, 0.07, 0.03],
  timber: [0.085, 0.072, 0.064],
  iron: [0.02, 0.021, 0.024],
};

/** Half the thickness of a pile. */
export const PILE_RADIUS = 0.135;

/** Places of the piles that rise above the deck, and by how much. */
export const PILES = [
  [HALF + 0.04, PIER_END - 0.2, 0.5],
  [-HALF - 0.06, 11.6, 0.46],
  [HALF + 0.05, 11.9, 0.58],
] as const;

function pile(x: number, y: number, z: number, [px, pz, tall]: readonly [number, number, number]): number {
  const lean = 0.03 * noise2(px * 3, pz, 641) * y;
  const bark = 0.012 * noise2(Math.atan2(z - pz, x - px) * 3, y * 1.3, 642);
  const side = Math.hypot(x - px - lean, z - pz) - PILE_RADIUS - bark;
  // The top is worn round, and water has cut it a little aslant.
  const cap = y - tall - 0.06 * (x - px) + 0.9 * Math.max(0, Math.hypot(x - px, z - pz) - 0.09) ** 2 * 10;
  return Math.max(side, cap * 0.8);
}

function lampPost(x: number, y: number, z: number): number {
  const pole = rod(x, y, z, [POST.x, 0.05, POST.z], [POST.x, LAMP.y + 0.34, POST.z], 0.052, 0.04);
  const foot = rod(x, y, z, [POST.x, 0.05, POST.z], [POST.x, 0.22, POST.z], 0.08, 0.06);
  // The arm bows over towards the deck and carries a flared shade.
  const along = Math.min(1, Math.max(0, (POST.x - x) / (POST.x - LAMP.x)));
  const bow = LAMP.y + 0.34 + 0.09 * Math.sin(along * Math.PI * 0.75);
  const ax = Math.min(POST.x, Math.max(LAMP.x, x));
  const arm = Math.hypot(x - ax, y - bow, z - POST.z) - 0.018;
  const dy = y - LAMP.y;
  const radius = Math.hypot(x - LAMP.x, z - LAMP.z);
  const flare = Math.max(
    Math.abs(radius - 0.235 + Math.min(1, Math.max(0, dy / 0.15)) * 0.17) - 0.008,
    Math.abs(dy - 0.075) - 0.075,
  );
  // The neck goes up into the arm it hangs from.
  const cup = Math.max(radius - 0.062, Math.abs(dy - 0.265) - 0.135);
  return Math.min(pole, foot, arm * 0.8, flare * 0.6, cup);
}

const things: readonly Thing[] = [
  ...people.map(
    (who, i): Thing => ({
      x: who.x,
      z: who.z,
      around: 0.62,
      top: 2,
      material: i === 1 ? "denim" : "cloth",
      reach: (x, y, z) => {
        const distance = reachFigure(who, x, y, z);
        return distance < 0.04 ? distance + cloth(x, y, z, 40 + i) : distance;
      },
    }),
  ),
  { x: -1.55, z: STAGE, around: 0.5, top: 1.95, material: "wood", reach: reachBass },
  { x: -0.05, z: STAGE - 0.42, around: 0.62, top: 1.85, material: "wood", reach: reachGuitar },
  { x: (POST.x + LAMP.x) / 2, z: POST.z, around: 0.5, top: 3.5, material: "iron", reach: lampPost },
  ...PILES.map(
    (at): Thing => ({
      x: at[0],
      z: at[1],
      around: 0.24,
      top: 0.8,
      material: "timber",
      reach: (x, y, z) => pile(x, y, z, at),
    }),
  ),
];

/** How much of the lamp is visible from a place on the deck or a person: 1 if nothing is in between. */
export function seeLamp(x: number, y: number, z: number, toX: number, toZ: number): number {
  const dx = toX - x;
  const dy = LAMP.y - 0.06 - y;
  const dz = toZ - z;
  const length = Math.hypot(dx, dy, dz);
  const [ux, uy, uz] = [dx / length, dy / length, dz / length];
  for (const thing of things) {
    if (thing.material === "iron") continue;
    // Only the part of the ray that passes close to the thing is sampled.
    const level = Math.hypot(ux, uz);
    const side = Math.abs((thing.x - x) * uz - (thing.z - z) * ux) / level;
    if (side > thing.around) continue;
    const middle = ((thing.x - x) * ux + (thing.z - z) * uz) / (level * level);
    const half = Math.sqrt(thing.around ** 2 - side ** 2) / level;
    const last = Math.min(length, middle + half, (thing.top - y) / Math.max(0.01, uy));
    for (let t = Math.max(0.03, middle - half); t < last; ) {
      const distance = thing.reach(x + ux * t, y + uy * t, z + uz * t);
      if (distance < 0.004) return 0;
      t += Math.max(0.02, distance * 0.9);
    }
  }
  return 1;
}

/** The lights that fall on what stands there. */
interface StageLight {
  /** From the dusk overhead, from the glow behind, and from the lamp at one metre. */
  overhead: Light;
  back: Light;
  lamp: Light;
}

const EPSILON = 0.003;

function shade(thing: Thing, x: number, y: number, z: number, light: StageLight, out: Sample, share: number): void {
  const here = thing.reach(x, y, z);
  let nx = thing.reach(x + EPSILON, y, z) - here;
  let ny = thing.reach(x, y + EPSILON, z) - here;
  let nz = thing.reach(x, y, z + EPSILON) - here;
  const length = Math.hypot(nx, ny, nz) || 1;
  nx /= length;
  ny /= length;
  nz /= length;
  // The glow is behind: it wraps round every edge and leaves the near side to the dark sky.
  const wrap = Math.max(0, (1 + nz * 0.96 + ny * 0.2) / 2) ** 2;
  const grazing = (1 - Math.min(1, Math.abs(nz))) ** 3;
  const dome = 0.3 + 0.7 * Math.max(0, 0.5 + 0.5 * ny);
  const lx = LAMP.x - x;
  const ly = LAMP.y - 0.06 - y;
  const lz = LAMP.z - z;
  const far = Math.hypot(lx, ly, lz);
  const faces = (nx * lx + ny * ly + nz * lz) / far;
  // The bulb is as wide as a fist: the edge of the shade's shadow is a soft one.
  const under = smooth(0, 0.15, ly);
  const seen = faces > 0 && under > 0 ? seeLamp(x + nx * 0.02, y + ny * 0.02, z + nz * 0.02, LAMP.x, LAMP.z) : 0;
  const warm = (seen * under * Math.max(0, faces)) / (far * far);
  const colour = COLOURS[thing.material];
  const grain =
    thing.material === "timber"
      ? 0.7 + 0.6 * fbm3(x * 22, y * 2.5, z * 22, 3, 646)
      : thing.material === "wood"
        ? 0.8 + 0.4 * fbm3(x * 30, y * 4, z * 30, 3, 647)
        : 1;
  // Varnish, leather and worn felt shine a little where they turn away; wool has a pile that catches light.
  const sheen = thing.material === "iron" || thing.material === "wood" ? 0.2 : 0.11;
  for (let c = 0; c < 3; c++) {
    const falling = (light.overhead[c] ?? 0) * dome + (light.back[c] ?? 0) * wrap + (light.lamp[c] ?? 0) * warm;
    out[c] =
      (out[c] ?? 0) + share * ((colour[c] ?? 0) * grain * falling + sheen * grazing * wrap * (light.back[c] ?? 0));
  }
  out[3] += share;
}

/**
 * Adds what a ray from the lens meets on the stage.
 *
 * @param eye height of the lens above the deck
 * @param share how much this ray counts for its pixel
 */
export function meetStage(u: number, v: number, eye: number, light: StageLight, share: number, out: Sample): void {
  // Past the boards it meets nothing: the piles continue under them, out of sight.
  const boards = v < 0 ? eye / -v : 99;
  let nearest = Math.abs(u * boards) < HALF ? boards : 99;
  let met: Thing | undefined;
  for (const thing of things) {
    if (Math.abs(u * thing.z - thing.x) > thing.around) continue;
    const high = v * thing.z + eye;
    if (high > thing.top || high < -0.4) continue;
    const last = Math.min(nearest, thing.z + thing.around);
    for (let z = thing.z - thing.around; z < last; ) {
      const distance = thing.reach(u * z, v * z + eye, z);
      if (distance < 0.0015) {
        nearest = z;
        met = thing;
        break;
      }
      z += Math.max(0.0025, distance * 0.8);
    }
  }
  if (met) shade(met, u * nearest, v * nearest + eye, nearest, light, out, share);
}
