/** A reef knot of two ropes, which holds all the better the harder either is pulled. Drawn as SVG. */

type Place = readonly [x: number, y: number];

/** The rope that comes from the left: along its upper part, round its bight, and back below. Mirrored it is the other one. */
const UPPER = [
  [
    [26, 222],
    [130, 222],
    [200, 222],
    [300, 222],
  ],
  [
    [300, 222],
    [450, 222],
    [520, 124],
    [660, 124],
  ],
  [
    [660, 124],
    [782, 124],
    [826, 214],
    [826, 310],
  ],
] as const satisfies readonly (readonly [Place, Place, Place, Place])[];

const THICK = 86;
/** Distance from one strand of the rope to the next, along it. */
const LAY = 29;

/** Places all along the rope, a few units apart. */
function walk(isMirrored: boolean): Place[] {
  const half: Place[] = [];
  for (const [a, b, c, d] of UPPER) {
    for (let k = 0; k < 60; k++) {
      const t = k / 60;
      const s = 1 - t;
      const mix = (i: 0 | 1): number =>
        s * s * s * a[i] + 3 * s * s * t * b[i] + 3 * s * t * t * c[i] + t * t * t * d[i];
      half.push([mix(0), mix(1)]);
    }
  }
  const whole = [...half, ...half.map(([x, y]): Place => [x, 620 - y]).reverse()];
  return isMirrored ? whole.map(([x, y]): Place => [1000 - x, y]) : whole;
}

/** The lines between the strands, slanting over the rope. */
function strands(places: readonly Place[]): string {
  const lines: string[] = [];
  let walked = 0;
  for (let i = 1; i + 1 < places.length; i++) {
    const [from, to] = [places[i - 1] ?? [0, 0], places[i] ?? [0, 0]];
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy);
    const before = Math.floor(walked / LAY);
    walked += length;
    if (length === 0 || Math.floor(walked / LAY) === before) continue;
    const [ux, uy] = [dx / length, dy / length];
    const at = (along: number, aside: number): string =>
      `${(to[0] + ux * along - uy * aside).toFixed(1)} ${(to[1] + uy * along + ux * aside).toFixed(1)}`;
    const edge = THICK / 2;
    lines.push(`M${at(-20, -edge)}C${at(-16, -edge / 3)} ${at(16, edge / 3)} ${at(20, edge)}`);
  }
  return lines.join("");
}

function rope(places: readonly Place[], colour: string, ground: string, whipping: string): string {
  const path = `M${places.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
  const [endX] = places[0] ?? [0, 0];
  const inward = endX < 500 ? 1 : -1;
  const whipped = [222, 398].map((y) => `M${endX + inward * 12} ${y - THICK / 2}v${THICK}`).join("");
  return `<g fill="none">
    <path d="${path}" stroke="${ground}" stroke-width="${THICK + 20}"/>
    <path d="${path}" stroke="${colour}" stroke-width="${THICK}"/>
    <path d="${strands(places)}" stroke="${ground}" stroke-width="6"/>
    <path d="${whipped}" stroke="${ground}" stroke-width="38"/>
    <path d="${whipped}" stroke="${whipping}" stroke-width="24"/>
  </g>`;
}

/** The knot, an SVG 1000 wide and 620 tall: one rope of either colour, whipped with the other's yarn. */
export function reefKnot(left: string, right: string, ground: string): string {
  const [one, other] = [rope(walk(false), left, ground, right), rope(walk(true), right, ground, left)];
  // Each bight goes over both parts of the other rope, or under both; where the ropes pass in the middle, this is
  // reversed.
  return `<svg viewBox="0 0 1000 620"><clipPath id="middle"><rect x="340" width="320" height="620"/></clipPath>
    ${one}${other}<g clip-path="url(#middle)">${one}</g></svg>`;
}
