/** The pier the act stands on, with its lamp. */
import { noise2 } from "../noise.ts";

/** How far away the pier is. */
export const PIER = 31;
/** How high its deck is above the water. */
export const DECK = 1.0;
/** Where it ends, on the left. */
export const PIER_END = -3.6;
/** The bulb of the lamp post's lamp. */
export const LAMP = { x: 2.5, y: DECK + 2.3 };

/**
 * The pier seen from the side: deck, stringer, piles, lamp post.
 *
 * @returns how light the wood is at a place, or 0 where there is none
 */
export function pier(x: number, y: number): number {
  const sag = 0.02 * noise2(x * 0.35, 0.5, 641);
  if (x > PIER_END && y < DECK + sag && y > DECK - 0.08 + sag) return 0.6;
  if (x > PIER_END + 0.2 && y <= DECK - 0.08 + sag && y > DECK - 0.28 + sag) return 0.3;
  const bay = Math.round((x - PIER_END - 0.5) / 2.6);
  const pile =
    PIER_END + 0.5 + bay * 2.6 + 0.1 * noise2(bay * 3.7, 0.5, 642) + 0.03 * (y - 0.5) * noise2(bay * 1.9, 3.5, 643);
  const tops = bay === 0 || bay > 3 ? DECK + 0.5 + 0.15 * noise2(bay * 2.3, 7.5, 644) : DECK;
  if (bay >= 0 && y < tops && Math.abs(x - pile) < 0.13 + 0.012 * noise2(y * 4, bay, 645))
    return 0.4 + 0.2 * noise2(x * 30, y * 2, 646);
  // A second row of piles, the far side of the pier, dimmer through the air between.
  const farBay = Math.round((x - PIER_END - 0.95) / 2.6);
  const far = PIER_END + 0.95 + farBay * 2.6 + 0.12 * noise2(farBay * 2.7, 9.5, 647);
  if (farBay >= 0 && y < DECK && Math.abs(x - far) < 0.1) return 0.3;
  if (Math.abs(x - LAMP.x) < 0.045 && y > DECK && y < LAMP.y + 0.35) return 0.35;
  const arm = LAMP.x - x;
  if (arm > -0.03 && arm < 0.42 && Math.abs(y - LAMP.y - 0.3 - 0.05 * Math.sin(arm * 7)) < 0.022) return 0.35;
  // A barn lamp: a flared shade over the bulb.
  const under = y - LAMP.y;
  if (under > 0 && under < 0.17 && Math.abs(arm - 0.4) < 0.24 - under * 1.1) return 0.25;
  if (under >= 0.16 && under < 0.3 && Math.abs(arm - 0.4) < 0.03) return 0.25;
  return 0;
}
