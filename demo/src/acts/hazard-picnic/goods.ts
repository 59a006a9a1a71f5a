/** The goods of Hazard Picnic, as in a mail-order catalogue that was copied too often. */

import { stingFirst, stripes, thisWayDown, words } from "./covers.ts";
import { gingham } from "./plate.ts";
import { printed, page as sheet } from "./sheets.ts";
import { waspInBlack, waspInOrange, waspShadow } from "./wasp.ts";

const WIDE = 1000;
const TALL = 1250;
const page = (drawing: string): string => sheet(WIDE, TALL, drawing);

const goods = (seed: number, orange: string, black: string) =>
  printed(840, 46, { seed, format: TALL / WIDE, screen: 96, orange, black });

const SHADOW = `<filter id="fall" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="18"/></filter>`;
const fall = (drawing: string, right = 22, down = 30): string =>
  `<g filter="url(#fall)" opacity="0.7" transform="translate(${right} ${down})">${drawing}</g>`;

// The shirt: black cloth, so that only the wasp is paper and orange.
const SHIRT =
  "M388 206Q500 262 612 206L704 236Q800 268 852 352L946 560 804 636 742 522Q734 520 736 560L748 1080Q500 1104 252 1080L264 560Q266 520 258 522L196 636 54 560 148 352Q200 268 296 236Z";
const NECK = "M388 206Q500 262 612 206L598 198Q500 232 402 198Z";
const ON_SHIRT = "translate(500 560) scale(0.3)";

export const shirt = goods(
  51,
  page(`${stripes(WIDE, TALL, 125)}<path d="${SHIRT}" fill="#fff"/><g transform="${ON_SHIRT}">${waspInOrange()}</g>`) +
    words(["HAZARD", "PICNIC"], "left:0;width:100rem;text-align:center;top:72.5rem;font-size:8.7rem", ""),
  page(
    `<defs>${SHADOW}</defs>${fall(`<path d="${SHIRT}"/>`)}<path d="${SHIRT}"/><path d="${NECK}" fill="#fff" fill-opacity="0.35"/>
     <path d="M388 206Q500 262 612 206M372 214Q500 286 628 214M262 540L296 236M738 540L704 236M64 540L204 616M936 540L796 616M254 1050Q500 1074 746 1050" fill="none" stroke="#fff" stroke-width="4" opacity="0.7"/>
     <g transform="${ON_SHIRT}"><g fill="#fff">${waspShadow().replaceAll("#000", "#fff")}</g>${waspInBlack()}</g>`,
  ) + words(["HAZARD", "PICNIC"], "left:0;width:100rem;text-align:center;top:72.5rem;font-size:8.7rem;color:#fff", ""),
);

// The record, half out of its sleeve, on a flood of orange.
const SLEEVE = 720;
const onSleeve = (drawing: string): string =>
  `<div style="position:absolute;left:6rem;top:26rem;width:72rem;height:72rem;overflow:hidden;font-size:0.72em"><div style="position:absolute;inset:0;width:100rem;height:100rem;transform:scale(0.72);transform-origin:0 0">${drawing}</div></div>`;
const grooves = Array.from({ length: 26 }, (_, n) => `<circle cx="640" cy="620" r="${130 + n * 8}"/>`).join("");

export const record = goods(
  53,
  page(
    `${gingham(WIDE, TALL, 125, 0.3)}<circle cx="640" cy="620" r="346" fill="#fff"/><circle cx="640" cy="620" r="112"/><rect x="60" y="260" width="${SLEEVE}" height="${SLEEVE}" fill="#fff"/>`,
  ) + onSleeve(stingFirst.orange),
  page(
    `<defs>${SHADOW}<linearGradient id="shine" x1="0" y1="0" x2="1" y2="1"><stop offset="0.3" stop-color="#fff" stop-opacity="0"/><stop offset="0.46" stop-color="#fff" stop-opacity="0.75"/><stop offset="0.6" stop-color="#fff" stop-opacity="0"/></linearGradient></defs>
     ${fall(`<circle cx="640" cy="620" r="346"/><rect x="60" y="260" width="${SLEEVE}" height="${SLEEVE}"/>`)}
     <circle cx="640" cy="620" r="346"/><g fill="none" stroke="#fff" stroke-width="1.6" opacity="0.6">${grooves}</g><circle cx="640" cy="620" r="340" fill="url(#shine)" opacity="0.6"/>
     <circle cx="640" cy="620" r="112" fill="#fff"/><circle cx="640" cy="620" r="12"/>
     <rect x="60" y="260" width="${SLEEVE}" height="${SLEEVE}" fill="#fff" stroke="#000" stroke-width="6"/>`,
  ) + onSleeve(stingFirst.black),
);

// The cassette, on black.
const REEL = Array.from(
  { length: 6 },
  (_, n) => `<rect x="-9" y="-52" width="18" height="22" transform="rotate(${n * 60})"/>`,
).join("");
const reels = (x: string): string =>
  [356, 644].map((at) => `<g transform="translate(${at} 588)"><circle r="60" ${x}/></g>`).join("");
const CASE = "M120 350H880Q912 350 912 382V838Q912 870 880 870H120Q88 870 88 838V382Q88 350 120 350Z";
const TRAPEZE = "M262 870L292 752H708L738 870Z";

