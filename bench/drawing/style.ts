import { element, picture, words } from "./svg.ts";

/** The site's own colours, dusk over the lake; contrasts with the ground stand beside them. */
export const COLOURS = {
  ink: "#0b0e16",
  raised: "#141926",
  paper: "#f4eadb", // 16.2
  soft: "#cbc1b3", // 10.8
  dim: "#9d968d", // 6.5
  rose: "#d83b65", // 4.3: fills and rules
  roseText: "#f78fab", // 8.7
  ember: "#e9a36b", // 9.1
  green: "#8fc7a4", // 10.1
  line: "rgb(244 234 219 / 14%)",
} as const;

/** Colours of the curves in one panel. Labels and marks distinguish them as well. */
export const CURVE_COLOURS = [COLOURS.roseText, COLOURS.green, COLOURS.ember, COLOURS.paper];

export const WIDTH = 960;
export const MARGIN = 32;
/** Where the plots begin, below the title and its rule. */
export const TOP = 112;
/** Size of most words. */
const TEXT_SIZE = 13;

// An embedded picture cannot load fonts: these are the site's fonts, if installed, and similar ones.
const STYLE = `
text { font: 400 ${TEXT_SIZE}px "Libre Franklin", "Helvetica Neue", "Segoe UI", Arial, sans-serif; fill: ${COLOURS.soft}; }
.title { font: 600 26px Besley, Rockwell, "Roboto Slab", Georgia, serif; fill: ${COLOURS.paper}; }
.heading { font-weight: 600; font-size: 15px; fill: ${COLOURS.paper}; }
.dim { fill: ${COLOURS.dim}; }
.unit { font-weight: 400; font-size: 13px; }
.strong { font-weight: 600; fill: ${COLOURS.paper}; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
`;

/** Approximate width of text in pixels: characters are half as wide as the font size. */
export function widthOf(text: string): number {
  return text.length * TEXT_SIZE * 0.51;
}

/** Cuts words into lines that are no wider than this. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A number on an axis: 20 k, 1 M, 0.5. */
export function shortNumber(value: number): string {
  if (value >= 1e6) return `${value / 1e6} M`;
  if (value >= 1e3) return `${value / 1e3} k`;
  return String(value);
}

/** The frame that all plots share: a ground, a title, a rose rule and one sentence on what is shown. */
export function framed(
  { height, title, subtitle, description }: Record<"title" | "subtitle" | "description", string> & { height: number },
  ...children: readonly string[]
): string {
  return picture(
    { width: WIDTH, height, title, description, style: STYLE },
    element("rect", { width: WIDTH, height, rx: 14, fill: COLOURS.ink }),
    words(title, { x: MARGIN, y: 50, class: "title" }),
    element("rect", { x: MARGIN, y: 62, width: 56, height: 3, fill: COLOURS.rose }),
    words(subtitle, { x: MARGIN, y: 88 }),
    ...children,
  );
}
