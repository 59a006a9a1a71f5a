import { createHash } from "node:crypto";

/** Bytes of an id: 48 bits, so that every id is a safe integer. */
const ID_BYTES = 6;

/**
 * The number that a thing of the owner's file has on the wire, made from its name: `product:lake-effect-tee` has the
 * same on every machine and after every reading, so carts and orders keep hold of it. Two names of a shop with 10,000
 * variants meet by chance once in five million shops; a reading that finds it so is refused.
 */
export function numericId(name: string): number {
  return createHash("sha256").update(name).digest().readUIntBE(0, ID_BYTES);
}
