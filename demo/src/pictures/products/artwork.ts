/** The act's artwork: ridges over still water, the harbour light, and the names. Drawn as SVG. */
import { join } from "node:path";
import sharp from "sharp";
import { fbm2, smooth } from "../noise.ts";

/** Ink, paper and rose, as the site has them. */
export const INK = "#12161f";
export const BONE = "#efe4d2";
export const ROSE = "#d83b65";

/** The frames of the demo that became record covers: which picture of content/images, and where the square begins. */
const COVERS = { "lake-effect": { scene: "n6", from: 0.437 }, "long-point": { scene: "n2", from: 0.425 } } as const;

/** A record cover's picture as an address for HTML, square. Drawn by this program too, so redraw the scene first. */
export async function coverPicture(record: keyof typeof COVERS): Promise<string> {
  const { scene, from } = COVERS[record];
  const original = sharp(join(import.meta.dirname, "../../../../content/images", `${scene}.jpg`));
  const { width, height } = await original.metadata();
  const square = { left: Math.round(width * from), top: 0, width: height, height };
  const bytes = await original.extract(square).resize(1900).jpeg({ quality: 92 }).toBuffer();
  return `data:image/jpeg;base64,${bytes.toString("base64")}`;
}

/** The cover of Lake Effect as HTML: a square as wide as the page, at its top. */
export async function lakeEffectCover(): Promise<string> {
  return `<style>
    .cover { position: absolute; inset: 0 0 auto; height: 100rem; color: #f4e9d8; background: #14121b; overflow: hidden; }
    .cover img { position: absolute; inset: 0; width: 100%; height: 100%; }
    .cover h1 { position: absolute; left: 6.4rem; top: 6rem; margin: 0; font: 600 12.6rem/0.95 Besley; letter-spacing: -0.02em; }
    .cover p { position: absolute; left: 7rem; bottom: 6.4rem; margin: 0; font: 600 2.5rem/1 "Libre Franklin"; letter-spacing: 0.34em; }
  </style><div class="cover"><img src="${await coverPicture("lake-effect")}" alt=""><h1>Lake<br>Effect</h1><p>HARBOUR LINE</p></div>`;
}

/** A line of hills as an SVG path across `wide`, filled down to `floor`. */
export function ridgePath(wide: number, crest: number, rise: number, floor: number, seed: number): string {
  const points: string[] = [];
  const parts = 260;
  for (let k = 0; k <= parts; k++) {
    const x = (wide * k) / parts;
    const hill = fbm2((k / parts) * 2.6 + seed, seed * 0.37, 6, 900 + seed, 0.42);
    points.push(`${x.toFixed(1)} ${(crest - rise * (0.5 + 0.9 * hill)).toFixed(1)}`);
  }
  return `M0 ${floor}L${points.join("L")}L${wide} ${floor}Z`;
}

/** The harbour light, foot at (x, y), `tall` to the top of its roof. */
export function lighthouse(x: number, y: number, tall: number, body: string, cut: string, lamp: string): string {
  return `<g transform="translate(${x} ${y}) scale(${tall / 100})">
    <path fill="${body}" d="M-17 0L-12-68H12L17 0Z"/>
    <path fill="${cut}" d="M-14.9-28L-13.6-46H13.6L14.9-28Z"/>
    <path fill="${body}" d="M-17-68H17V-73H-17Z M-9-90H9L0-101Z M-10-88H10V-91H-10Z M-9-73H-6.6V-90H-9Z M6.6-73H9V-90H6.6Z"/>
    <path fill="${lamp}" d="M-5.6-74.5H5.6V-87H-5.6Z"/>
    <path fill="${body}" d="M-22 4L-19-1H19L22 4Z"/>
  </g>`;
}

/** Lines of water, denser near the shore, with the lamp's light as a gap in the middle of `gap`. */
export function waterLines(wide: number, top: number, rows: number, step: number, colour: string, gap: number): string {
  const lines: string[] = [];
  for (let row = 0; row < rows; row++) {
    const y = top + step * row * (1 + row * 0.06);
    const thick = step * (0.34 - (0.2 * row) / rows);
    let x = -20;
    let k = 0;
    while (x < wide) {
      const pick = 0.5 + 0.5 * fbm2(row * 3.7 + k * 5.1, k * 2.3, 2, 77);
      const length = wide * (0.1 + 0.35 * pick) * (1 - (0.5 * row) / rows);
      const middle = x + length / 2;
      const edge = Math.min(1, smooth(0, wide * 0.16, Math.min(middle, wide - middle)) + 0.25 - row * 0.01);
      if (Math.abs(middle - gap) > wide * 0.012 * (row % 3)) {
        lines.push(
          `<rect x="${Math.max(0, x).toFixed(1)}" y="${y.toFixed(1)}" rx="${thick / 2}" height="${thick.toFixed(1)}" width="${(Math.min(wide, x + length * edge) - Math.max(0, x)).toFixed(1)}"/>`,
        );
      }
      x += length + wide * (0.02 + 0.1 * (1 - pick));
      k++;
    }
  }
  return `<g fill="${colour}">${lines.filter((line) => !line.includes('width="-')).join("")}</g>`;
}

/**
 * The badge of the Lake Effect goods: ridges under a low sun, the light on its point, water below.
 * An SVG 1000 wide and 640 tall.
 */
export function badge(ink: string, ground: string, lamp: string): string {
  return `<svg viewBox="0 0 1000 640" style="display:block;width:100%">
    <defs><clipPath id="frame"><rect width="1000" height="640"/></clipPath></defs>
    <g clip-path="url(#frame)">
      <circle cx="318" cy="236" r="150" fill="${lamp}"/>
      <path d="${ridgePath(1000, 300, 170, 400, 3)}" fill="${ground}" stroke="${ink}" stroke-width="6"/>
      <path d="${ridgePath(1000, 345, 120, 400, 8)}" fill="${ground}" stroke="${ink}" stroke-width="8"/>
      <path d="${ridgePath(1000, 392, 56, 402, 14)}" fill="${ink}"/>
      <path d="M590 402Q640 346 706 340H800Q880 352 1000 396V402Z" fill="${ink}"/>
      <g stroke="${ground}" stroke-width="1.2" stroke-linejoin="round">${lighthouse(752, 342, 300, ink, ground, lamp)}</g>
      ${waterLines(1000, 416, 12, 13, ink, 752)}
    </g>
  </svg>`;
}
