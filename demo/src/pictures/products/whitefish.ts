/** The pier's catch as a print: one lake whitefish in front of a net that hangs from its floats. Drawn as SVG. */
import { fbm2 } from "../noise.ts";
import { between, line, type Place } from "./curve.ts";

/** Where the snout ends and where the tail begins. */
const SNOUT = 92;
const TAIL = 806;
const MIDDLE = 372;

/** How far back and belly are from the middle, from snout to tail in equal steps: a small head, a hump behind it. */
const BACK = [4, 44, 72, 102, 117, 120, 116, 105, 89, 71, 52, 36, 26, 23] as const;
const BELLY = [10, 38, 62, 81, 95, 102, 102, 97, 87, 73, 56, 39, 27, 24] as const;

/** Where the gill cover ends and the scales begin, as a share of the body. */
const GILL = 0.205;

/** A place on the body: 0 to 1 from snout to tail, and 0 to 1 from back to belly. */
function onBody(along: number, down: number): Place {
  const top = MIDDLE - between(BACK, along);
  const bottom = MIDDLE + between(BELLY, along);
  return [SNOUT + (TAIL - SNOUT) * along, top + (bottom - top) * down];
}

function bodyPath(): string {
  const steps = Array.from({ length: 61 }, (_, k) => k / 60);
  const back = steps.map((along) => onBody(along, 0));
  const belly = steps.map((along) => onBody(along, 1)).reverse();
  return `${line([...back, ...belly])}Z`;
}

/** Scales as a knife cuts them: hair-thin on the dark back, broad on the pale belly. */
function scales(ground: string): string {
  const cuts: string[] = [];
  const rows = 17;
  for (let row = 1; row < rows; row++) {
    const down = row / rows;
    for (let k = 0; k < 38; k++) {
      const along = GILL + 0.035 + (k + (row % 2) / 2) * 0.0205;
      if (along > 0.985) break;
      const [x, y] = onBody(along, down);
      const tall = (onBody(along, 1)[1] - onBody(along, 0)[1]) / rows;
      const worn = fbm2(x / 60, y / 40, 3, 417);
      const thick = (0.8 + 4.6 * down ** 1.7 + 1.1 * worn) * Math.min(1, tall / 11);
      if (thick < 0.7) continue;
      const [wide, half] = [tall * 0.62, tall * 0.78];
      cuts.push(
        `<path stroke-width="${thick.toFixed(2)}" d="M${(x - wide * 0.4).toFixed(1)} ${(y - half).toFixed(1)}Q${(x + wide).toFixed(1)} ${y.toFixed(1)} ${(x - wide * 0.4).toFixed(1)} ${(y + half).toFixed(1)}"/>`,
      );
    }
  }
  return `<g fill="none" stroke="${ground}" stroke-linecap="round">${cuts.join("")}</g>`;
}

/** A fin between its root on the body and its free edge, and the rays that spread in it. */
function fin(root: readonly [Place, Place], edge: readonly [Place, Place], rays: number, ground: string): string {
  const mix = ([a, b]: readonly [Place, Place], t: number): Place => [
    a[0] + (b[0] - a[0]) * t,
    a[1] + (b[1] - a[1]) * t,
  ];
  const outline = line([root[0], edge[0], mix(edge, 0.5), edge[1], root[1]]);
  const cuts = Array.from({ length: rays }, (_, k) => {
    const t = (k + 0.6) / rays;
    const [from, to] = [mix(root, t), mix(edge, t)];
    const part = (s: number): Place => [from[0] + (to[0] - from[0]) * s, from[1] + (to[1] - from[1]) * s];
    return `<path d="${line([part(0.24 + 0.08 * (k % 2)), part(0.9)])}"/>`;
  });
  return `<path d="${outline}Z" stroke-linejoin="round"/><g stroke="${ground}" stroke-width="3" stroke-linecap="round">${cuts.join("")}</g>`;
}

