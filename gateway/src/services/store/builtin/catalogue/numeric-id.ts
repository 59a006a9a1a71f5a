import { createHash } from "node:crypto";

/** Bytes of an id: 48 bits, so that every id is a safe integer. */
const ID_BYTES = 6;

/**
 * Computes the id of an entry from its name: `product:lake-effect-tee` has the same id on every machine and after every
 * reading, so carts and orders stay valid. Two names can share an id by chance: in one of five million shops with
 * 10,000 variants. `checkProducts` rejects such a file.
 */
export function numericId(name: string): number {
  return createHash("sha256").update(name).digest().readUIntBE(0, ID_BYTES);
}
