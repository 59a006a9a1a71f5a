/** A white room in the morning: the window on the wall, the shadow of the tree in it, and the piano. */
import { fromHex } from "../../pictures/colour.ts";
import { fbm2, smooth } from "../../pictures/noise.ts";
import { blend, painted } from "../paper.ts";
import { drawTree } from "./branches.ts";
import { pen } from "./snow.ts";

const WALL = fromHex("#d9dcdc");
const LIT = fromHex("#faf6ec");
const DIM = fromHex("#bcc4c9");
const FLOOR = fromHex("#cfc8bb");

/**
 * Finds the place (u, v) of the window through which the sun reaches a place of the wall: 0 to 1 both ways, or outside.
 */
function throughWindow(x: number, y: number, left: number, top: number, wide: number, tall: number): [number, number] {
  const v = (y - top) / tall;
  return [(x - left - 0.1 * v) / wide, v + (-0.14 * (x - left)) / wide];
}

/** How much light a place gets: panes two wide and three tall, with soft edges. */
function panes(u: number, v: number, soft: number): number {
  const edge =
    smooth(-soft, soft, u) * smooth(1 + soft, 1 - soft, u) * smooth(-soft, soft, v) * smooth(1 + soft, 1 - soft, v);
  const bar = (at: number, count: number, half: number): number => {
    const near = Math.abs(at * count - Math.round(at * count)) / count;
    return at < 0.5 / count || at > 1 - 0.5 / count ? 1 : smooth(half - soft * 0.5, half + soft * 0.7, near);
  };
  return edge * bar(u, 2, 0.022) * bar(v, 3, 0.012);
}

const shadow = (wide: number, tall: number, trees: string, blur: number): string =>
  pen(
    wide,
    tall,
    "#66737d",
    `<defs><filter id="far" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${blur}"/></filter></defs><g filter="url(#far)">${trees}</g>`,
  );

/** Wall, floor and the light of the window. */
function room(floor: number, window: readonly [number, number, number, number], seed: number) {
  return (x: number, y: number, out: [number, number, number]): void => {
    const [u, v] = throughWindow(x, y, ...window);
    const cloud = 0.06 * fbm2(x * 3, y * 3, 3, seed);
    if (y > floor) {
      const deep = (y - floor) / 0.2;
      blend(FLOOR, DIM, 0.5 - 0.25 * deep + 1.4 * cloud + 0.05 * fbm2(x * 2, y * 160, 2, seed + 2), out);
      return;
    }
    const away = Math.hypot(x - window[0] - window[2] / 2, y - window[1] - window[3] / 2);
    blend(DIM, WALL, 0.35 + 0.9 * Math.exp(-((away / 0.6) ** 2)) + cloud, out);
    blend([out[0], out[1], out[2]], LIT, 0.93 * panes(u, v, 0.03) + 0.4 * cloud, out);
    // The skirting and its shadow.
    blend(
      [out[0], out[1], out[2]],
      DIM,
      0.5 * smooth(0.0016, 0.0004, Math.abs(y - floor + 0.034)) + 0.4 * smooth(floor - 0.004, floor, y),
      out,
    );
  };
}

const inWindow =
  (window: readonly [number, number, number, number]) =>
  (x: number, y: number): number => {
    const [u, v] = throughWindow(x, y, ...window);
    return 0.62 * panes(u, v, 0.03);
  };

const HERO_WINDOW = [0.55, 0.075, 0.3, 0.36] as const;

export const windowLight = painted(2560, 80, {
  format: 0.625,
  seed: 13,
  ground: room(0.56, HERO_WINDOW, 13),
  drawings: [
    {
      body: shadow(
        1600,
        1000,
        `<g transform="translate(0 40)">${drawTree(1360, 860, { seed: 27, trunk: 190, thick: 17, forks: 8, spread: 0.55, upward: 0.1 })}${drawTree(960, 900, { seed: 44, trunk: 170, thick: 12, forks: 8, spread: 0.5, upward: 0.2 })}</g>`,
        3.4,
      ),
      cover: inWindow(HERO_WINDOW),
    },
  ],
});

