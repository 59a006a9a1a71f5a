/** The card shown when a link is shared, and the sheet behind the other pages. */
import { fbm2, smooth } from "../../pictures/noise.ts";
import { blend, painted } from "../paper.ts";
import type { ActPicture } from "../picture.ts";
import { drawTree } from "./branches.ts";
import { asPicture } from "./goods.ts";
import { FOG, pen, SHADE, SNOW, snowfield } from "./snow.ts";

export const shareCard: ActPicture = painted(1200, 84, {
  format: 630 / 1200,
  seed: 61,
  ground: (_x, _y, out) => blend(FOG, SNOW, 0.5, out),
  tooth: 0.3,
  drawings: [
    {
      body: async () =>
        `<img src="${await asPicture(snowfield, 1400)}" style="position:absolute;left:-10rem;top:-6rem;width:112rem" alt="">
         <div style="position:absolute;left:7rem;bottom:6.5rem;color:#33404a;font:400 9.4rem/0.95 'Instrument Serif';letter-spacing:-0.01em">Ane<br>Rimewell<div style="font-size:2.7rem;margin-top:2rem;letter-spacing:0.02em">Piano, slowly</div></div>`,
    },
  ],
});

export const fog = painted(1200, 84, {
  format: 0.66,
  seed: 67,
  ground: (x, y, out) => blend(SHADE, SNOW, 0.4 + 0.5 * smooth(0, 0.66, y) + 0.4 * fbm2(x * 1.6, y * 3.2, 4, 5), out),
  drawings: [
    {
      body: pen(
        1200,
        792,
        "#9aa7b0",
        drawTree(1010, 720, { seed: 31, trunk: 140, thick: 9, forks: 8, spread: 0.5, upward: 0.4 }),
      ),
      cover: (_x, y) => 0.5 * smooth(0.6, 0.3, y),
    },
  ],
});
