/** What Ane Rimewell sells: printed things on a pale table, in the light of the same window. */
import sharp from "sharp";
import { fromHex } from "../../pictures/colour.ts";
import { fbm2, smooth } from "../../pictures/noise.ts";
import { blend, painted } from "../paper.ts";
import type { ActPicture } from "../picture.ts";
import { drawTree } from "./branches.ts";
import { lampForTheOrchard, lessonsInSnow, nearlyThaw } from "./covers.ts";
import { snowfield } from "./snow.ts";

const CLOTH = fromHex("#dcdad2");
const BRIGHT = fromHex("#f2efe6");
const SHADOW = "filter:drop-shadow(0.4rem 0.6rem 0.5rem #5a625f55) drop-shadow(1.6rem 2.6rem 3rem #5a625f40)";

/** A table of that colour with the window's light across it. */
function table(seed: number, body: () => Promise<string>, tint = CLOTH): ActPicture {
  return painted(960, 84, {
    format: 1.25,
    seed,
    ground: (x, y, out) => {
      const weave = 0.03 * fbm2(x * 260, y * 30, 2, seed) + 0.03 * fbm2(x * 30, y * 260, 2, seed + 1);
      const beam = smooth(-0.12, 0.3, y - 0.5 * x + 0.1) * smooth(1.12, 0.66, y - 0.5 * x);
      blend(tint, BRIGHT, 0.12 + 0.75 * beam + 0.18 * fbm2(x * 2, y * 2, 3, seed + 2) + weave, out);
    },
    drawings: [{ body }],
  });
}

/** A picture as an address for HTML. */
export async function asPicture(picture: ActPicture, width: number): Promise<string> {
  const { width: wide, height, data } = await picture.draw(width);
  const png = await sharp(data, { raw: { width: wide, height, channels: 3 } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
}

const thing = (place: string, inside: string): string =>
  `<div style="position:absolute;${place};${SHADOW}">${inside}</div>`;
const sheen =
  '<div style="position:absolute;inset:0;background:linear-gradient(115deg,#fff8 0,#fff0 40%,#0001 100%)"></div>';

export const record = table(41, async () => {
  const cover = await asPicture(lessonsInSnow, 640);
  const rings = "repeating-radial-gradient(circle,#0000 0 0.34rem,#7f8f9a22 0.36rem 0.5rem)";
  return (
    thing(
      "left:36rem;top:33rem;width:56rem;height:56rem",
      `<div style="width:100%;height:100%;border-radius:50%;background:radial-gradient(circle,#eef0ec 0 4%,#6f8791 4.3% 15%,#0000 15.4%),conic-gradient(from 40deg,#fff9,#fff0 12%,#fff0 40%,#fff9 50%,#fff0 62%,#fff0 90%,#fff9),${rings},#dfe6e8"></div>`,
    ) +
    thing(
      "left:9rem;top:30rem;width:62rem;height:62rem;rotate:-1.2deg",
      `<img src="${cover}" style="display:block;width:100%;height:100%" alt="">${sheen}`,
    )
  );
});

const staves = (count: number): string =>
  Array.from({ length: count }, (_, row) => {
    const y = 14 + row * 20;
    const lines = [0, 1, 2, 3, 4].map((n) => `<path d="M8 ${y + n * 2.2}H142"/>`).join("");
    const notes = Array.from({ length: 13 }, (_, n) => {
      const up = ((n * 7 + row * 5) % 9) * 1.1;
      const x = 18 + n * 9.4;
      return `<ellipse cx="${x}" cy="${y + up}" rx="1.5" ry="1.05" transform="rotate(-20 ${x} ${y + up})" fill="#3f4a52" stroke="none"/><path d="M${x + 1.3} ${y + up}v-6.5"/>`;
    }).join("");
    return lines + notes;
  }).join("");

export const songbook = table(43, async () => {
  const cover = `<div style="position:absolute;inset:0;background:#e4e8e4"></div><svg viewBox="0 0 600 800" style="position:absolute;inset:0;width:100%;height:100%;color:#5f6f6c">${drawTree(330, 640, { seed: 12, trunk: 112, thick: 9, forks: 8, spread: 0.5, upward: 0.4 })}</svg>
    <div style="position:absolute;left:4rem;top:4.4rem;color:#36413f;font:400 5.4rem/1 'Instrument Serif'">Lessons in Snow</div><div style="position:absolute;left:4.2rem;top:11rem;color:#36413f;font:400 2.5rem/1 'Instrument Serif'">Eleven pieces for piano</div>
    <div style="position:absolute;left:0;top:0;bottom:0;width:1.3rem;background:linear-gradient(90deg,#0002,#fff5 60%,#0001)"></div>${sheen}`;
  return (
    thing(
      "left:30rem;top:25rem;width:58rem;height:77rem;rotate:7deg",
      `<div style="position:absolute;inset:0;background:#fbfaf5"></div><svg viewBox="0 0 150 200" style="position:absolute;inset:0;width:100%;height:100%" fill="none" stroke="#3f4a52" stroke-width="0.3">${staves(9)}</svg>`,
    ) + thing("left:12rem;top:22rem;width:58rem;height:77rem;rotate:-2deg", cover)
  );
});

export const framedPrint = table(
  47,
  async () =>
    thing(
      "left:17rem;top:15rem;width:66rem;height:92rem",
      `<div style="position:absolute;inset:0;background:linear-gradient(135deg,#c9b595,#b39c78)"></div><div style="position:absolute;inset:1.8rem;background:#faf9f4;box-shadow:inset 0.5rem 0.7rem 1rem #0003"></div>
       <div style="position:absolute;left:9rem;right:9rem;top:11rem;height:58rem;overflow:hidden;box-shadow:0 0 0 0.15rem #0001"><img src="${await asPicture(snowfield, 1500)}" style="position:absolute;height:100%;left:-46rem" alt=""></div>
       <div style="position:absolute;left:9rem;right:9rem;top:71rem;color:#6b756f;font:400 2.2rem/1 'Instrument Serif';display:flex;justify-content:space-between"><span>Field, ten past nine</span><span>14 / 60</span></div>`,
    ),
  fromHex("#d5dbdb"),
);

export const cards = table(53, async () => {
  const [snow, lamp, thaw] = await Promise.all(
    [lessonsInSnow, lampForTheOrchard, nearlyThaw].map((one) => asPicture(one, 520)),
  );
  const card = (place: string, picture: string | undefined): string =>
    thing(
      `${place};width:40rem;height:52rem`,
      `<div style="position:absolute;inset:0;background:#fbfaf6"></div><div style="position:absolute;inset:3rem 3rem 9rem;overflow:hidden"><img src="${picture}" style="position:absolute;height:152%;left:-32%;top:-24%" alt=""></div>`,
    );
  return (
    thing(
      "left:46rem;top:68rem;width:46rem;height:33rem;rotate:-9deg",
      '<div style="position:absolute;inset:0;background:#c9d1c8"></div><svg viewBox="0 0 460 330" style="position:absolute;inset:0;width:100%;height:100%" fill="none" stroke="#0002" stroke-width="2"><path d="M0 0L230 180L460 0"/></svg>',
    ) +
    card("left:8rem;top:16rem;rotate:-5deg", lamp) +
    card("left:50rem;top:21rem;rotate:4deg", thaw) +
    card("left:25rem;top:44rem;rotate:1.5deg", snow)
  );
});
