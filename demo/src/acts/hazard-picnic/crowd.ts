/** The second picture of the front page: cones, as far as one can see, in front of a stage in full light. */
import { createRandom } from "../../pictures/noise.ts";
import { CONE_SHADES, coneInBlack, coneInOrange } from "./cone.ts";
import { page, printed } from "./sheets.ts";
import { waspInBlack, waspInOrange } from "./wasp.ts";

const WIDE = 1600;
const TALL = 1000;
const FLOOR = 560;

/** Lamps over the stage, and where the middle of each beam meets the floor. */
const BEAMS = [
  { from: 380, to: 40 },
  { from: 600, to: 980 },
  { from: 820, to: 480 },
  { from: 1040, to: 1130 },
  { from: 1260, to: 860 },
  { from: 1480, to: 1580 },
];

const beam = ({ from, to }: (typeof BEAMS)[number], spread: number): string =>
  `<path d="M${from - 9} 0H${from + 9}L${to + spread} ${FLOOR + 120}H${to - spread}Z"/>`;

interface Standing {
  x: number;
  y: number;
  tall: number;
  shade: number;
}

/** Rows of cones, the farthest first. */
function standCrowd(): Standing[] {
  const random = createRandom(61);
  const crowd: Standing[] = [];
  const rows = 8;
  for (let row = 0; row < rows; row++) {
    const near = row / (rows - 1);
    const tall = 52 + 250 * near ** 1.7;
    const step = tall * 0.86;
    for (let x = -step * random(); x < WIDE + step; x += step * (0.9 + 0.25 * random())) {
      const lean = tall * (0.9 + 0.22 * random());
      crowd.push({ x, y: FLOOR + 62 + 470 * near ** 1.35, tall: lean, shade: Math.min(1, 0.05 + 1.25 * near ** 1.5) });
    }
  }
  return crowd;
}

const crowd = standCrowd();
const eachCone = (draw: (one: Standing) => string): string =>
  crowd
    .map(
      (one) =>
        `<g transform="translate(${one.x.toFixed(1)} ${one.y.toFixed(1)}) scale(${(one.tall / 100).toFixed(3)})">${draw(one)}</g>`,
    )
    .join("");

const STACKS = [650, 1330];
const DRUM = { x: 990, y: FLOOR - 64, r: 112 };

/** A stack of two loudspeakers, standing on (x, FLOOR). */
function stack(x: number, ring: string, box: string): string {
  const cones = [-70, -210].flatMap((y) =>
    [0, 1, 2, 3].map((n) => {
      const [cx, cy] = [x - 38 + 76 * (n % 2), FLOOR + y - 34 + 68 * (n >> 1)];
      return `<circle cx="${cx}" cy="${cy}" r="30" ${ring}/><circle cx="${cx}" cy="${cy}" r="10" ${ring}/>`;
    }),
  );
  return `<path ${box} d="M${x - 84} ${FLOOR}V${FLOOR - 290}H${x + 84}V${FLOOR}ZM${x - 84} ${FLOOR - 142}H${x + 84}"/>${cones.join("")}`;
}

const drumHead = (more: string, r = DRUM.r): string => `<circle cx="${DRUM.x}" cy="${DRUM.y}" r="${r}" ${more}/>`;
const emblem = (drawing: string): string =>
  `<g transform="translate(${DRUM.x} ${DRUM.y - 4}) scale(0.155)">${drawing}</g>`;

export const crowdScene = printed(1920, 44, {
  seed: 23,
  format: TALL / WIDE,
  screen: 170,
  orange: page(
    WIDE,
    TALL,
    `<defs><linearGradient id="fall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-opacity="0.95"/><stop offset="1" stop-opacity="0.2"/></linearGradient></defs>
     <rect width="${WIDE}" height="${TALL}" fill-opacity="0.12"/>
     <g fill="url(#fall)">${BEAMS.map((one) => beam(one, 150)).join("")}</g>
     ${STACKS.map((x) => stack(x, 'fill="#000"', 'fill="#fff"')).join("")}
     ${drumHead("", DRUM.r + 12)}${drumHead('fill="#fff"')}${emblem(waspInOrange())}
     ${eachCone(coneInOrange)}`,
  ),
  black: page(
    WIDE,
    TALL,
    `<defs>${CONE_SHADES}
      <linearGradient id="dark" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-opacity="1"/><stop offset="0.35" stop-opacity="0.97"/><stop offset="0.62" stop-opacity="0.6"/><stop offset="1" stop-opacity="0.9"/></linearGradient>
      <linearGradient id="beam" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff"/><stop offset="0.9" stop-color="#fff" stop-opacity="0.45"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient></defs>
     <rect width="${WIDE}" height="${TALL}" fill="url(#dark)"/>
     <g fill="url(#beam)">${BEAMS.map((one) => beam(one, 150)).join("")}</g>
     <rect y="${FLOOR - 6}" width="${WIDE}" height="80"/>
     ${STACKS.map((x) => stack(x, 'fill="none" stroke="#fff" stroke-width="5"', 'fill="#000" stroke="#fff" stroke-width="4"')).join("")}
     ${drumHead("", DRUM.r + 14)}${drumHead('fill="none" stroke="#fff" stroke-width="5"', DRUM.r + 8)}${drumHead('fill="#fff"')}${emblem(waspInBlack())}
     ${eachCone(({ shade }) => coneInBlack(shade))}`,
  ),
});
