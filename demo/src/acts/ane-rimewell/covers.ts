/** The sleeves of Ane Rimewell's three records. */
import { fromHex } from "../../pictures/colour.ts";
import { createRandom, fbm2, smooth } from "../../pictures/noise.ts";
import { blend, painted } from "../paper.ts";
import { drawTree } from "./branches.ts";
import { pen, SHADE, SNOW } from "./snow.ts";

const SIDE = 1000;

/** The names of the record and the artist, small, like the signature on a print. */
function signed(name: string, ink: string, place = "left:8rem;bottom:7rem"): string {
  return `<div style="position:absolute;${place};color:${ink};font:400 5.6rem/1.08 'Instrument Serif'">${name}<div style="font-size:2.9rem;margin-top:1.2rem;letter-spacing:0.02em">Ane Rimewell</div></div>`;
}

/** Tracks of a bird that crossed the snow and turned back. */
function tracks(): string {
  const random = createRandom(8);
  const feet: string[] = [];
  let [x, y, way] = [70, 690, 0.32];
  for (let step = 0; step < 27; step++) {
    way += step < 15 ? 0.012 : -0.068;
    const size = 1 - step * 0.022;
    x += 46 * size * Math.cos(way);
    y -= 40 * size * Math.sin(way);
    const side = (step % 2 === 0 ? 9 : -9) * size;
    const turn = 90 - (way * 180) / Math.PI + 8 * (random() - 0.5);
    feet.push(
      `<path transform="translate(${(x + side * Math.sin(way)).toFixed(1)} ${(y + side * Math.cos(way)).toFixed(1)}) rotate(${turn.toFixed(1)}) scale(${size.toFixed(2)} ${(size * 0.8).toFixed(2)})" d="M0 2V-24M0-4L-11-19M0-4L11-19M0 2V15"/>`,
    );
  }
  return `<g fill="none" stroke="currentColor" stroke-width="3.4" stroke-linecap="round">${feet.join("")}</g>`;
}

export const lessonsInSnow = painted(1000, 84, {
  format: 1,
  seed: 23,
  ground: (x, y, out) => {
    const drift = fbm2(x * 2.1 + y * 0.9, y * 5.2 - x * 1.5, 4, 31, 0.4);
    blend(SNOW, SHADE, 0.78 * smooth(-0.05, 0.5, drift) + 0.1 * y, out);
  },
  drawings: [{ body: pen(SIDE, SIDE, "#75838e", tracks()) }, { body: signed("Lessons in Snow", "#3f4a52") }],
});

const DUSK = fromHex("#d8dbd6");
const LAMP = fromHex("#e9c98a");
const LAMP_HEART = fromHex("#fdf3d8");
const GROUND = fromHex("#b9c1bf");
const orchard = Array.from({ length: 5 }, (_, n) => {
  const near = 0.34 + 0.13 * n;
  return drawTree(90 + n * 205, 690 + 74 * near, {
    seed: 60 + n * 7,
    trunk: 64 + 34 * near,
    thick: 5 + 3 * near,
    forks: 7,
    spread: 0.6,
    upward: 0.12,
  });
}).join("");

export const lampForTheOrchard = painted(1000, 84, {
  format: 1,
  seed: 29,
  ground: (x, y, out) => {
    const away = Math.hypot(x - 0.62, (y - 0.5) * 1.1);
    const field = 0.7 + 0.02 * fbm2(x * 3, 1, 3, 6);
    blend(
      DUSK,
      GROUND,
      0.55 * smooth(field - 0.01, field + 0.02, y) + 0.25 * fbm2(x * 2.4, y * 3.4, 4, 12) + 0.3 * smooth(0.4, 0, y),
      out,
    );
    blend([out[0], out[1], out[2]], LAMP, 0.85 * Math.exp(-((away / 0.25) ** 1.5)), out);
    blend([out[0], out[1], out[2]], LAMP_HEART, Math.exp(-((away / 0.075) ** 2)), out);
  },
  drawings: [
    { body: pen(SIDE, SIDE, "#55605d", orchard), cover: (_x, y) => 0.9 * smooth(0.78, 0.72, y) },
    { body: signed("A Lamp for<br>the Orchard", "#3d4543", "left:8rem;top:7rem") },
  ],
});

const ICE = fromHex("#c9d8d6");
const DEEP = fromHex("#8fa9a6");
/** A crack in ice runs and forks as a branch does. */
const cracks = `<g transform="rotate(96 0 0)">${drawTree(420, -70, { seed: 35, trunk: 215, thick: 4.2, forks: 6, spread: 0.62, upward: -0.05 })}</g>`;

export const nearlyThaw = painted(1000, 84, {
  format: 1,
  seed: 37,
  ground: (x, y, out) => {
    const cloud = fbm2(x * 2.6 + 4, y * 2.6, 5, 17, 0.55);
    blend(ICE, DEEP, 0.32 + 0.75 * cloud + 0.3 * (y - 0.3), out);
    blend([out[0], out[1], out[2]], SNOW, 0.9 * smooth(0.12, 0.42, fbm2(x * 3.4, y * 4 + 7, 4, 19)), out);
  },
  drawings: [
    { body: pen(SIDE, SIDE, "#f9faf7", `<g transform="translate(3 4)">${cracks}</g>`) },
    { body: pen(SIDE, SIDE, "#4c6462", cracks), cover: () => 0.85 },
    { body: signed("Nearly Thaw", "#2f403f") },
  ],
});
