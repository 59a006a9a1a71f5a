/** The sleeves of Hazard Picnic's three records. */
import { page, printed } from "./sheets.ts";
import { waspInBlack, waspInOrange } from "./wasp.ts";

const SIDE = 1000;

/** Words in the heaviest grotesque, stretched to the width of the sleeve. */
export function words(lines: readonly string[], style: string, line: string): string {
  return `<div style="position:absolute;${style}"><style>.line { display: block; font: 400 1em/0.84 "Archivo Black"; letter-spacing: -0.045em; text-transform: uppercase; white-space: nowrap; transform-origin: 0 100%; ${line} }</style>${lines.map((one) => `<span class="line">${one}</span>`).join("")}</div>`;
}

const STING = "translate(560 60) rotate(38) scale(1.62)";
const stingWords = (colour: string): string =>
  words(["STING", "FIRST"], `left:4rem;bottom:4rem;font-size:27.6rem;color:${colour}`, "");

/** Hazard stripes, `step` wide. */
export function stripes(wide: number, tall: number, step: number): string {
  const bands: string[] = [];
  for (let x = -tall; x < wide; x += 2 * step)
    bands.push(`M${x} ${tall}L${x + tall} 0H${x + tall + step}L${x + step} ${tall}Z`);
  return `<path d="${bands.join("")}"/>`;
}

/** An arrow down, cut out of the stripes. */
const ARROW = "M330 400H670V640H876L500 986L124 640H330Z";

export const stingFirst = {
  orange:
    page(SIDE, SIDE, `<rect width="${SIDE}" height="${SIDE}"/><g transform="${STING}">${waspInOrange()}</g>`) +
    stingWords("#fff"),
  black: page(SIDE, SIDE, `<g transform="${STING}">${waspInBlack()}</g>`) + stingWords("#fff"),
};

const downWords = (colour: string): string =>
  words(["THIS WAY", "DOWN"], `left:4.6rem;top:6rem;font-size:17.4rem;color:${colour}`, "line-height: 0.84;");

export const thisWayDown = {
  orange: page(
    SIDE,
    SIDE,
    `<defs><clipPath id="arrow"><path d="${ARROW}"/></clipPath><linearGradient id="rise" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-opacity="1"/><stop offset="1" stop-opacity="0.1"/></linearGradient></defs>
     <rect width="${SIDE}" height="${SIDE}" fill="url(#rise)"/><path d="${ARROW}" fill="#fff"/><g clip-path="url(#arrow)" transform="translate(0 0)">${stripes(SIDE, SIDE, 92)}</g>`,
  ),
  black:
    page(
      SIDE,
      SIDE,
      `<defs><linearGradient id="drop" x1="0" y1="0" x2="0" y2="1"><stop offset="0.1" stop-opacity="0"/><stop offset="1" stop-opacity="0.9"/></linearGradient></defs>
     <rect width="${SIDE}" height="${SIDE}" fill="url(#drop)"/><path d="${ARROW}" fill="#fff" stroke="#000" stroke-width="14"/>`,
    ) + downWords("#000"),
};

/** The sandwich is cut open and extends beyond the sleeve: bread, leaf, tomato, cheese, bread. */
const wave = (y: number, high: number, step: number, from: number): string => {
  const parts = [`M-40 ${y}`];
  for (let x = -40; x < SIDE + 40; x += step) parts.push(`q${step / 4} ${high} ${step / 2} 0t${step / 2} 0`);
  return `${parts.join("")}V${from}H-40Z`;
};
const LEAF = `${wave(392, 34, 148, 312)}`;
const CHEESE = "M-20 662H1020V704H900L820 818 730 704H-20Z";
const TOMATOES = [120, 400, 680, 960];
const SEEDS = Array.from({ length: 6 }, (_, n) => (n * Math.PI) / 3);

const tomato = (cx: number, flesh: string, hollow: string): string =>
  `<circle cx="${cx}" cy="530" r="150" ${flesh}/>${SEEDS.map((a) => `<ellipse transform="translate(${(cx + 80 * Math.cos(a)).toFixed(0)} ${(530 + 80 * Math.sin(a)).toFixed(0)}) rotate(${(a * 180) / Math.PI})" rx="44" ry="31" ${hollow}/>`).join("")}`;

/** Holes in the bread. */
const PORES = Array.from({ length: 90 }, (_, n) => {
  const [x, y] = [(n * 379) % 1000, (n * 233) % 560];
  const r = 4 + ((n * 7) % 11);
  return `<ellipse cx="${x}" cy="${y < 270 ? y : y + 470}" rx="${r * 1.6}" ry="${r}"/>`;
}).join("");

const wetWords = (colour: string): string =>
  words(["WET", "SANDWICH"], `left:4.4rem;bottom:4rem;font-size:13.6rem;color:${colour}`, "");

const wetSandwich = {
  orange:
    page(
      SIDE,
      SIDE,
      `<rect width="${SIDE}" height="${SIDE}" fill-opacity="0.14"/><g fill-opacity="0.3">${PORES}</g>
       <rect y="300" width="${SIDE}" height="430" fill="#fff"/>${TOMATOES.map((x) => tomato(x, "", 'fill="#fff" fill-opacity="0.72"')).join("")}
       <path d="${CHEESE}"/>`,
    ) + wetWords("#fff"),
  black:
    page(
      SIDE,
      SIDE,
      `<defs><linearGradient id="crumb" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-opacity="0.5"/><stop offset="0.2" stop-opacity="0.04"/><stop offset="0.75" stop-opacity="0.04"/><stop offset="1" stop-opacity="0.5"/></linearGradient>
        <linearGradient id="soaked" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-opacity="0.62"/><stop offset="1" stop-opacity="1"/></linearGradient></defs>
       <rect width="${SIDE}" height="320" fill="url(#crumb)"/><g fill-opacity="0.5" transform="translate(3 5)">${PORES}</g><rect y="712" width="${SIDE}" height="288" fill="url(#soaked)"/>
       <rect y="380" width="${SIDE}" height="300"/>
       ${TOMATOES.map((x) => `${tomato(x, 'fill="#fff" stroke="#000" stroke-width="12"', 'fill="#000" fill-opacity="0.12" stroke="#000" stroke-width="5"')}`).join("")}
       <path d="${LEAF}" stroke="#fff" stroke-width="10"/><path d="${CHEESE}" fill="#fff" stroke="#000" stroke-width="12" stroke-linejoin="round"/>
       <path d="M-20 664H1020" stroke="#000" stroke-width="12"/>`,
    ) + wetWords("#fff"),
};

const cover = (sheets: { orange: string; black: string }, seed: number) =>
  printed(900, 46, { seed, format: 1, screen: 92, ...sheets });

export const stingFirstCover = cover(stingFirst, 41);
export const thisWayDownCover = cover(thisWayDown, 43);
export const wetSandwichCover = cover(wetSandwich, 47);
