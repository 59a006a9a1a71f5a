/** The singer's microphone on its stand, in focus, lit by the fairground behind and by one rose lamp at the side. */
import type { LightOut } from "../colour.ts";
import { smooth } from "../noise.ts";

/** Places as fractions of the sleeve's side. The microphone points from `tail` to `head`, up and to the singer's left. */
const HEAD = { x: 0.716, y: 0.545 };
const TAIL = { x: 0.822, y: 0.652 };
const GRILLE = 0.0325;
const STAND = { x: 0.7945, top: 0.63, half: 0.0046 };

const length = Math.hypot(TAIL.x - HEAD.x, TAIL.y - HEAD.y);
const along = { x: (TAIL.x - HEAD.x) / length, y: (TAIL.y - HEAD.y) / length };

/** Light a dark metal surface mirrors when it faces (nx, ny): the midway low behind, the sky, a rose lamp at the left. */
function mirrored(nx: number, ny: number, facing: number, out: LightOut): void {
  const edge = (1 - facing) ** 2.2;
  const rose = smooth(0.35, 0.95, -nx * 0.9 + ny * 0.25) * (0.25 + 0.75 * edge);
  const amber = smooth(0.2, 0.95, nx * 0.85 + ny * 0.4) * (0.2 + 0.8 * edge);
  const sky = smooth(-0.2, 1, -ny) * 0.1;
  out[0] = 0.012 + 0.85 * rose + 0.75 * amber + 0.25 * sky;
  out[1] = 0.012 + 0.1 * rose + 0.34 * amber + 0.32 * sky;
  out[2] = 0.018 + 0.22 * rose + 0.1 * amber + 0.5 * sky;
}

function blend(out: LightOut, colour: LightOut, cover: number): void {
  for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) * (1 - cover) + (colour[c] ?? 0) * cover;
}

const colour: LightOut = [0, 0, 0];

/** Shades a rod whose axis runs along (ax, ay). `off` is the place across the rod, from -1 to 1. */
function shadeRod(off: number, ax: number, ay: number, level: number): void {
  const facing = Math.sqrt(Math.max(0, 1 - off * off));
  mirrored(-ay * off, ax * off, facing, colour);
  for (let c = 0; c < 3; c++) colour[c] = (colour[c] ?? 0) * level;
}

function layStand(x: number, y: number, pixel: number, out: LightOut): void {
  if (y < STAND.top) return;
  // A thicker lower tube begins where the collar sits.
  const collar = smooth(0.02, 0.018, Math.abs(y - 0.9));
  const half = STAND.half * (y > 0.9 ? 1.32 : 1) + 0.003 * collar;
  const off = (x - STAND.x) / half;
  const cover = smooth(half + pixel, half - pixel, Math.abs(x - STAND.x));
  if (cover <= 0) return;
  shadeRod(Math.max(-1, Math.min(1, off)), 0, -1, 0.75);
  blend(out, colour, cover);
}

function leadAt(t: number): readonly [x: number, y: number] {
  const loop = 0.045 * Math.sin(Math.min(1, t * 1.15) * Math.PI) - 0.036 * smooth(0.5, 1, t);
  return [TAIL.x + loop, TAIL.y + 0.36 * t ** 1.25 - 0.012 * Math.sin(t * Math.PI * 2)];
}

/** The lead: it hangs from the tail in a loop, then goes down along the stand. */
function layLead(x: number, y: number, pixel: number, out: LightOut): void {
  if (y < TAIL.y - 0.01 || x < STAND.x - 0.02 || x > 0.9) return;
  let near = 9;
  let side = 0;
  let [fromX, fromY] = leadAt(0);
  for (let k = 1; k <= 24; k++) {
    const [toX, toY] = leadAt(k / 24);
    const [dx, dy] = [toX - fromX, toY - fromY];
    const t = Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy)));
    const away = Math.hypot(x - fromX - dx * t, y - fromY - dy * t);
    if (away < near) {
      near = away;
      side = x - fromX - dx * t;
    }
    [fromX, fromY] = [toX, toY];
  }
  const half = 0.0037;
  const cover = smooth(half + pixel, half - pixel, near);
  if (cover <= 0) return;
  shadeRod(Math.max(-1, Math.min(1, side / half)), 0, -1, 0.3);
  blend(out, colour, cover);
}

function layBody(x: number, y: number, pixel: number, out: LightOut): void {
  const t = (x - HEAD.x) * along.x + (y - HEAD.y) * along.y;
  const s = -(x - HEAD.x) * along.y + (y - HEAD.y) * along.x;
  const half = 0.0235 - 0.0085 * smooth(0.02, length, t);
  if (t < 0 || Math.abs(s) > half * 1.4) return;
  // Its tail points away from the lens a little, so everything that runs round it is seen as an arc.
  const round = t + 0.24 * (half - Math.sqrt(Math.max(0, half * half - s * s)));
  // The clip grips the handle two thirds down.
  const clip = smooth(0.024, 0.022, Math.abs(round - length * 0.63));
  const wide = half + 0.0045 * clip;
  const cover = smooth(wide + pixel, wide - pixel, Math.abs(s)) * smooth(length, length - 2 * pixel, round);
  if (cover <= 0) return;
  const groove =
    smooth(0.0012, 0.0006, Math.abs(round - 0.046)) + smooth(0.0012, 0.0006, Math.abs(round - length + 0.012));
  shadeRod(s / wide, along.x, along.y, clip > 0.5 ? 0.3 : 0.85 - 0.6 * groove);
  blend(out, colour, cover);
}

function layGrille(x: number, y: number, pixel: number, out: LightOut): void {
  const dx = x - HEAD.x;
  const dy = y - HEAD.y;
  const t = dx * along.x + dy * along.y;
  const s = -dx * along.y + dy * along.x;
  const reach = Math.hypot(dx, dy);
  // A flat band runs round the middle of the ball.
  const band = smooth(0.0045, 0.0038, Math.abs(t - 0.003));
  const radius = GRILLE + 0.0012 * band;
  const cover = smooth(radius + pixel, radius - pixel, reach);
  if (cover <= 0) return;
  const facing = Math.sqrt(Math.max(0, 1 - Math.min(1, reach / radius) ** 2));
  mirrored(dx / radius, dy / radius, facing, colour);
  if (band < 0.5) {
    // Woven wire: over and under, so every second crossing catches the light.
    const rows = 17;
    const lon = Math.asin(Math.max(-1, Math.min(1, s / radius))) * rows;
    const lat = Math.asin(Math.max(-1, Math.min(1, t / radius))) * rows;
    const warp = Math.cos((lon + lat) * Math.PI);
    const weft = Math.cos((lon - lat) * Math.PI);
    const wire = Math.max(smooth(0.1, 0.8, warp), smooth(0.1, 0.8, weft));
    const level = 0.22 + 0.95 * wire;
    for (let c = 0; c < 3; c++) colour[c] = (colour[c] ?? 0) * level;
  }
  blend(out, colour, cover);
}

/** Lays the microphone over the light of a place; `pixel` is the size of a pixel there. */
export function shadeMicrophone(x: number, y: number, pixel: number, out: LightOut): void {
  if (x < 0.66 || x > 0.92 || y < 0.5) return;
  layStand(x, y, pixel, out);
  layLead(x, y, pixel, out);
  layBody(x, y, pixel, out);
  layGrille(x, y, pixel, out);
}
