import { type Aim, type Figure, formatNumber, isHeld, type Line, median } from "../figures.ts";
import { logScale, type Range } from "./scales.ts";
import { COLOURS, framed, MARGIN, TOP, WIDTH, wrap } from "./style.ts";
import { element, line, words } from "./svg.ts";

const NAME_WIDTH = 405;
const VALUE_WIDTH = 212;
const LINE_HEIGHT = 17;
const ROW_GAP = 9;
const GROUP_GAP = 12;
const HEADING_HEIGHT = 25;
/** Below this share of its aim a figure is drawn at the edge. */
const LEAST = 0.05;
/** What the axis reaches at least beyond the aim. */
const MOST = 2;
const TICKS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20];

type Group = { title: string; lines: readonly Line[] };
/** A figure by the share of its aim that it uses up: below 1 it holds it. */
type Shared = { figure: Figure; aim: Aim; lowest: number; middle: number; highest: number };

/** Every figure that has an aim to come near to, as a share of that aim, with its spread. */
export function drawAims(groups: readonly Group[]): string {
  const shown = groups
    .map(({ title, lines }) => ({ title, rows: lines.flatMap((each) => shareOfAim(each) ?? []) }))
    .filter(({ rows }) => rows.length > 0);
  const all = shown.flatMap(({ rows }) => rows);
  const range: Range = [LEAST, Math.max(MOST, ...all.map(({ highest }) => highest))];
  const x = logScale(range, [MARGIN + NAME_WIDTH + 20, WIDTH - MARGIN - VALUE_WIDTH]);
  const drawn: string[] = [];
  let y = TOP + 24;
  for (const { title, rows } of shown) {
    drawn.push(words(title, { x: MARGIN, y: y + 12, class: "heading" }));
    y += HEADING_HEIGHT;
    for (const row of rows) {
      const name = wrap(row.figure.what, NAME_WIDTH);
      const height = name.length * LINE_HEIGHT;
      drawn.push(drawRow(row, name, x, y + height / 2));
      y += height + ROW_GAP;
    }
    y += GROUP_GAP;
  }
  const held = all.filter(({ figure }) => isHeld(figure)).length;
  const missed = all.filter(({ figure }) => isHeld(figure) === false).map(({ figure }) => figure.what);
  return framed(
    {
      height: y + 16,
      title: "What was promised and what was measured",
      subtitle:
        "Each median as a share of its aim, with its lowest and highest round. Left of the rule an aim is held.",
      description: `${held} of ${all.length} aims are held. ${missed.length > 0 ? `Missed: ${missed.join("; ")}.` : ""}`,
    },
    ...axis(x, range, y),
    ...drawn,
  );
}

/**
 * What share of its aim a figure uses up; undefined for those without one, and for those that must be zero or full marks,
 * where a share says nothing.
 */
export function shareOfAim(figure: Line): Shared | undefined {
  if ("missing" in figure || !figure.aim || figure.unit === "" || figure.unit === "%") return undefined;
  const { aim, rounds } = figure;
  const share = (value: number) => ("atMost" in aim ? value / aim.atMost : aim.atLeast / value);
  const shares = rounds.map(share);
  // What is below zero is as good as nothing.
  const [lowest, highest] = [Math.max(0, Math.min(...shares)), Math.max(0, ...shares)];
  return { figure, aim, lowest, middle: Math.max(0, share(median(rounds))), highest };
}

function axis(x: (share: number) => number, [from, to]: Range, bottom: number): string[] {
  const ticks = TICKS.filter((tick) => tick >= from && tick <= to);
  return ticks.flatMap((tick) => {
    const isAim = tick === 1;
    return [
      line(
        [
          [x(tick), TOP + 12],
          [x(tick), bottom],
        ],
        {
          stroke: isAim ? COLOURS.rose : COLOURS.line,
          "stroke-width": isAim ? 2 : 1,
        },
      ),
      words(isAim ? "aim" : `${Math.round(tick * 100)} %`, {
        x: x(tick),
        y: TOP + 2,
        class: isAim ? "strong middle" : "dim middle",
      }),
    ];
  });
}

function drawRow(
  { figure, aim, lowest, middle, highest }: Shared,
  name: string[],
  x: (share: number) => number,
  y: number,
) {
  const held = isHeld(figure) === true;
  const colour = held ? COLOURS.green : COLOURS.roseText;
  const at = (share: number) => x(Math.max(LEAST, share));
  const bound = "atMost" in aim ? `≤ ${formatNumber(aim.atMost)}` : `≥ ${formatNumber(aim.atLeast)}`;
  const value = `${formatNumber(median(figure.rounds))} ${figure.unit}`;
  const first = y - ((name.length - 1) * LINE_HEIGHT) / 2 + 4.5;
  return element(
    "g",
    {},
    ...name.map((text, row) => words(text, { x: MARGIN, y: first + row * LINE_HEIGHT })),
    line(
      [
        [at(lowest), y],
        [at(highest), y],
      ],
      {
        stroke: colour,
        "stroke-width": 5,
        "stroke-opacity": 0.4,
        "stroke-linecap": "round",
      },
    ),
    middle < LEAST ? edgeMark(at(middle), y, colour) : drawMark(at(middle), y, held, colour),
    words(value, { x: WIDTH - MARGIN - 74, y: y + 4.5, class: "strong end" }),
    words(bound, {
      x: WIDTH - MARGIN,
      y: y + 4.5,
      class: held ? "dim end" : "end",
      style: held ? undefined : `fill: ${colour}`,
    }),
  );
}

/** A figure that reaches its aim is a dot, one that misses it a diamond. */
function drawMark(x: number, y: number, held: boolean, colour: string): string {
  if (held) return element("circle", { cx: x, cy: y, r: 5, fill: colour });
  return element("path", { d: `M${x} ${y - 7}L${x + 7} ${y}L${x} ${y + 7}L${x - 7} ${y}Z`, fill: colour });
}

/** An arrow off the axis. */
function edgeMark(x: number, y: number, colour: string): string {
  return element("path", { d: `M${x - 5} ${y}L${x + 4} ${y - 5}V${y + 5}Z`, fill: colour });
}
