import { isDeepStrictEqual } from "node:util";
import type { DataFile } from "../../../../data/data-file.ts";
import { watchOutsideChanges } from "../../../../data/outside-changes.ts";
import type { Catalogue, Variant } from "../catalogue/catalogue.ts";
import { applyListedStock, isApplied, type Level, readLevel, readLevels } from "./levels.ts";

/** Stock levels as of the last commit of this process. A change reads the levels from the data file itself. */
export interface Stock {
  /** Pieces left; null if stock is not counted. */
  onHand(variant: Variant): number | null;
  /** Whether at least one piece can be sold. */
  isAvailable(variant: Variant): boolean;
  /** Whether this quantity can be sold. */
  covers(variant: Variant, quantity: number): boolean;
  /** Grows with every change of a level. */
  readonly version: number;
}

/** Shortest time between two checks for changes by other programs, in milliseconds. */
const OUTSIDE_CHECK_MS = 100;

export interface CountedStock extends Stock {
  /** Reads the levels of these variants again. Called after a change of them was committed. */
  refresh(variantIds: Iterable<number>): void;
}

/**
 * Stock levels, cached in memory for reading.
 *
 * The number in the owner's file counts the pieces that are free to sell when the owner writes it. The owner has
 * already set aside the pieces of known orders. So a number that differs from the last one becomes the stock, and so
 * does the same number with another day of counting. Otherwise sales reduce the stock.
 *
 * The owner does not see pieces that are held for a pending card payment. They are subtracted from a new number, and
 * returned when the payment is given up. If more pieces are held than the new number, the stock is 0, and returned
 * pieces first cover the shortage. So no piece is sold twice. At worst, a few pieces are not for sale until the owner
 * writes the next number.
 *
 * @param now milliseconds on a clock that never goes back
 * @throws {DataFileError} when the numbers of the owner's file cannot be stored
 */
export async function createStock(
  data: DataFile,
  catalogue: Catalogue,
  now: () => number = () => performance.now(),
): Promise<CountedStock> {
  let levels = new Map<number, Level>();
  let version = 0;
  let isApplying = false;
  const hasOutsideChanges = watchOutsideChanges(data.read);
  let checkedAt = now();

  async function applyAll(): Promise<void> {
    await data.write((writer) => {
      const stored = readLevels(writer);
      for (const { variants } of catalogue.current().products) {
        for (const variant of variants) {
          if (!isApplied(variant, stored.get(variant.id))) applyListedStock(writer, variant);
        }
      }
    });
    reload();
  }

  function reload(): void {
    levels = readLevels(data.read);
    version += 1;
  }

  /** Applies new numbers in the background. If that fails, the next read tries again. */
  function applySoon(): void {
    if (isApplying) return;
    isApplying = true;
    applyAll()
      .catch(() => undefined)
      .finally(() => {
        isApplying = false;
      });
  }

  function onHand(variant: Variant): number | null {
    const level = levels.get(variant.id);
    if (isApplied(variant, level)) return level?.onHand ?? null;
    applySoon();
    return variant.listedStock;
  }

  function covers(variant: Variant, quantity: number): boolean {
    const left = onHand(variant);
    return left === null || variant.sellsBeyondStock || left >= quantity;
  }

  await applyAll();

  return {
    onHand,
    covers,
    isAvailable: (variant) => covers(variant, 1),
    get version() {
      // A restored backup has other levels. A check on each call would double the cost of a cached response.
      if (now() - checkedAt >= OUTSIDE_CHECK_MS) {
        checkedAt = now();
        if (hasOutsideChanges()) reload();
      }
      return version;
    },
    refresh(variantIds) {
      for (const id of variantIds) {
        const [known, level] = [levels.get(id), readLevel(data.read, id)];
        if (isDeepStrictEqual(known, level)) continue;
        if (level) levels.set(id, level);
        else levels.delete(id);
        version += 1;
      }
    },
  };
}
