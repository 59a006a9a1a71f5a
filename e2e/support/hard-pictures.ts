import sharp, { type Sharp } from "sharp";

const SIZE = { width: 2400, height: 1600 } as const;
type Dot = { x: number; y: number; radius: number; colour: string };

/** Pictures over which words are hard to read, drawn anew for each test: the same in each run, and not in git. */
export const HARD_PICTURES: Record<string, () => Sharp> = {
  white: () => fill("#ffffff"),
  black: () => fill("#000000"),
  "a snow field": () =>
    drawSvg(
      `<linearGradient id="g" x2="0" y2="1"><stop stop-color="#dfe9f3"/><stop offset=".45" stop-color="#f4f7fb"/>
       <stop offset=".47" stop-color="#fff"/><stop offset="1" stop-color="#e9f0f7"/></linearGradient>`,
      `<rect width="2400" height="1600" fill="url(#g)"/>${firs(60)}`,
    ),
  "a beach at noon": () =>
    drawSvg(
      `<linearGradient id="g" x2="0" y2="1"><stop stop-color="#4fb3ef"/><stop offset=".5" stop-color="#cfeeff"/>
       <stop offset=".5" stop-color="#23a7b8"/><stop offset=".62" stop-color="#8fe3dc"/>
       <stop offset=".64" stop-color="#fff"/><stop offset=".67" stop-color="#fbeecb"/>
       <stop offset="1" stop-color="#f3dca6"/></linearGradient>
       <radialGradient id="s"><stop offset=".2" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>
       </radialGradient>`,
      `<rect width="2400" height="1600" fill="url(#g)"/><circle cx="1750" cy="180" r="420" fill="url(#s)"/>`,
    ),
  "stage lights": () =>
    drawSvg(
      `<radialGradient id="s"><stop offset=".15" stop-color="#fff"/><stop offset=".4" stop-color="#f0c" stop-opacity=".7"/>
       <stop offset="1" stop-color="#205" stop-opacity="0"/></radialGradient>`,
      `<rect width="2400" height="1600" fill="#020106"/>${dots(26, 70, 190)
        .map(({ x, y, radius }) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="url(#s)"/>`)
        .join("")}`,
    ),
  "black and white": () =>
    drawSvg(
      "",
      `<rect width="2400" height="1600" fill="#fff"/>${Array.from({ length: 12 }, (_, at) => `<path d="M${at * 200} 0h100v1600h-100z"/>`).join("")}
       <path d="M0 640h2400v90H0z" fill="#777"/>`,
    ),
  "a busy crowd": () =>
    drawSvg(
      "",
      `<rect width="2400" height="1600" fill="#433"/>${dots(2600, 14, 52)
        .map(({ x, y, radius, colour }) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`)
        .join("")}`,
    ),
};

function fill(background: string): Sharp {
  return sharp({ create: { ...SIZE, channels: 3, background } }).jpeg({ quality: 90 });
}

function drawSvg(definitions: string, shapes: string): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
    <defs>${definitions}</defs>${shapes}</svg>`;
  return sharp(Buffer.from(svg)).flatten().jpeg({ quality: 90 });
}

/** Places that look random and are the same in each run. */
function dots(count: number, least: number, most: number): Dot[] {
  let seed = 7;
  // Source of the constants: Numerical Recipes, a linear congruential generator.
  const next = () => {
    seed = (1664525 * seed + 1013904223) % 2 ** 32;
    return seed / 2 ** 32;
  };
  return Array.from({ length: count }, () => ({
    x: Math.round(next() * SIZE.width),
    y: Math.round(next() * SIZE.height),
    radius: Math.round(least + next() * (most - least)),
    colour: `hsl(${Math.round(next() * 360)} ${Math.round(next() * 90)}% ${Math.round(8 + next() * 88)}%)`,
  }));
}

function firs(count: number): string {
  return dots(count, 30, 110)
    .map(
      ({ x, radius }) => `<path d="M${x} ${740 - radius * 2}l${radius / 2} ${radius * 2}h${-radius}z" fill="#24323f"/>`,
    )
    .join("");
}
