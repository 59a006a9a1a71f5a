import type { Fault } from "./fault.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Each with the share of visits after which it happens, and whether the site is started again by that clock. */
const JUMPS = [
  { after: 0.1, offMs: HOUR_MS },
  { after: 0.3, offMs: -24 * HOUR_MS },
  { after: 0.45, offMs: -24 * HOUR_MS, isStartedAgain: true },
  { after: 0.6, offMs: 25 * HOUR_MS },
  // A day has passed, so a backup is due.
  { after: 0.75, offMs: 25 * HOUR_MS, isStartedAgain: true },
  { after: 0.9, offMs: 0 },
] as const;

/** The process alone is told another time; its timers go on, as they do when a machine's clock is set. */
export const movedClock: Fault = {
  name: "clock jumps",
  what:
    "The process is told another time while its timers go on, as when a machine's clock is set: an hour ahead, a " +
    "day back, a day ahead, and right again, with two new starts by a wrong clock.",
  may: {},
  async happen(scene, owner, soFar) {
    for (const { after, offMs, ...more } of JUMPS) {
      await soFar(after);
      await scene.moveClock(offMs);
      if ("isStartedAgain" in more) await scene.restart();
      await owner.refresh();
    }
    return JUMPS.length;
  },
};
