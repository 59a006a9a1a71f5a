import { isDeepStrictEqual } from "node:util";
import type { DataFile } from "../../../../data/data-file.ts";
import { watchOutsideChanges } from "../../../../data/outside-changes.ts";
import type { Catalogue, Variant } from "../catalogue/catalogue.ts";
import type { Stock } from "./contract.ts";
import { catchUp, isTakenOver, type Level, readLevel, readLevels } from "./levels.ts";

/** How often the data file is asked whether another program has changed it, in milliseconds at the most. */
const LOOK_MS = 100;

/** Stock that can be told of changes. */
export interface CountedStock extends Stock {
  /** Looks again at the pieces of these variants, after a change of them was committed. */
  refresh(variantIds: Iterable<number>): void;
}

/**
 * Pieces that are left, kept in memory for reading.
 *
 * The owner's file names the pieces that are free to be sold when it is written: those of orders that the owner knows
 * are set aside already. A number that is another than last time therefore becomes the stock, and a number that stays
 * is counted down by sales, until the owner writes another day of counting beside it. Pieces held for a card payment
 * under way are in no list the owner sees, so they are taken off a new number; when such a payment is given up they
 * come back. Should more be held than the new number, the stock is 0, and pieces that come back first make up for the
 * difference. So nothing is ever sold twice; at worst a few pieces wait for the owner's next number.
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
  let isCatchingUp = false;
  const haveRowsChangedUnseen = watchOutsideChanges(data.read);
  let lookedAt = now();

  async function catchUpAll(): Promise<void> {
    await data.write((writer) => {
      const stored = readLevels(writer);
      for (const { variants } of catalogue.current().products) {
        for (const variant of variants) {
          if (!isTakenOver(variant, stored.get(variant.id))) catchUp(writer, variant);
        }
      }
    });
    reload();
  }

  function reload(): void {
    levels = readLevels(data.read);
    version += 1;
  }

  /** Takes over a new number soon; what fails is tried again with the next reading. */
  function catchUpSoon(): void {
    if (isCatchingUp) return;
    isCatchingUp = true;
    catchUpAll()
      .catch(() => undefined)
      .finally(() => {
        isCatchingUp = false;
      });
  }

  function onHand(variant: Variant): number | null {
    const level = levels.get(variant.id);
    if (isTakenOver(variant, level)) return level?.onHand ?? null;
    catchUpSoon();
    return variant.listedStock;
  }

  function covers(variant: Variant, quantity: number): boolean {
    const left = onHand(variant);
    return left === null || variant.sellsBeyondStock || left >= quantity;
  }

  await catchUpAll();

  return {
    onHand,
    covers,
    isAvailable: (variant) => covers(variant, 1),
    get version() {
      // A restored backup has other numbers. Asking the file each time costs as much as all else of a kept answer.
      if (now() - lookedAt >= LOOK_MS) {
        lookedAt = now();
        if (haveRowsChangedUnseen()) reload();
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
