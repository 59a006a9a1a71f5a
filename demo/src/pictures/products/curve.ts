/** Curves of drawings that become SVG. */

/** A place of a drawing. */
export type Place = readonly [x: number, y: number];

/** A value between those of a table, on a curve through all of them. Source: Catmull and Rom, 1974. */
export function between(table: readonly number[], share: number): number {
  const last = table.length - 1;
  const at = Math.min(last, Math.max(0, share * last));
  const i = Math.min(last - 1, Math.floor(at));
  const t = at - i;
  const read = (k: number): number => table[Math.min(last, Math.max(0, k))] ?? 0;
  const [a, b, c, d] = [read(i - 1), read(i), read(i + 1), read(i + 2)];
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

/** A line from place to place, as an SVG path. */
export function line(places: readonly Place[]): string {
  return `M${places.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
}
