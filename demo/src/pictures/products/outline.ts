/** Outlines of cut pieces, in millimetres: paths of lines and curves, and the distance to them. */

/** A line to a place, or a cubic curve with two handles to one. */
type Stroke =
  | readonly [x: number, y: number]
  | readonly [x1: number, y1: number, x2: number, y2: number, x: number, y: number];

/** Places along a path: x and y alternate. */
export type Path = Float64Array;

/** Walks a path into short straight pieces. */
export function tracePath(strokes: readonly Stroke[]): Path {
  const places: number[] = [];
  let x = 0;
  let y = 0;
  for (const [index, stroke] of strokes.entries()) {
    if (stroke.length === 2) {
      if (index > 0)
        for (let k = 1; k < 4; k++) places.push(x + ((stroke[0] - x) * k) / 4, y + ((stroke[1] - y) * k) / 4);
      [x, y] = stroke;
      places.push(x, y);
      continue;
    }
    const [x1, y1, x2, y2, endX, endY] = stroke;
    const parts = 14;
    for (let k = 1; k <= parts; k++) {
      const t = k / parts;
      const s = 1 - t;
      const a = s * s * s;
      const b = 3 * s * s * t;
      const c = 3 * s * t * t;
      const d = t * t * t;
      places.push(a * x + b * x1 + c * x2 + d * endX, a * y + b * y1 + c * y2 + d * endY);
    }
    x = endX;
    y = endY;
  }
  return Float64Array.from(places);
}

/** Makes a closed outline from one half: the path, then its mirror image left of x = 0 in reverse. */
export function mirrorPath(half: Path): Path {
  const whole = new Float64Array(half.length * 2);
  whole.set(half);
  for (let i = 0; i < half.length; i += 2) {
    const j = half.length * 2 - 2 - i;
    whole[j] = -(half[i] ?? 0);
    whole[j + 1] = half[i + 1] ?? 0;
  }
  return whole;
}

/** The nearest place of a path. */
export interface Nearest {
  /** How far away it is, in millimetres. */
  distance: number;
  /** How far along the path it lies, in millimetres. */
  along: number;
}

/** Finds the nearest place of an open path. */
export function nearestOn(path: Path, x: number, y: number, out: Nearest): void {
  let best = Number.POSITIVE_INFINITY;
  let walked = 0;
  for (let i = 0; i + 3 < path.length; i += 2) {
    const ax = path[i] ?? 0;
    const ay = path[i + 1] ?? 0;
    const dx = (path[i + 2] ?? 0) - ax;
    const dy = (path[i + 3] ?? 0) - ay;
    const square = dx * dx + dy * dy;
    const length = Math.sqrt(square);
    const t = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square));
    const ex = x - ax - dx * t;
    const ey = y - ay - dy * t;
    const away = ex * ex + ey * ey;
    if (away < best) {
      best = away;
      out.along = walked + t * length;
    }
    walked += length;
  }
  out.distance = Math.sqrt(best);
}

/** Distance to a closed outline in millimetres, positive inside. */
export function depthInside(outline: Path, x: number, y: number): number {
  let best = Number.POSITIVE_INFINITY;
  let inside = false;
  const count = outline.length;
  for (let i = 0, j = count - 2; i < count; j = i, i += 2) {
    const ax = outline[j] ?? 0;
    const ay = outline[j + 1] ?? 0;
    const bx = outline[i] ?? 0;
    const by = outline[i + 1] ?? 0;
    const dx = bx - ax;
    const dy = by - ay;
    const square = dx * dx + dy * dy;
    const t = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square));
    const ex = x - ax - dx * t;
    const ey = y - ay - dy * t;
    best = Math.min(best, ex * ex + ey * ey);
    if (ay > y !== by > y && x < ax + (dx * (y - ay)) / dy) inside = !inside;
  }
  return inside ? Math.sqrt(best) : -Math.sqrt(best);
}

/** Distance to a rectangle with rounded corners about (0, 0), positive inside. */
export function depthInCard(x: number, y: number, halfWide: number, halfTall: number, round: number): number {
  const px = Math.abs(x) - halfWide + round;
  const py = Math.abs(y) - halfTall + round;
  return round - Math.hypot(Math.max(px, 0), Math.max(py, 0)) - Math.min(Math.max(px, py), 0);
}
