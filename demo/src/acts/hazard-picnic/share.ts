/** The card shown when a link is shared, and the sheet behind the other pages. */
import { stripes, words } from "./covers.ts";
import { gingham } from "./plate.ts";
import { page, printed } from "./sheets.ts";
import { waspInBlack, waspInOrange, waspShadow } from "./wasp.ts";

const WIDE = 1200;
const TALL = 630;
const WASP = "translate(930 318) rotate(-28) scale(0.56)";
const name = (colour: string): string =>
  words(["HAZARD", "PICNIC"], `left:4.4rem;bottom:5rem;font-size:16.6rem;color:${colour}`, "");

export const shareCard = printed(1200, 56, {
  seed: 71,
  format: TALL / WIDE,
  screen: 110,
  orange:
    page(WIDE, TALL, `${gingham(WIDE, TALL, 70, 0.3)}<g transform="${WASP}">${waspInOrange()}</g>`) + name("#fff"),
  black:
    page(
      WIDE,
      TALL,
      `<defs><filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="9"/></filter></defs><g transform="translate(16 24)" opacity="0.55" filter="url(#soft)"><g transform="${WASP}">${waspShadow()}</g></g>
       <g transform="${WASP}"><g fill="#fff">${waspShadow().replaceAll("#000", "#fff")}</g>${waspInBlack()}</g>`,
    ) + name("#000"),
});

/** Pale, because words are on it. */
export const backSheet = printed(1200, 45, {
  seed: 73,
  format: 0.6,
  screen: 60,
  orange: page(1600, 960, `<g opacity="0.1">${stripes(1600, 960, 160)}</g>`),
  black: page(1600, 960, ""),
});
