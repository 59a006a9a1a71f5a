/** The first picture of the front page: a wasp on a plate on a checked cloth, from above. */
import { page, printed } from "./sheets.ts";
import { waspInBlack, waspInOrange, waspShadow } from "./wasp.ts";

/** A checked cloth: bands of half the ink both ways, which make the whole ink where they cross. */
export function gingham(wide: number, tall: number, check: number, tint = 0.42): string {
  const bands: string[] = [];
  for (let x = 0; x < wide; x += 2 * check) bands.push(`<rect x="${x}" width="${check}" height="${tall}"/>`);
  for (let y = 0; y < tall; y += 2 * check) bands.push(`<rect y="${y}" height="${check}" width="${wide}"/>`);
  return `<g fill-opacity="${tint}">${bands.join("")}</g>`;
}

const WIDE = 1600;
const TALL = 1000;
const PLATE = { x: 1120, y: 560, r: 372 };
const WASP = `translate(${PLATE.x - 6} ${PLATE.y + 26}) rotate(-30) scale(0.62)`;

const fork = `<path d="M0-300V-150Q0-108 34-96L30 300Q30 326 48 326T66 300L62-96Q96-108 96-150V-300H84V-164H72V-300H58V-164H38V-300H24V-164H12V-300Z"/>`;
const knife = `<path d="M0-300Q58-250 58-90V20H34L36 300Q36 326 18 326T0 300Z"/>`;

const circle = (r: number, more: string) => `<circle cx="${PLATE.x}" cy="${PLATE.y}" r="${r}" ${more}/>`;

export const plateScene = printed(1920, 44, {
  seed: 11,
  format: TALL / WIDE,
  screen: 170,
  orange: page(
    WIDE,
    TALL,
    `${gingham(WIDE, TALL, 66)}${circle(PLATE.r, 'fill="#fff"')}
     ${circle(PLATE.r - 34, 'fill="none" stroke="#000" stroke-width="16"')}
     <g fill="#fff"><g transform="translate(640 590)">${fork}</g><g transform="translate(1530 590)">${knife}</g></g>
     <g transform="${WASP}">${waspInOrange()}</g>`,
  ),
  black: page(
    WIDE,
    TALL,
    `<defs><filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="16"/></filter>
      <filter id="softer" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="9"/></filter>
      <radialGradient id="well" cx="0.5" cy="0.5" r="0.5"><stop offset="0.66" stop-opacity="0"/><stop offset="0.7" stop-opacity="0.34"/><stop offset="0.74" stop-opacity="0.06"/><stop offset="1" stop-opacity="0.12"/></radialGradient></defs>
     <g transform="translate(26 34)" filter="url(#soft)" opacity="0.75">${circle(PLATE.r, "")}<g transform="translate(640 590)">${fork}</g><g transform="translate(1530 590)">${knife}</g></g>
     ${circle(PLATE.r, 'fill="#fff"')}${circle(PLATE.r, 'fill="url(#well)"')}${circle(PLATE.r, 'fill="none" stroke="#000" stroke-width="5"')}
     <g fill="#fff" stroke="#000" stroke-width="4"><g transform="translate(640 590)">${fork}</g><g transform="translate(1530 590)">${knife}</g></g>
     <g transform="translate(18 26)" opacity="0.5" filter="url(#softer)"><g transform="${WASP}">${waspShadow()}</g></g>
     <g transform="${WASP}"><g fill="#fff">${waspShadow().replaceAll("#000", "#fff")}</g>${waspInBlack()}</g>`,
  ),
});