export const cassette = goods(
  57,
  page(
    `<rect width="${WIDE}" height="${TALL}" fill-opacity="0.25"/><path d="${CASE}"/><rect x="140" y="400" width="720" height="312" fill="#fff"/><rect x="140" y="640" width="720" height="72"/><rect x="262" y="510" width="476" height="156" rx="78"/>`,
  ),
  page(
    `<defs>${SHADOW}<linearGradient id="night" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-opacity="0.3"/><stop offset="1" stop-opacity="1"/></linearGradient></defs>
     <rect width="${WIDE}" height="${TALL}" fill="url(#night)"/>${fall(`<path d="${CASE}"/>`, 26, 38)}
     <path d="${CASE}" fill="#fff" stroke="#000" stroke-width="8"/><path d="${TRAPEZE}" fill="#000" fill-opacity="0.22" stroke="#000" stroke-width="6"/>
     <rect x="140" y="400" width="720" height="312" rx="14" fill="#fff" stroke="#000" stroke-width="6"/>
     <rect x="262" y="510" width="476" height="156" rx="78" fill="#fff" stroke="#000" stroke-width="6"/>${reels('fill="#fff" stroke="#000" stroke-width="7"')}
     <rect x="440" y="536" width="120" height="104" rx="8" fill-opacity="0.8"/>
     ${[356, 644].map((at) => `<g transform="translate(${at} 588) rotate(14)">${REEL}</g>`).join("")}
     <path d="M140 640H262M738 640H860M140 676H862" stroke="#000" stroke-width="5"/>
     ${[124, 876].map((x) => [384, 836].map((y) => `<circle cx="${x}" cy="${y}" r="13" fill="#fff" stroke="#000" stroke-width="5"/><path d="M${x - 8} ${y + 8}l16-16" stroke="#000" stroke-width="5"/>`).join("")).join("")}
     <g>${[360, 440, 560, 640].map((x) => `<circle cx="${x}" cy="826" r="15"/>`).join("")}</g>`,
  ) + words(["WET SANDWICH"], "left:16rem;top:43.2rem;font-size:8.2rem", ""),
);

// The tea towel over its rail.
const TOWEL = "M228 190H772L790 1130Q640 1150 500 1136T210 1130Z";
const PLEATS = `<linearGradient id="pleats"><stop offset="0" stop-opacity="0.4"/><stop offset="0.12" stop-opacity="0"/><stop offset="0.3" stop-opacity="0.3"/><stop offset="0.38" stop-opacity="0"/><stop offset="0.62" stop-opacity="0.04"/><stop offset="0.72" stop-opacity="0.36"/><stop offset="0.8" stop-opacity="0"/><stop offset="1" stop-opacity="0.5"/></linearGradient>`;

export const towel = goods(
  59,
  page(
    `<defs><clipPath id="towel"><path d="${TOWEL}"/></clipPath></defs><g clip-path="url(#towel)"><g transform="translate(214 180)">${gingham(600, 1000, 58, 0.5)}</g></g>
     <g transform="translate(610 900) rotate(-24)"><circle r="170" fill="#fff"/><g transform="scale(0.25)">${waspInOrange()}</g></g>`,
  ),
  page(
    `<defs>${SHADOW}${PLEATS}<linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-opacity="0.06"/><stop offset="1" stop-opacity="0.32"/></linearGradient></defs><rect width="${WIDE}" height="${TALL}" fill="url(#wall)"/>
     ${fall(`<path d="${TOWEL}"/><path d="M60 172H940V206H60Z"/>`, 44, 34)}<path d="${TOWEL}" fill="#fff"/><path d="${TOWEL}" fill="url(#pleats)"/><path d="${TOWEL}" fill="none" stroke="#000" stroke-width="6"/>
     <path d="M60 168H940V196H60Z"/><circle cx="60" cy="182" r="26"/><circle cx="940" cy="182" r="26"/><path d="M228 172h544v40H228z" fill-opacity="0.5"/>
     <g transform="translate(610 900) rotate(-24) scale(0.25)"><g fill="#fff"><circle r="640"/></g>${waspInBlack()}</g>`,
  ),
);

// The poster, pasted on a wall.
const onWall = (drawing: string): string =>
  `<div style="position:absolute;left:14rem;top:13rem;width:72rem;height:98rem;overflow:hidden;transform:rotate(-2.2deg)"><div style="position:absolute;inset:0;width:100rem;height:100rem;transform:scale(0.72);transform-origin:0 0">${drawing}</div></div>`;
const FOOT_LINES = ["APRIL 3 TO 26", "SIXTEEN SHEDS", "BRING A COAT"];
const posterFoot = (colour: string): string =>
  `<div style="position:absolute;left:14rem;top:13rem;width:72rem;height:98rem;transform:rotate(-2.2deg)">${words(FOOT_LINES, `left:3.4rem;top:75rem;font-size:7.4rem;color:${colour}`, "line-height: 0.94;")}</div>`;

export const poster = goods(
  61,
  page(`<g transform="rotate(-2.2 500 620)"><rect x="140" y="130" width="720" height="980" fill="#fff"/></g>`) +
    onWall(thisWayDown.orange) +
    posterFoot("#000"),
  page(
    `<defs>${SHADOW}<linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-opacity="0.5"/><stop offset="1" stop-opacity="0.95"/></linearGradient></defs><rect width="${WIDE}" height="${TALL}" fill="url(#wall)"/>
     <g transform="rotate(-2.2 500 620)">${fall('<rect x="140" y="130" width="720" height="980"/>', 14, 20)}<rect x="140" y="130" width="720" height="980" fill="#fff"/></g>`,
  ) +
    onWall(thisWayDown.black) +
    posterFoot("#fff0"),
);
