/** A great blue heron that stands in the shallows in front of the sun, as a print. Drawn as SVG. */
import { fbm2 } from "../noise.ts";
import { between, line, type Place } from "./curve.ts";

/** A place on the middle line of a slender shape, and the distance to the edges. */
type Girth = readonly [x: number, y: number, half: number];

/** The neck from the head down to the breast: the bend that every heron has in it. */
const NECK: readonly Girth[] = [
  [392, 106, 25],
  [424, 128, 24],
  [446, 166, 22],
  [440, 210, 23],
  [414, 252, 26],
  [394, 300, 31],
  [398, 352, 42],
  [436, 408, 62],
  [500, 448, 70],
];

/** Both legs from the feathers down into the water, one set before the other; the joint is the thickest place. */
const LEGS: readonly (readonly Girth[])[] = [
  [
    [538, 520, 26],
    [543, 560, 13],
    [547, 600, 8],
    [549, 626, 10],
    [546, 650, 7],
    [536, 700, 6],
    [519, 766, 6],
  ],
  [
    [604, 530, 26],
    [618, 566, 13],
    [630, 604, 8],
    [634, 628, 10],
    [630, 652, 7],
    [622, 704, 6],
    [610, 768, 6],
  ],
];

/** One of the three numbers of a middle line, at a share of its length. */
function along(middle: readonly Girth[], share: number, part: 0 | 1 | 2): number {
  return between(
    middle.map((girth) => girth[part]),
    share,
  );
}

/** A place of something slender: 0 to 1 along it, and -1 to 1 from its left edge to its right one. */
function onLine(middle: readonly Girth[], share: number, across: number): Place {
  const step = 0.004;
  const x = along(middle, share, 0);
  const y = along(middle, share, 1);
  const dx = along(middle, share + step, 0) - along(middle, share - step, 0);
  const dy = along(middle, share + step, 1) - along(middle, share - step, 1);
  const length = Math.hypot(dx, dy) || 1;
  const half = along(middle, share, 2) * across;
  return [x + (dy / length) * half, y - (dx / length) * half];
}

function outline(middle: readonly Girth[]): string {
  const steps = Array.from({ length: 61 }, (_, k) => k / 60);
  const one = steps.map((share) => onLine(middle, share, -1));
  const other = steps.map((share) => onLine(middle, share, 1)).reverse();
  return `${line([...one, ...other])}Z`;
}

/** A feather that hangs from a place: broad in the middle, drawn out to a point. */
function feather([x, y]: Place, [toX, toY]: Place, broad: number, sag: number): string {
  const [dx, dy] = [toX - x, toY - y];
  const length = Math.hypot(dx, dy);
  const [nx, ny] = [-dy / length, dx / length];
  const at = (share: number, aside: number): string =>
    written([x + dx * share + nx * aside, y + dy * share + ny * aside]);
  return `M${at(0, -broad * 0.3)}Q${at(0.5, sag - broad)} ${at(1, 0)}Q${at(0.45, sag + broad)} ${at(0, broad * 0.3)}Z`;
}

const BODY =
  "M424 366C470 318 560 330 632 392C690 442 742 502 812 570L846 610C800 606 762 596 726 578C690 580 650 572 612 556C540 556 470 528 432 476C404 438 402 396 424 366Z";

const HEAD = "M414 88C396 70 366 72 348 86C320 94 262 112 190 142C250 138 308 132 346 128C368 140 402 136 416 118Z";

/** A place of the folded wing: 0 to 1 from the shoulder to its tip, and 0 to 1 from the back to the belly. */
function onWing(share: number, down: number): Place {
  const back = onCurve([456, 350], [566, 330], [690, 452], [846, 608], share);
  const belly = onCurve([428, 396], [486, 520], [640, 540], [846, 612], share);
  return [back[0] + (belly[0] - back[0]) * down, back[1] + (belly[1] - back[1]) * down];
}

function onCurve(a: Place, b: Place, c: Place, d: Place, t: number): Place {
  const s = 1 - t;
  const part = (k: 0 | 1): number => s * s * s * a[k] + 3 * s * s * t * b[k] + 3 * s * t * t * c[k] + t * t * t * d[k];
  return [part(0), part(1)];
}

function written([x, y]: Place): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** The wing as a knife cuts it: small feathers at the shoulder in rows, long ones that come together at the tip. */
function wing(ground: string): string {
  const cuts: string[] = [];
  const rows = [0.13, 0.21, 0.295, 0.385];
  for (const [row, foot] of rows.entries()) {
    const count = 4 + (row % 2);
    for (let k = 0; k < count; k++) {
      const [from, to] = [(k + 0.04) / count, (k + 0.96) / count];
      const tip = foot + 0.115 + 0.012 * fbm2(k * 1.7, row * 2.3, 2, 521);
      cuts.push(
        `M${written(onWing(foot, from))}Q${written(onWing(tip, (from + to) / 2))} ${written(onWing(foot, to))}`,
      );
    }
  }
  const flight = Array.from({ length: 6 }, (_, k) => {
    const down = 0.1 + k * 0.15;
    const places = Array.from({ length: 12 }, (_, n) =>
      onWing(0.5 + 0.03 * (k % 2) + (n / 11) * (0.44 - 0.03 * k), down),
    );
    return line(places);
  });
  const edge = line(Array.from({ length: 30 }, (_, n) => onWing(0.06 + (n / 29) * 0.9, 1)));
  return `<g fill="none" stroke="${ground}" stroke-linecap="round" stroke-linejoin="round">
    <path stroke-width="5" d="${cuts.join("")}"/><path stroke-width="4.6" d="${flight.join("")}"/>
    <path stroke-width="7" d="${edge}"/></g>`;
}

