import { type Curve, formatNumber, type Growth, median, type Panel } from "../figures.ts";
import { logRange, logScale, logTicks, spread } from "./scales.ts";
import { COLOURS, CURVE_COLOURS, framed, MARGIN, shortNumber, TOP, WIDTH, widthOf } from "./style.ts";
import { element, line, moreWords, words } from "./svg.ts";

const COLUMNS = 2;
const GUTTER = 40;
const PANEL_WIDTH = (WIDTH - 2 * MARGIN - GUTTER) / COLUMNS;
const PANEL_HEIGHT = 252;
/** Room in a panel for its heading and the numbers of its axes. */
const INSET = { top: 36, bottom: 44, left: 50 };
const LABEL_GAP = 16;
const LABEL_DISTANCE = 12;
/** A label that stands further from its curve than this is led to it by a line. */
const LED_FROM = 5;

/** Where a panel lies; `labels` is the room at its right for what its curves are called. */
type Box = { left: number; top: number; width: number; height: number; labels: number };
type Scales = { x: (value: number) => number; y: (value: number) => number };

/** Small plots of one width, each for quantities of one unit, both axes logarithmic. */
export function drawGrowth({ of, panels }: Growth, title: string): string {
  const rows = Math.ceil(panels.length / COLUMNS);
  const sizes = [...new Set(panels.flatMap(({ curves }) => curves.flatMap(({ points }) => points.map((p) => p.size))))];
  // The same in every panel, so that all plots of a picture have one width.
  const labels = LABEL_DISTANCE + Math.max(...panels.flatMap(({ curves }) => curves.map((c) => widthOf(labelOf(c)))));
  const drawn = panels.map((panel, at) =>
    drawPanel(panel, sizes, {
      left: MARGIN + (at % COLUMNS) * (PANEL_WIDTH + GUTTER),
      top: TOP + Math.floor(at / COLUMNS) * PANEL_HEIGHT,
      width: PANEL_WIDTH,
      height: PANEL_HEIGHT,
      labels,
    }),
  );
  const subtitle = `By number of ${of}. Medians, with bars from the lowest round to the highest. All axes are logarithmic and span ten times or more.`;
  const description = panels.map((panel) => describe(panel, of)).join(" ");
  return framed({ height: TOP + rows * PANEL_HEIGHT + 8, title, subtitle, description }, ...drawn);
}

function drawPanel({ title, unit, curves }: Panel, sizes: readonly number[], box: Box): string {
  const [left, right] = [box.left + INSET.left, box.left + box.width - box.labels];
  const [top, bottom] = [box.top + INSET.top, box.top + box.height - INSET.bottom];
  const range = logRange(curves.flatMap(({ points }) => points.flatMap(({ rounds }) => rounds)));
  const scales: Scales = {
    x: logScale([Math.min(...sizes), Math.max(...sizes)], [left + 12, right - 12]),
    y: logScale(range, [bottom, top]),
  };
  const wishes = curves.map(({ points }) => scales.y(median(points.at(-1)?.rounds ?? [])));
  const places = spread(wishes, LABEL_GAP, [top, bottom]);
  return element(
    "g",
    {},
    words(title, { x: box.left, y: box.top + 16, class: "heading" }, moreWords(unit, { class: "dim unit" })),
    ...logTicks(range).flatMap((tick) => [
      line(
        [
          [left, scales.y(tick)],
          [right, scales.y(tick)],
        ],
        { stroke: COLOURS.line },
      ),
      words(shortNumber(tick), { x: left - 8, y: scales.y(tick) + 4, class: "dim end" }),
    ]),
    ...sizes.map((size) => words(shortNumber(size), { x: scales.x(size), y: bottom + 22, class: "dim middle" })),
    ...curves.map((curve, at) =>
      drawCurve(curve, at, scales, { label: labelOf(curve), x: right, y: places[at] ?? bottom }),
    ),
  );
}

function drawCurve(
  { points }: Curve,
  at: number,
  { x, y }: Scales,
  label: { label: string; x: number; y: number },
): string {
  const colour = CURVE_COLOURS[at % CURVE_COLOURS.length] ?? COLOURS.paper;
  const places = points.map(({ size, rounds }) => [x(size), y(median(rounds))] as const);
  const [endX = 0, endY = 0] = places.at(-1) ?? [];
  return element(
    "g",
    {},
    line(places, { stroke: colour, "stroke-width": 2, "stroke-linejoin": "round" }),
    ...points.map(({ size, rounds }) =>
      line(
        [
          [x(size), y(Math.min(...rounds))],
          [x(size), y(Math.max(...rounds))],
        ],
        {
          stroke: colour,
          "stroke-width": 5,
          "stroke-opacity": 0.35,
          "stroke-linecap": "round",
        },
      ),
    ),
    ...places.map((place) => mark(place, at, colour)),
    ...(Math.abs(endY - label.y) > LED_FROM
      ? [
          line(
            [
              [endX + 6, endY],
              [label.x, label.y],
            ],
            { stroke: colour, "stroke-opacity": 0.5 },
          ),
        ]
      : []),
    words(label.label, { x: label.x + LABEL_DISTANCE / 2, y: label.y + 4.5, style: `fill: ${colour}` }),
  );
}

/** Each curve of a panel has its own mark, for readers who cannot distinguish the colours. */
function mark([x, y]: readonly [number, number], at: number, colour: string): string {
  const look = { fill: COLOURS.ink, stroke: colour, "stroke-width": 2 };
  const corners = [undefined, "M-4 -4H4V4H-4Z", "M0 -5.4L5.4 0L0 5.4L-5.4 0Z", "M0 -5.2L5 4H-5Z"][
    at % CURVE_COLOURS.length
  ];
  return corners
    ? element("path", { d: corners, transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`, ...look })
    : element("circle", { cx: x, cy: y, r: 4.2, ...look });
}

function labelOf({ name, points }: Curve): string {
  return `${name} ${formatNumber(median(points.at(-1)?.rounds ?? []))}`.trim();
}

function describe({ title, unit, curves }: Panel, of: string): string {
  const told = curves.map(({ name, points }) => {
    const values = points.map(({ size, rounds }) => `${formatNumber(median(rounds))} at ${shortNumber(size)}`);
    return `${name === "" ? "" : `${name} `}${values.join(", ")}`;
  });
  return `${title}, ${unit}, by number of ${of}: ${told.join("; ")}.`;
}