/** The piano from the front, 1000 wide; its foot is at y = 0, its top at y = -760. */
function piano(): string {
  const white = Array.from({ length: 36 }, (_, n) => `<path d="M${-432 + n * 24} -372v20"/>`).join("");
  const black = Array.from({ length: 36 }, (_, n) =>
    [0, 1, 3, 4, 5].includes(n % 7) ? `<rect x="${-416 + n * 24}" y="-376" width="13" height="12"/>` : "",
  ).join("");
  return `<defs>
    <linearGradient id="wash" x1="0" y1="0" x2="1" y2="0.35"><stop offset="0" stop-color="#fff" stop-opacity="0.3"/><stop offset="0.5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#33424d" stop-opacity="0.34"/></linearGradient>
    <linearGradient id="under" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2c3943" stop-opacity="0.42"/><stop offset="1" stop-color="#2c3943" stop-opacity="0"/></linearGradient>
    <linearGradient id="floor" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="#2c3943" stop-opacity="0.3"/><stop offset="1" stop-color="#2c3943" stop-opacity="0"/></linearGradient></defs>
  <g stroke="currentColor" stroke-opacity="0.55" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round">
    <path d="M-470-760H470V-742H-470Z" fill="#aeb9be"/>
    <path d="M-456-742H456V-400H-456Z" fill="#9fabb1"/><path d="M-420-706H-150V-446H-420ZM-120-706H120V-446H-120ZM150-706H420V-446H150Z" fill="#a9b5ba" stroke-width="1"/>
    <path d="M-490-400H490V-380H-490Z" fill="#8d9aa2"/>
    <path d="M-444-380H444V-350H-444Z" fill="#f6f3ea"/><g stroke-width="0.9">${white}</g><g fill="#4e5961" stroke="none">${black}</g>
    <path d="M-496-352H496V-318H-496Z" fill="#8d9aa2"/>
    <path d="M-456-318H456V-46H-456Z" fill="#97a4ab"/><path d="M-400-284H400V-90H-400Z" fill="#a2aeb5" stroke-width="1"/>
    <path d="M-484-318H-446V-40H-484ZM446-318H484V-40H446Z" fill="#89959d"/>
    <path d="M-500-46H500V-14H-500Z" fill="#85929a"/><path d="M-478-14h60v14h-60zM418-14h60v14h-60z" fill="#6f7c85"/>
    <g fill="#c9b98d" stroke-width="1.6"><path d="M-46-46h22v-16q-11-8-22 0zM24-46h22v-16q-11-8-22 0z"/></g>
    <path d="M-150-412H150L162-398H-162Z" fill="#8d9aa2"/>
    <path d="M-118-598L-2-590V-412L-118-414ZM-2-590L114-598V-414L-2-412Z" fill="#fbf9f2"/>
    <g stroke-width="0.8" opacity="0.75">${[0, 1, 2, 3, 4].map((row) => [0, 1, 2, 3, 4].map((n) => `<path d="M-104 ${-574 + row * 33 + n * 4}L-14 ${-569 + row * 33 + n * 4}M10 ${-569 + row * 33 + n * 4}L100 ${-574 + row * 33 + n * 4}"/>`).join("")).join("")}</g>
  <g stroke="none"><path d="M-456-742H456V-700H-456ZM-456-318H456V-262H-456ZM-400-284H400V-240H-400Z" fill="url(#under)"/><path d="M-456-190H456V-46H-456Z" fill="url(#floor)"/>
      <path d="M-470-760H470V-742H456V-400H490V-380H444V-352H496V-318H484V-46H500V-14H-500V-46H-484V-318H-496V-352H-444V-380H-490V-400H-456V-742H-470Z" fill="url(#wash)"/></g>
  </g>`;
}

const STOOL = `<g stroke="currentColor" stroke-opacity="0.6" stroke-width="1.4" stroke-linejoin="round"><path d="M-130-250H130Q140-250 140-238V-222H-140V-238Q-140-250-130-250Z" fill="#c8c2b2"/><path d="M-124-222H124V-196H-124Z" fill="#7c8992"/><path d="M-118-196h24l-8 196h-18zM94-196h24l-2 196h-18z" fill="#7c8992"/></g>`;
const VASE = `<path d="M-20 0C-34-24-38-54-24-78C-18-90-16-100-18-114H18C16-100 18-90 24-78C38-54 34-24 20 0Z" fill="#e9e6dc" stroke="currentColor" stroke-width="2.2"/>`;

const PORTRAIT_WINDOW = [0.06, 0.1, 0.62, 0.62] as const;

export const portrait = painted(1200, 84, {
  format: 1.25,
  seed: 17,
  ground: room(1.05, PORTRAIT_WINDOW, 17),
  drawings: [
    {
      body: shadow(
        1200,
        1500,
        drawTree(760, 1100, { seed: 27, trunk: 230, thick: 18, forks: 8, spread: 0.55, upward: 0.1 }),
        3.4,
      ),
      cover: inWindow(PORTRAIT_WINDOW),
    },
    {
      body: pen(
        1200,
        1500,
        "#4f5b64",
        `<defs><filter id="lie" x="-60%" y="-300%" width="220%" height="700%"><feGaussianBlur stdDeviation="20"/></filter>
          <filter id="wide" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="34"/></filter></defs>
         <g filter="url(#wide)" opacity="0.3"><path d="M300 720L1130 760V1320H300Z"/></g>
         <g filter="url(#lie)" opacity="0.42"><path d="M236 1312H1110L1150 1346H262Z"/></g>
         <g transform="translate(660 1330) scale(0.86)">${piano()}</g>
         <g filter="url(#lie)" opacity="0.4"><path d="M470 1440H810L836 1462H498Z"/></g>
         <g transform="translate(640 1452) scale(0.98)">${STOOL}</g>
         <g transform="translate(930 676)">${VASE}<g transform="translate(0 -104)">${drawTree(0, 0, { seed: 15, trunk: 92, thick: 4.4, forks: 5, spread: 0.42, upward: 0.2 })}${drawTree(4, 0, { seed: 22, trunk: 70, thick: 3.2, forks: 4, spread: 0.5, upward: -0.1 })}</g></g>`,
      ),
    },
    // The light lies over the piano too.
    {
      body: '<div style="position:absolute;inset:0;background:#fff7e6"></div>',
      cover: (x, y) => (y < 1.12 ? 0.34 * (inWindow(PORTRAIT_WINDOW)(x, y) / 0.62) : 0),
    },
  ],
});
