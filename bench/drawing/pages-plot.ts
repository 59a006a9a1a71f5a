import { type Figure, formatNumber, type Line, median } from "../figures.ts";
import { COLOURS, framed, MARGIN, TOP, WIDTH } from "./style.ts";
import { element, line, words } from "./svg.ts";

const GUTTER = 48;
const PANEL_WIDTH = (WIDTH - 2 * MARGIN - GUTTER) / 2;
const NAME_WIDTH = 76;
const VALUE_WIDTH = 84;
const BAR = 26;
const ROW = 50;

/** Two figures of one unit, ours and nginx's. */
type Pair = { title: string; unit: string; ours: Figure; nginx: Figure };

/** Finished pages of the gateway beside nginx's; undefined when they were not measured. */
export function drawPages(lines: readonly Line[]): string | undefined {
  const find = (what: string) => lines.find((each): each is Figure => each.what === what && "rounds" in each);
  const [ours, nginx] = [find("Front page, gateway"), find("Front page, nginx")];
  const [oursCpu, nginxCpu] = [find("Front page, gateway, CPU each"), find("Front page, nginx, CPU each")];
  if (!ours || !nginx || !oursCpu || !nginxCpu) return undefined;
  const pairs: Pair[] = [
    { title: "Front pages a second, one core each", unit: "/s", ours, nginx },
    { title: "Processor time of a front page", unit: "µs", ours: oursCpu, nginx: nginxCpu },
  ];
  const told = pairs.map(
    ({ title, unit, ...pair }) =>
      `${title}: the gateway ${formatNumber(median(pair.ours.rounds))} ${unit}, nginx ${formatNumber(median(pair.nginx.rounds))} ${unit}.`,
  );
  return framed(
    {
      height: TOP + 172,
      title: "Finished pages, against nginx",
      subtitle:
        "The same bytes of Brotli with the same headers, from one process each. A bar is the median, each dot a round.",
      description: told.join(" "),
    },
    ...pairs.map((pair, at) => drawPair(pair, MARGIN + at * (PANEL_WIDTH + GUTTER))),
  );
}

function drawPair({ title, unit, ours, nginx }: Pair, left: number): string {
  const most = Math.max(...ours.rounds, ...nginx.rounds);
  const start = left + NAME_WIDTH;
  const x = (value: number) => start + (value / most) * (PANEL_WIDTH - NAME_WIDTH - VALUE_WIDTH);
  const rows = [
    { name: "gateway", figure: ours, colour: COLOURS.rose, dots: COLOURS.paper },
    { name: "nginx", figure: nginx, colour: "#4a5068", dots: COLOURS.paper },
  ];
  return element(
    "g",
    {},
    words(title, { x: left, y: TOP + 20, class: "heading" }),
    line(
      [
        [start, TOP + 40],
        [start, TOP + 40 + 2 * ROW],
      ],
      { stroke: COLOURS.dim },
    ),
    ...rows.flatMap(({ name, figure, colour, dots }, row) => {
      const y = TOP + 40 + row * ROW + ROW / 2;
      const value = median(figure.rounds);
      return [
        words(name, { x: start - 10, y: y + 4.5, class: "end" }),
        element("rect", { x: start, y: y - BAR / 2, width: x(value) - start, height: BAR, fill: colour }),
        ...figure.rounds.map((round) =>
          element("circle", { cx: x(round), cy: y, r: 3, fill: dots, stroke: COLOURS.ink, "stroke-width": 1 }),
        ),
        words(`${formatNumber(value)} ${unit}`, {
          x: Math.max(x(value), x(Math.max(...figure.rounds))) + 10,
          y: y + 4.5,
          class: "strong",
        }),
      ];
    }),
  );
}
