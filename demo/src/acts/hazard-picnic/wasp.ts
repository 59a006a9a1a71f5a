/** The wasp of Hazard Picnic from above, in the greys of one ink. Its body is 1000 long, its middle is (0, 0). */

const ABDOMEN =
  "M0-52C44-52 58-34 84-12C150 30 204 104 204 204C204 330 96 430 0 540C-96 430-204 330-204 204C-204 104-150 30-84-12C-58-34-44-52 0-52Z";
const THORAX = "M0-300C92-300 150-246 150-168C150-92 92-32 0-32S-150-92-150-168C-150-246-92-300 0-300Z";
const HEAD = "M0-452C78-456 152-420 162-364C166-312 104-276 0-276S-166-312-162-364C-152-420-78-456 0-452Z";
const FORE_WING = "M96-226C270-400 560-470 770-400C850-366 842-300 768-262C560-160 280-118 104-170Z";
const HIND_WING = "M110-160C280-150 480-96 560 0C590 52 548 86 486 74C330 52 190-30 104-124Z";

const VEINS = `M100-206C300-310 560-370 800-330M104-188C300-240 480-250 760-268M340-328L392-236M500-366L540-252M650-362L664-262
  M112-142C260-110 400-54 520 34M270-110L250-58M400-52L384 8`;

/** Legs in their two parts: the thigh and the part below the knee. */
const LEGS = [
  { thigh: "M110-250L220-360L262-372", shin: "M262-372L330-486L386-500" },
  { thigh: "M130-150L300-40L340-52", shin: "M340-52L452 120L514 146" },
  { thigh: "M100-70L250 110L286 150", shin: "M286 150L296 340L344 404" },
];

/** Dark bands of the abdomen: where one begins on the flanks and how thick it is there. */
const BANDS = [
  { from: 20, thick: 34 },
  { from: 112, thick: 34 },
  { from: 208, thick: 36 },
  { from: 300, thick: 34 },
  { from: 384, thick: 32 },
];

function band({ from, thick }: (typeof BANDS)[number]): string {
  const low = from + thick;
  // Thicker in the middle, with the spike that wasps have there.
  return `M-220 ${from - 40}Q0 ${from + 50} 220 ${from - 40}V${low - 40}Q110 ${low + 8} 24 ${low + 12}L0 ${low + 40}L-24 ${low + 12}Q-110 ${low + 8}-220 ${low - 40}Z`;
}

const bothSides = (drawing: string): string => `<g>${drawing}</g><g transform="scale(-1 1)">${drawing}</g>`;

/** What the orange ink prints: all that is not black, as flat colour. */
export function waspInOrange(): string {
  const legs = LEGS.map(({ shin }) => `<path d="${shin}"/>`).join("");
  return `<g stroke-linecap="round" stroke-linejoin="round">
    ${bothSides(`<g fill="none" stroke="#000" stroke-width="22">${legs}</g>`)}
    <path d="${ABDOMEN}"/><path d="${HEAD}"/>
  </g>`;
}

/** What the black ink prints: bands, outlines, wings and the shade of a lamp on the upper left. */
export function waspInBlack(): string {
  const thighs = LEGS.map(({ thigh }) => `<path d="${thigh}" stroke-width="30"/>`).join("");
  const shins = LEGS.map(({ shin }) => `<path d="${shin}" stroke-width="7" transform="translate(8 6)"/>`).join("");
  return `<defs>
    <clipPath id="abdomen"><path d="${ABDOMEN}"/></clipPath>
    <radialGradient id="round" cx="0.34" cy="0.3" r="0.75"><stop offset="0.35" stop-opacity="0"/><stop offset="1" stop-opacity="0.6"/></radialGradient>
    <linearGradient id="wing"><stop offset="0" stop-opacity="0.62"/><stop offset="0.55" stop-opacity="0.2"/><stop offset="1" stop-opacity="0.34"/></linearGradient>
    <radialGradient id="eye" cx="0.36" cy="0.3" r="0.9"><stop offset="0" stop-color="#777"/><stop offset="0.4" stop-color="#111"/></radialGradient>
  </defs>
  <g stroke-linecap="round" stroke-linejoin="round">
    ${bothSides(`<g fill="none" stroke="#000">${thighs}${shins}</g>
      <g stroke="#000" stroke-width="9"><path d="${HIND_WING}" fill="url(#wing)"/><path d="${FORE_WING}" fill="#fff"/><path d="${FORE_WING}" fill="url(#wing)"/></g>
      <path d="${VEINS}" fill="none" stroke="#000" stroke-width="6"/>
      <path d="M34-438C60-520 80-590 160-620C214-634 250-606 276-574" fill="none" stroke="#000" stroke-width="17"/>`)}
    <path d="${ABDOMEN}" fill="url(#round)"/>
    <g clip-path="url(#abdomen)">${BANDS.map((one) => `<path d="${band(one)}"/>`).join("")}
      <path d="M-104 74l24 8-24 16-24-12zM104 74l24 8-24 16-24-12zM-112 170l24 8-24 16-24-12zM112 170l24 8-24 16-24-12zM-92 266l20 8-20 14-22-10zM92 266l20 8-20 14-22-10z"/>
      </g>
    <path d="${ABDOMEN}" fill="none" stroke="#000" stroke-width="10"/>
    <path d="M-7 524L0 610L7 524Z" stroke="#000" stroke-width="6"/>
    <path d="${THORAX}"/>
    <path d="M-122-226L-44-274M122-226L44-274" stroke="#fff" stroke-width="20"/>
    <path d="M-52-92H-16M16-92H52M-40-58H-14M14-58H40" stroke="#fff" stroke-width="15"/>
    <path d="M-70-190C-60-230-40-246-22-250" stroke="#fff" stroke-width="6" fill="none" opacity="0.5"/>
    <path d="${HEAD}" fill="none" stroke="#000" stroke-width="10"/>
    <path d="M-72-446C-30-404 30-404 72-446C30-458-30-458-72-446ZM0-396L26-352 0-316-26-352Z"/>
    <g fill="url(#eye)" stroke="#000" stroke-width="8">${bothSides('<path d="M100-430C160-418 182-360 158-312C134-284 104-304 104-336C106-368 74-406 100-430Z"/>')}</g>
  </g>`;
}

/** The outline alone, for shadows. */
export function waspShadow(): string {
  const legs = LEGS.map(
    ({ thigh, shin }) => `<path d="${thigh}" stroke-width="28"/><path d="${shin}" stroke-width="20"/>`,
  );
  return `<path d="${ABDOMEN}"/><path d="${THORAX}"/><path d="${HEAD}"/>
    ${bothSides(`<g fill="none" stroke="#000" stroke-linecap="round">${legs.join("")}</g><g opacity="0.45"><path d="${HIND_WING}"/><path d="${FORE_WING}"/></g>`)}`;
}
