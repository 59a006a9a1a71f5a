import sharp from "sharp";
import { createRandom } from "./random.ts";

const WIDTH = 1200;
const HEIGHT = 800;

/** Shapes of pictures over which words are hard to read. Each is drawn when a test needs it. */
const SHAPES = {
  white: rectangle("#ffffff"),
  black: rectangle("#000000"),
  snow: `${sky("#dfe9f3 0", "#f4f7fb .45", "#fff .47", "#e9f0f7 1")}${firs()}`,
  noon: `${sky("#4fb3ef 0", "#cfeeff .5", "#23a7b8 .5", "#8fe3dc .62", "#fff .64", "#fbeecb .67", "#f3dca6 1")}
    ${lamp(875, 90, 210, "#fff")}`,
  stage: `${rectangle("#020106")}${scattered(26, 35, 95, ({ x, y, radius }) => lamp(x, y, radius, "#f0c"))}`,
  "black-and-white": `${rectangle("#fff")}${Array.from({ length: 12 }, (_, at) => rectangle("#000", at * 100, 50)).join("")}`,
  crowd: `${rectangle("#433")}${scattered(2_600, 7, 26, ({ x, y, radius, colour }) => circle(x, y, radius, colour))}`,
} as const;

export type HardPicture = keyof typeof SHAPES;

/** Names of the pictures; files and addresses may have them. */
export const HARD_PICTURES = Object.keys(SHAPES) as HardPicture[];

/** Draws a picture as a JPEG. It is the same in each run. */
export function drawHardPicture(name: HardPicture): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${SHAPES[name]}</svg>`;
  return sharp(Buffer.from(svg)).flatten().jpeg({ quality: 90 }).toBuffer();
}

function rectangle(fill: string, x = 0, width = WIDTH): string {
  return `<rect x="${x}" width="${width}" height="${HEIGHT}" fill="${fill}"/>`;
}

/** @param stops colours and their heights, from the top */
function sky(...stops: string[]): string {
  const listed = stops
    .map((stop) => stop.split(" "))
    .map(([colour, at]) => `<stop stop-color="${colour}" offset="${at}"/>`);
  return `<linearGradient id="sky" x2="0" y2="1">${listed.join("")}</linearGradient>${rectangle("url(#sky)")}`;
}

function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
}

/** A lamp that is too bright for the camera, in its glow. */
function lamp(x: number, y: number, radius: number, glow: string): string {
  const id = `lamp-${x}-${y}`;
  return `<radialGradient id="${id}"><stop stop-color="#fff" offset=".2"/><stop stop-color="${glow}" offset=".4"/>
    <stop stop-color="${glow}" stop-opacity="0" offset="1"/></radialGradient>${circle(x, y, radius, `url(#${id})`)}`;
}

function firs(): string {
  return scattered(60, 15, 55, ({ x, radius }) => {
    const top = 370 - radius * 2;
    return `<path d="M${x} ${top}l${radius / 2} ${radius * 2}h${-radius}z" fill="#24323f"/>`;
  });
}

type Place = { x: number; y: number; radius: number; colour: string };

/** Draws a shape at many places. */
function scattered(count: number, least: number, most: number, draw: (place: Place) => string): string {
  const random = createRandom(7);
  return Array.from({ length: count }, () =>
    draw({
      x: random.below(WIDTH),
      y: random.below(HEIGHT),
      radius: least + random.below(most - least),
      colour: `hsl(${random.below(360)} ${random.below(90)}% ${8 + random.below(88)}%)`,
    }),
  ).join("");
}
