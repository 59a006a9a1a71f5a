import type { Variant } from "../catalogue/catalogue.ts";

/** Pieces that are left. The data file decides; what is read here is as of the last commit of this process. */
export interface Stock {
  /** Pieces left; null where they are not counted. */
  onHand(variant: Variant): number | null;
  /** Whether one more can be sold. */
  isAvailable(variant: Variant): boolean;
  /** Whether so many can be sold. */
  covers(variant: Variant, quantity: number): boolean;
  /** Grows with every change of any number. */
  readonly version: number;
}
