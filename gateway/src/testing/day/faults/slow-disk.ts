import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { DATA_FILE_NAME } from "../../../data/data-file.ts";
import { diceOf } from "../dice.ts";
import type { Scene } from "../scene.ts";
import type { Fault } from "./fault.ts";

const TIMES = 24;

/** No disk is slowed down here: what a slow one does to the gateway is done to it. */
export const slowDisk: Fault = {
  name: "slow disk, as the gateway feels it",
  what:
    "No disk is slowed down. Another program holds the data file's write lock for 50 to 800 ms, so that each " +
    "commit waits, and now and then the whole process stands still for as long (SIGSTOP).",
  may: {},
  async happen(scene, _owner, soFar) {
    const dice = diceOf(7);
    for (let time = 1; time <= TIMES; time += 1) {
      await soFar(time / (TIMES + 1));
      const ms = 50 + dice.below(750);
      // How long it lasts is the fault itself: nobody waits here for anything to happen.
      if (time % 3 === 0) await standStill(scene, ms);
      else await holdLock(scene, ms);
    }
    return TIMES;
  },
};

async function holdLock(scene: Scene, ms: number): Promise<void> {
  const other = new DatabaseSync(join(scene.dataDir(), DATA_FILE_NAME), { timeout: 5_000 });
  try {
    other.exec("BEGIN IMMEDIATE");
    await pause(ms);
    other.exec("ROLLBACK");
  } finally {
    other.close();
  }
}

async function standStill(scene: Scene, ms: number): Promise<void> {
  const { child } = scene.gateway();
  child.kill("SIGSTOP");
  await pause(ms);
  child.kill("SIGCONT");
}
