/** The three members, with cones for heads. */
import { CONE_SHADES, coneInBlack, coneInOrange } from "./cone.ts";
import { page, printed } from "./sheets.ts";

const WIDE = 1200;
const TALL = 1500;

/** A figure's shoulders are at (0, 0), its head is a cone. */
const SUIT = "M-150 16Q-70-22 0-24T150 16C206 34 226 84 234 170L262 900H-262L-234 170C-226 84-206 34-150 16Z";
const VEST = "M-142 12L-70-14L0 118L70-14L142 12C152 120 150 300 158 520H-158C-150 300-152 120-142 12Z";
const TAPE = "M-156 300H156V352H-156ZM-158 402H158V454H-158ZM-128 8L-92-6L-78 300H-124ZM128 8L92-6L78 300H124Z";
/** Where the sleeves part from the body. */
const SLEEVES = "M-172 190L-180 760M172 190L180 760";
const HEAD = "translate(0 2) scale(4.1)";
const EYES = "M-52-176h34v14h-34zM18-176h34v14h-34z";

interface Figure {
  x: number;
  y: number;
  scale: number;
  lean: number;
}

const FIGURES: readonly Figure[] = [
  { x: 262, y: 850, scale: 1.12, lean: -2 },
  { x: 946, y: 820, scale: 1.16, lean: 2.5 },
  { x: 596, y: 790, scale: 1.4, lean: 0.5 },
];

const eachFigure = (drawing: string): string =>
  FIGURES.map(
    ({ x, y, scale, lean }) => `<g transform="translate(${x} ${y}) rotate(${lean}) scale(${scale})">${drawing}</g>`,
  ).join("");

const inOrange = `<path d="${SUIT}" fill="#fff"/><path d="${VEST}"/><path d="${TAPE}" fill="#fff"/><g transform="${HEAD}">${coneInOrange()}</g>`;
const inBlack = `<path d="${SUIT}"/><path d="${SLEEVES}" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/>
  <path d="${VEST}" fill="#fff"/><path d="${VEST}" fill="url(#side)"/><path d="${TAPE}" fill="none" stroke="#000" stroke-width="3"/>
  <path d="M0 118V520" stroke="#000" stroke-width="6"/><path d="${VEST}" fill="none" stroke="#000" stroke-width="6"/>
  <path d="M-180 24Q0 60 180 24L120 74Q0 110-120 74Z" fill-opacity="0.55"/>
  <g transform="${HEAD}">${coneInBlack(0)}</g><path d="${EYES}"/>`;

const RAYS = Array.from({ length: 24 }, (_, n) => {
  const [a, b] = [(n * Math.PI) / 12, ((n + 0.5) * Math.PI) / 12];
  const at = (angle: number) =>
    `${(600 + 1500 * Math.cos(angle)).toFixed(0)} ${(560 + 1500 * Math.sin(angle)).toFixed(0)}`;
  return `M600 560L${at(a)}L${at(b)}Z`;
}).join("");

export const portrait = printed(1200, 52, {
  seed: 37,
  format: TALL / WIDE,
  screen: 118,
  orange: page(
    WIDE,
    TALL,
    `<path d="${RAYS}" fill-opacity="0.3"/><circle cx="600" cy="560" r="430" fill-opacity="0.55"/>${eachFigure(inOrange)}`,
  ),
  black: page(
    WIDE,
    TALL,
    `<defs>${CONE_SHADES}<linearGradient id="side"><stop offset="0" stop-opacity="0.02"/><stop offset="0.6" stop-opacity="0.12"/><stop offset="1" stop-opacity="0.62"/></linearGradient>
      <linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0.55" stop-opacity="0"/><stop offset="1" stop-opacity="0.75"/></linearGradient></defs>
     <rect width="${WIDE}" height="${TALL}" fill="url(#ground)"/>${eachFigure(inBlack)}`,
  ),
});
