/** A thing that lies on the table: where its own axes point, and where a place is on them, in millimetres from its middle. */
type OwnAxes = {
  toX: (u: number, v: number) => number;
  toY: (u: number, v: number) => number;
  /** Cosine and sine of the turn. */
  cosine: number;
  sine: number;
};

/** The axes of a thing. @param at its middle on the table, in millimetres. @param turn in radians */
export function ownAxes(at: readonly [number, number], turn: number): OwnAxes {
  const [atU, atV] = at;
  const cosine = Math.cos(turn);
  const sine = Math.sin(turn);
  return {
    toX: (u, v) => (u - atU) * cosine + (v - atV) * sine,
    toY: (u, v) => (v - atV) * cosine - (u - atU) * sine,
    cosine,
    sine,
  };
}
