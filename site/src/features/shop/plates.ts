import { ofPhone } from "../../ui/picture.tsx";

/**
 * How large a product is shown. The first leads, across the window with its words beside it. Then a large and a small
 * plate take turns with a row of three, of which `front` is the first; `close` is one that is left alone at the end.
 */
export type Plate = "lead" | "large" | "small" | "front" | "third" | "close";

const HALF = "(min-width: 138rem) 61rem, (min-width: 48rem) 45vw, ";
const THIRD = "(min-width: 138rem) 40rem, (min-width: 48rem) 29vw, ";

/** How wide the picture of each is shown, as the `sizes` attribute says it. Up to 22.5rem each has the whole width. */
export const PLATE_SIZES: Readonly<Record<Plate, string>> = {
  lead: `${HALF}${ofPhone(100)}`,
  large: "(min-width: 138rem) 51rem, (min-width: 48rem) 37vw, (min-width: 22.5rem) 54vw, 92vw",
  small: `${THIRD}(min-width: 22.5rem) 38vw, 92vw`,
  front: `${THIRD}${ofPhone(92)}`,
  third: `${THIRD}(min-width: 22.5rem) 46vw, 92vw`,
  close: `${HALF}(min-width: 22.5rem) 46vw, 92vw`,
};

/** The rows that take turns below the leading product; what is large stands left first, then right. */
const ROWS: readonly (readonly Plate[])[] = [
  ["large", "small"],
  ["front", "third", "third"],
  ["small", "large"],
  ["front", "third", "third"],
];

/** Plates of so many products, in their order. No row is begun that cannot be filled: two make a pair, one closes. */
export function platesOf(count: number): Plate[] {
  const plates: Plate[] = count > 0 ? ["lead"] : [];
  for (let row = 0; plates.length < count; row++) {
    const left = count - plates.length;
    // At its turn a row of three that lacks one is the pair which would come next.
    const turn = left === 2 ? row + (row % 2) : row;
    plates.push(...(left === 1 ? (["close"] as const) : (ROWS[turn % ROWS.length] ?? [])));
  }
  return plates;
}
