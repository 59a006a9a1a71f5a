/** The first picture of the front page: trees on a snowfield in fog, with the sun barely visible. */
import { fromHex } from "../../pictures/colour.ts";
import { createRandom, fbm2, smooth } from "../../pictures/noise.ts";
import { blend, painted } from "../paper.ts";
import { drawTree } from "./branches.ts";

export const FOG = fromHex("#e3e8ea");
export const SNOW = fromHex("#f3f3ef");
export const SHADE = fromHex("#c3ced6");
const SUN = fromHex("#fbf6ea");
const GLOW = fromHex("#f0ebe0");

const WIDE = 1600;
const TALL = 1000;
/** Where the field begins, as fractions of the width. */
const HORIZON = 0.395;

/** An SVG as large as the sheet, in one ink. */
export function pen(wide: number, tall: number, ink: string, drawing: string): string {
  return `<style>svg { position: absolute; inset: 0; width: 100%; height: 100%; color: ${ink}; }</style><svg viewBox="0 0 ${wide} ${tall}" preserveAspectRatio="none">${drawing}</svg>`;
}

/** The far wood: small crowns so close that they merge into one tone, with a stem here and there. */
function farWood(): string {
  const random = createRandom(5);
  const twigs: string[] = [];
  for (let x = -20; x < WIDE + 20; x += 1.3) {
    const high = 16 + 44 * smooth(-0.5, 0.7, fbm2(x / 150, 3, 4, 8));
    const y = HORIZON * WIDE + 3 * random();
    const from = random() < 0.16 ? 0 : high * (0.25 + 0.3 * random());
    const lean = 7 * (random() - 0.5);
    twigs.push(
      `M${x.toFixed(1)} ${(y - from).toFixed(1)}l${lean.toFixed(1)} ${(from - high * (0.8 + 0.35 * random())).toFixed(1)}`,
    );
  }
  return `<path d="${twigs.join("")}" fill="none" stroke="currentColor" stroke-width="0.8" opacity="0.55"/>`;
}

/** Posts and wire of a fence that leads across the field. */
function fence(): string {
  const posts: string[] = [];
  const wire: string[] = [];
  for (let n = 0; n < 13; n++) {
    const near = 1 / (1 + n * 0.34);
    const [x, y] = [1560 - 1180 * (1 - near) ** 0.86, HORIZON * WIDE + 8 + 300 * near ** 1.25];
    const high = 118 * near;
    posts.push(
      `<path d="M${x.toFixed(1)} ${y.toFixed(1)}l${(n % 3) - 1} ${(-high).toFixed(1)}" stroke-width="${(7 * near).toFixed(2)}"/>`,
    );
    wire.push(`${n === 0 ? "M" : "L"}${x.toFixed(1)} ${(y - high * 0.8).toFixed(1)}`);
  }
  return `<g fill="none" stroke="currentColor" stroke-linecap="round">${posts.join("")}<path d="${wire.join("")}" stroke-width="1" opacity="0.7"/></g>`;
}

/** Grass that rises from the snow. */
function grass(): string {
  const random = createRandom(19);
  const blades: string[] = [];
  for (const [middle, y, wide, count] of [
    [236, 792, 60, 26],
    [330, 806, 110, 30],
    [1000, 930, 70, 34],
    [1130, 942, 130, 26],
    [1424, 800, 70, 30],
  ] as const) {
    for (let n = 0; n < count; n++) {
      const x = middle + wide * (random() + random() - 1);
      const foot = y + 16 * (random() - 0.5);
      const high = 10 + 40 * random() ** 2;
      const lean = 22 * (random() - 0.35);
      blades.push(
        `M${x.toFixed(1)} ${foot.toFixed(1)}q${(lean * 0.2).toFixed(1)} ${(-high * 0.6).toFixed(1)} ${lean.toFixed(1)} ${(-high).toFixed(1)}`,
      );
    }
  }
  return `<path d="${blades.join("")}" fill="none" stroke="currentColor" stroke-width="0.9" stroke-linecap="round"/>`;
}

const fogAt = (y: number): number => 0.25 + 0.75 * smooth(0.42, 0.22, y);

export const snowfield = painted(2560, 80, {
  format: TALL / WIDE,
  seed: 3,
  ground: (x, y, out) => {
    const sun = Math.hypot(x - 0.7, (y - 0.2) * 1.02);
    if (y < HORIZON + 0.004 * fbm2(x * 5, 2, 2, 4)) {
      blend(SHADE, FOG, 0.42 + 1.1 * y + 0.22 * fbm2(x * 2.2, y * 5, 4, 11), out);
      blend([out[0], out[1], out[2]], GLOW, 0.95 * Math.exp(-((sun / 0.2) ** 1.5)), out);
      blend([out[0], out[1], out[2]], SUN, smooth(0.047, 0.043, sun), out);
      return;
    }
    const away = (y - HORIZON) / (TALL / WIDE - HORIZON);
    const drift = fbm2(x * 3.2 + 2.4 * away, 9 * Math.sqrt(Math.max(0, away)) + 0.6 * x, 4, 21, 0.42);
    const hollow = smooth(0.02, 0.5, drift) * (0.15 + 0.7 * away);
    blend(SNOW, SHADE, 0.85 * hollow + 0.12 * away, out);
    // The hollow that the wind leaves round the trunk.
    const trunk = Math.hypot((x - 0.752) / 0.05, (y - 0.464) / 0.009);
    blend([out[0], out[1], out[2]], SHADE, 0.9 * smooth(1, 0.1, trunk), out);
    blend([out[0], out[1], out[2]], FOG, smooth(0.3, 0, away), out);
    blend([out[0], out[1], out[2]], SUN, 0.5 * Math.exp(-(((x - 0.7) / 0.12) ** 2)) * smooth(0.55, 0, away), out);
  },
  drawings: [
    { body: pen(WIDE, TALL, "#8d9ba6", farWood()), cover: (_x, y) => 0.3 + 0.5 * smooth(HORIZON, HORIZON - 0.04, y) },
    {
      body: pen(
        WIDE,
        TALL,
        "#7c8a95",
        drawTree(690, 668, { seed: 31, trunk: 78, thick: 6, forks: 7, spread: 0.5, upward: 0.5 }) +
          drawTree(1452, 676, { seed: 47, trunk: 88, thick: 7, forks: 7, spread: 0.52, upward: 0.4 }),
      ),
      cover: (_x, y) => fogAt(y) * smooth(0.424, 0.408, y),
    },
    {
      body: pen(
        WIDE,
        TALL,
        "#4c5963",
        drawTree(1210, 742, { seed: 12, trunk: 150, thick: 15, forks: 9, spread: 0.52, upward: 0.42 }),
      ),
      // Its foot is in the snow.
      cover: (_x, y) => (0.55 + 0.45 * smooth(0.47, 0.3, y)) * smooth(0.466, 0.448, y),
    },
    { body: pen(WIDE, TALL, "#67747e", fence()), cover: (_x, y) => 0.4 + 0.6 * smooth(0.4, 0.48, y) },
    { body: pen(WIDE, TALL, "#9b9684", grass()) },
  ],
});