/** The plumes that hang from the breast. */
function plumes(ink: string, ground: string): string {
  const hanging = Array.from({ length: 6 }, (_, k) => {
    const short = 26 * (k % 2);
    return feather([402 + 15 * k, 408 + 16 * k], [402 + 19 * k, 520 + 10 * k - short], 10, -8);
  });
  return `<path d="${hanging.join("")}" fill="${ink}" stroke="${ground}" stroke-width="4.6" stroke-linejoin="round"/>`;
}

/** The streaks down the front of the neck, longer the lower they are. */
function streaks(ground: string): string {
  const cuts = Array.from({ length: 10 }, (_, k) => {
    const from = 0.13 + k * 0.066;
    return feather(
      onLine(NECK, from, -0.12 - 0.02 * k),
      onLine(NECK, from + 0.05 + 0.002 * k, -0.2 - 0.02 * k),
      4.4 + 0.3 * k,
      0,
    );
  });
  return `<path d="${cuts.join("")}" fill="${ground}"/>`;
}

/** A blade of sedge from its foot to its tip, bent by the wind. */
function blade([x, y]: Place, [toX, toY]: Place, broad: number): string {
  const [midX, midY] = [x + (toX - x) * 0.18, y + (toY - y) * 0.62];
  return `M${x - broad} ${y}Q${midX - broad} ${midY} ${toX} ${toY}Q${midX + broad} ${midY} ${x + broad} ${y}Z`;
}

/** A cattail: its stem, its head and the spike above. */
function cattail([x, y]: Place, [toX, toY]: Place, ink: string): string {
  const turn = (Math.atan2(toX - x, y - toY) * 180) / Math.PI;
  return `<path d="M${x} ${y}Q${x + (toX - x) * 0.3} ${(y + toY) / 2} ${toX} ${toY}" fill="none" stroke="${ink}" stroke-width="6"/>
    <g transform="translate(${toX} ${toY}) rotate(${(turn * 1.4).toFixed(1)})"><rect x="-12" y="-96" width="24" height="98" rx="12" fill="${ink}"/>
    <path d="M-2.4 -92L0 -140L2.4 -92Z" fill="${ink}"/></g>`;
}

function reeds(ink: string): string {
  const blades = [
    blade([790, 748], [752, 452], 9),
    blade([838, 752], [866, 380], 10),
    blade([892, 750], [962, 470], 10),
    blade([868, 752], [826, 600], 7),
    blade([192, 752], [150, 520], 9),
    blade([222, 752], [236, 590], 8),
    blade([176, 750], [84, 610], 8),
  ];
  return `<path d="${blades.join("")}" fill="${ink}"/>
    ${cattail([850, 750], [912, 410], ink)}${cattail([824, 750], [796, 516], ink)}${cattail([204, 750], [196, 500], ink)}`;
}

/** Rings about the legs and the feet of the reeds, wider the nearer they are. */
function water(ink: string): string {
  const rows = [
    [70, 752, 250],
    [350, 756, 400],
    [776, 752, 160],
    [150, 780, 300],
    [480, 784, 360],
    [300, 810, 420],
  ] as const;
  const lines = rows.map(([x, y, long]) => {
    const parts = Math.round(long / 50);
    const start = `M${x} ${y}q${long / parts / 2} -9 ${long / parts} 0`;
    return start + `t${long / parts} 0`.repeat(parts - 1);
  });
  return `<path d="${lines.join("")}" fill="none" stroke="${ink}" stroke-width="9" stroke-linecap="round"/>`;
}

/** The heron, an SVG 1000 wide and 830 tall. The sun takes the colour of the lamp. */
export function heron(ink: string, ground: string, lamp: string): string {
  const legs = LEGS.map(outline).join("");
  const plume = `${feather([404, 92], [548, 148], 8, -10)}${feather([404, 98], [520, 170], 6, -8)}`;
  const silhouette = `<path d="${outline(NECK)}"/><path d="${BODY}"/><path d="${HEAD}"/><path d="${legs}"/><path d="${plume}"/>`;
  return `<svg viewBox="0 0 1000 830">
    <circle cx="452" cy="292" r="232" fill="${lamp}"/>
    ${reeds(ink)}
    <g fill="${ground}" stroke="${ground}" stroke-width="16" stroke-linejoin="round">${silhouette}</g>
    <g fill="${ink}">${silhouette}</g>
    ${wing(ground)}${plumes(ink, ground)}${streaks(ground)}
    <path d="M346 96C372 84 398 88 412 98C396 104 372 106 350 106Z" fill="${ground}"/>
    <circle cx="360" cy="106" r="8" fill="${ground}"/><circle cx="360" cy="106" r="4.6" fill="${ink}"/>
    <path d="M196 142C250 132 300 124 344 118" fill="none" stroke="${ground}" stroke-width="3.4" stroke-linecap="round"/>
    ${water(ink)}
  </svg>`;
}
