import type { SoFar } from "../crowd.ts";
import type { Owner } from "../owner.ts";
import type { Scene, Stretch } from "../scene.ts";

/** Something that goes wrong in a stretch of the day. */
export type Fault = {
  /** What the report calls it. */
  name: string;
  /** What it is, and what of it is real, in sentences. */
  what: string;
  /** What visitors may meet meanwhile. */
  may: Partial<Pick<Stretch, "mayBreakOff" | "mayRefuse">>;
  /**
   * Lets it happen amid visits.
   *
   * @returns how many times; a sentence where it cannot be had on this machine
   */
  happen: (scene: Scene, owner: Owner, soFar: SoFar) => Promise<number | { leftOut: string }>;
};
