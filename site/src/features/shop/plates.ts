import { phoneSizes } from "../../ui/picture.tsx";

/**
 * Size of a product in the lookbook. `lead`, the first, fills the window's width. Below it, rows of a large and a small
 * plate alternate with rows of three that begin with `front`. `close` is a single product at the end.
 */
export type Plate = "lead" | "large" | "small" | "front" | "third" | "close";

const HALF = "(min-width: 138rem) 61rem, (min-width: 48rem) 45vw, ";
const THIRD = "(min-width: 138rem) 40rem, (min-width: 48rem) 29vw, ";

/** The `sizes` of each plate's picture. In windows below 22.5rem, every picture has the whole width. */
export const PLATE_SIZES: Readonly<Record<Plate, string>> = {
  lead: `${HALF}${phoneSizes(100)}`,
  large: "(min-width: 138rem) 51rem, (min-width: 48rem) 37vw, (min-width: 22.5rem) 54vw, 92vw",
  small: `${THIRD}(min-width: 22.5rem) 38vw, 92vw`,
  front: `${THIRD}${phoneSizes(92)}`,
  third: `${THIRD}(min-width: 22.5rem) 46vw, 92vw`,
  close: `${HALF}(min-width: 22.5rem) 46vw, 92vw`,
};

/** The rows below the first product, repeated in this order. */
const ROWS: readonly (readonly Plate[])[] = [
  ["large", "small"],
  ["front", "third", "third"],
  ["small", "large"],
  ["front", "third", "third"],
];

/** Chooses the plates for this many products. The last row is always full: two form a pair, one gets `close`. */
export function layOutPlates(count: number): Plate[] {
  const plates: Plate[] = count > 0 ? ["lead"] : [];
  for (let row = 0; plates.length < count; row++) {
    const left = count - plates.length;
    // Two products are too few for a row of three, so they form the pair of the next row.
    const fitting = left === 2 ? row + (row % 2) : row;
    plates.push(...(left === 1 ? (["close"] as const) : (ROWS[fitting % ROWS.length] ?? [])));
  }
  return plates;
}
