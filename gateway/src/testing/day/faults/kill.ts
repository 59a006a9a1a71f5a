import type { Fault } from "./fault.ts";

const KILLS = 4;

/** The process is gone between two instructions, as when a machine runs out of memory. */
export const kill: Fault = {
  name: "kill -9",
  what: "The process is killed in the middle of visits and started again.",
  may: { mayBreakOff: true },
  async happen(scene, _owner, soFar) {
    for (let time = 1; time <= KILLS; time += 1) {
      await soFar(time / (KILLS + 1));
      await scene.kill();
    }
    return KILLS;
  },
};