function fins(ground: string): string {
  const tail = onBody(1, 0);
  const low = onBody(1, 1);
  return [
    fin(
      [onBody(0.42, 0.06), onBody(0.57, 0.06)],
      [
        [432, 172],
        [530, 232],
      ],
      10,
      ground,
    ),
    fin(
      [onBody(0.86, 0.1), onBody(0.9, 0.1)],
      [
        [738, 306],
        [754, 316],
      ],
      0,
      ground,
    ),
    fin(
      [onBody(0.5, 0.95), onBody(0.56, 0.95)],
      [
        [500, 542],
        [546, 514],
      ],
      6,
      ground,
    ),
    fin(
      [onBody(0.75, 0.93), onBody(0.87, 0.93)],
      [
        [676, 506],
        [748, 434],
      ],
      8,
      ground,
    ),
    fin(
      [
        [tail[0] - 8, tail[1]],
        [TAIL, MIDDLE],
      ],
      [
        [930, 246],
        [880, 352],
      ],
      8,
      ground,
    ),
    fin(
      [
        [low[0] - 8, low[1]],
        [TAIL, MIDDLE],
      ],
      [
        [938, 502],
        [880, 374],
      ],
      8,
      ground,
    ),
  ].join("");
}

/** Where the float line hangs at x. */
function floatLine(x: number): number {
  return 52 + 34 * Math.sin((Math.PI * x) / 1000) + 5 * Math.sin(x / 90);
}

/** Diamonds of twine below the float line, drawn down by their own weight, and the floats. */
function net(ink: string, lamp: string): string {
  const [columns, rows] = [25, 15];
  const knot = (column: number, row: number): Place => {
    const x = (1000 * (column + (row % 2) / 2)) / columns;
    const sway = 6 * fbm2(x / 210, row / 3.2, 3, 431);
    return [x + sway, floatLine(x) + 36.5 * row + 7 * fbm2(x / 160, row / 4 + 9, 3, 433)];
  };
  const twine: string[] = [];
  for (let row = 0; row < rows; row++) {
    // One more on either side: the print ends, not the net.
    for (let column = -1; column <= columns; column++) {
      const from = knot(column, row);
      // Every second row hangs half a diamond to the right.
      const left = row % 2 === 0 ? column - 1 : column;
      for (const to of [left, left + 1]) twine.push(line([from, knot(to, row + 1)]));
    }
  }
  const rope = line(Array.from({ length: 51 }, (_, k): Place => [k * 20, floatLine(k * 20)]));
  const floats = Array.from({ length: 7 }, (_, k) => {
    const x = 74 + k * 142;
    const turn = (Math.atan2(floatLine(x + 5) - floatLine(x - 5), 10) * 180) / Math.PI;
    return `<ellipse rx="34" ry="19" transform="translate(${x} ${floatLine(x).toFixed(1)}) rotate(${turn.toFixed(1)})"/>`;
  });
  return `<path d="${twine.join("")}" fill="none" stroke="${ink}" stroke-width="2.3"/>
    <path d="${rope}" fill="none" stroke="${ink}" stroke-width="6"/><g fill="${lamp}">${floats.join("")}</g>`;
}

/** The print: an SVG 1000 wide and 640 tall, as the badge is. The floats and the eye take the colour of the lamp. */
export function whitefish(ink: string, ground: string, lamp: string): string {
  const body = bodyPath();
  const [gillX, gillTop] = onBody(GILL, 0.1);
  const gillLow = onBody(GILL - 0.03, 0.94)[1];
  const pectoral = fin(
    [onBody(0.232, 0.66), onBody(0.236, 0.78)],
    [
      [368, 452],
      [336, 474],
    ],
    5,
    ground,
  );
  return `<svg viewBox="0 0 1000 640" style="display:block;width:100%">
    ${net(ink, lamp)}
    <g stroke="${ground}" stroke-width="26" stroke-linejoin="round"><path d="${body}"/>${fins(ground)}</g>
    <g fill="${ink}">${fins(ground)}<path d="${body}"/></g>
    ${scales(ground)}
    <g fill="none" stroke="${ground}" stroke-linecap="round">
      <path stroke-width="5" d="M${gillX} ${gillTop}Q${gillX + 34} ${MIDDLE + 6} ${gillX - 26} ${gillLow}"/>
      <path stroke-width="3" d="M${gillX - 22} ${gillTop + 26}Q${gillX - 2} ${MIDDLE} ${gillX - 40} ${gillLow - 34}"/>
      <path stroke-width="4" d="M${SNOUT + 2} ${MIDDLE + 14}L${SNOUT + 36} ${MIDDLE + 20}"/>
    </g>
    <g fill="${ink}" stroke="${ground}" stroke-width="4">${pectoral}</g>
    <circle cx="160" cy="354" r="16" fill="${ground}"/><circle cx="160" cy="354" r="12" fill="${lamp}"/>
    <circle cx="160" cy="354" r="6" fill="${ink}"/>
  </svg>`;
}
