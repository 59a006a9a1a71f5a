/** The bell buoy off the breakwater, heeled over by the swell, as a pin has it: enamels between wires of brass. */
import type { Light, LightOut } from "../colour.ts";
import { fromHex } from "../colour.ts";

/** The drawing fills a disc of that radius; the rim is part of it. */
export const BUOY_RADIUS = 16;

const RIM = 1.1;
/** Half as thick as the wire between two enamels. */
const WIRE = 0.21;
/** Samples around a place, to find another enamel. */
const LOOKS = 16;
/** How far the swell heels it over, and where its keel floats. */
const HEEL = -0.16;
const FLOATS = [0.6, -5.6] as const;

const NIGHT = fromHex("#141c33");
const DUSK = fromHex("#7d3355");
const SHORE = fromHex("#2b3c63");
const ROSE = fromHex("#d83b65");
const BONE = fromHex("#f1e6d2");
const LAMP = fromHex("#f4b24a");
const SWELL = fromHex("#1a4054");
const DEEP = fromHex("#2b3c63");
const BRASS = fromHex("#d9ac5c");

/** Brass stars, each with its size; none where the enamel mirrors the window. */
const STARS = [
  [-4.4, 11.7, 0.36],
  [-3.4, 4.4, 0.3],
  [7.6, 10.7, 0.4],
  [10.4, 5.2, 0.34],
  [8.4, 2.2, 0.3],
] as const;

/** Where the lamp burns, on the buoy's own axes, and the rays around it. */
const LAMP_AT = 12.9;
const RAYS = 12;

/** What fills a place of the pin: the colour of an enamel, or of the brass. */
function fill(x: number, y: number): Light {
  const crest = -6.3 + 1.05 * Math.sin(x * 0.46 + 0.5) + 0.05 * x;
  const trough = -10 + 0.9 * Math.sin(x * 0.42 + 2.9);
  if (y < trough) return DEEP;
  if (y < crest) return y > crest - 1.15 ? BONE : SWELL;
  return buoy(x, y) ?? sky(x, y);
}

function sky(x: number, y: number): Light {
  if (STARS.some(([sx, sy, size]) => Math.hypot(x - sx, y - sy) < size) || isRay(x, y)) return BRASS;
  if (y < -4 + 2.3 * Math.exp(-(((x + 10.5) / 4.6) ** 2)) + 1.7 * Math.exp(-(((x - 11) / 3.8) ** 2))) return SHORE;
  return y < 0.9 + 0.9 * Math.sin(x * 0.3 + 0.9) ? DUSK : NIGHT;
}

/** Whether a place is in one of the rays that go out from the lamp, long and short alternately. */
function isRay(px: number, py: number): boolean {
  const [x, y] = toBuoy(px, py);
  const away = Math.hypot(x, y - LAMP_AT);
  const turn = (Math.atan2(x, y - LAMP_AT) / (2 * Math.PI)) * RAYS;
  const nearest = Math.round(turn);
  const long = nearest % 2 === 0 ? 5.3 : 6.6;
  // None goes up through the roof, or down through the frame.
  if (nearest === 0 || Math.abs(nearest) > 3 || away < 3.7) return false;
  return away * Math.abs(((turn - nearest) * 2 * Math.PI) / RAYS) < 0.3 * Math.sqrt(Math.max(0, 1 - away / long));
}

/** From the axes of the pin to the buoy's own, upright from where it floats. */
function toBuoy(x: number, y: number): readonly [x: number, y: number] {
  const [dx, dy] = [x - FLOATS[0], y - FLOATS[1]];
  return [dx * Math.cos(HEEL) + dy * Math.sin(HEEL), dy * Math.cos(HEEL) - dx * Math.sin(HEEL)];
}

/** The part of the buoy at a place, if there is one. */
function buoy(px: number, py: number): Light | undefined {
  const [aside, y] = toBuoy(px, py);
  const x = Math.abs(aside);
  if (y < 1.7) return x < 7.3 - 0.09 * (1.7 - y) ** 2 ? ROSE : undefined;
  if (y < 2.7) return x < 7.8 ? BONE : undefined;
  if (y < 10.7) return cage(x, y);
  if (y < 11.4) return x < 3 ? ROSE : undefined;
  if (y < 14.6) return x < 1.9 ? LAMP : undefined;
  if (y < 16.9) return x < 2.7 * (1 - (y - 14.6) / 2.3) ** 0.8 ? ROSE : undefined;
  return undefined;
}

/** The frame with its bell; x is counted from the middle to either side. */
function cage(x: number, y: number): Light | undefined {
  const leg = 6.2 - 0.46 * (y - 2.7);
  if (Math.abs(x - leg) < 0.26) return BRASS;
  if (x < leg && Math.abs(y - 9.5) < 0.12) return BRASS;
  if (x < 0.16 && y > 8.6) return BRASS;
  const shoulder = 7.6;
  const bell = y > shoulder ? 1.45 * Math.sqrt(Math.max(0, 8.8 - y) / 1.2) : 1.45 + 1.7 * ((shoulder - y) / 3.2) ** 1.9;
  if (y > 4.4 && y < 8.8 && x < bell) return BONE;
  if (Math.hypot(x, y - 4.2) < 0.8) return ROSE;
  return undefined;
}

/** Writes the colour at a place of the pin, and returns whether it is brass: the rim, a star, or the wire between two enamels. */
export function readBuoy(x: number, y: number, out: LightOut): boolean {
  let here = fill(x, y);
  if (Math.hypot(x, y) > BUOY_RADIUS - RIM) here = BRASS;
  for (let k = 0; k < LOOKS && here !== BRASS; k++) {
    const angle = (k * 2 * Math.PI) / LOOKS;
    if (fill(x + WIRE * Math.cos(angle), y + WIRE * Math.sin(angle)) !== here) here = BRASS;
  }
  [out[0], out[1], out[2]] = here;
  return here === BRASS;
}
