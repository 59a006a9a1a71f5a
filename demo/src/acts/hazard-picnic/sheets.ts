/** The press of Hazard Picnic: two drums, signal orange and black, on one newsprint. */
import type { ActPicture } from "../picture.ts";
import { type Ink, print } from "../riso.ts";

const PAPER = "#f1ead9";
const ORANGE = "#ff4a17";
const BLACK = "#1b1a1c";

/** An SVG as large as the page: `wide` units across. Clear paper where nothing is drawn. */
export function page(wide: number, tall: number, drawing: string): string {
  return `<style>svg { position: absolute; inset: 0; width: 100%; height: 100%; }</style><svg viewBox="0 0 ${wide} ${tall}" preserveAspectRatio="none">${drawing}</svg>`;
}

/** What differs between the sheets. The screen is in dots across the page. */
interface Sheets {
  seed: number;
  format: number;
  orange: string;
  black: string;
  screen: number;
}

/** A picture of a sheet that went through both inks. */
export function printed(fullWidth: number, quality: number, sheets: Sheets): ActPicture {
  const { seed, format, orange, black, screen } = sheets;
  const inks: Ink[] = [
    { colour: ORANGE, original: orange, angle: 15, screen, shift: [0.22, -0.14] },
    { colour: BLACK, original: black, angle: 45, screen: screen * 1.12, shift: [-0.08, 0.05] },
  ];
  return { fullWidth, quality, draw: (width) => print({ paper: PAPER, format, seed, inks }, width) };
}
