import { useMemo } from "react";
import type uPlot from "uplot";
import type { Buckets } from "./growth-buckets.ts";
import { type Drawing, type Pens, Plot } from "./plot.tsx";

/** Share of the plot's height for the bars, so that they rarely cross the line. */
const BARS_SHARE = 0.4;

/**
 * Draws the total as a line over bars for new subscribers. Screen readers get the table beside it.
 *
 * @param onPoint called with the index of the bar under the pointer, or undefined if there is none
 */
export function GrowthPlot(props: { buckets: Buckets; onPoint: (index: number | undefined) => void }) {
  const data = useMemo(() => toPlotData(props.buckets), [props.buckets]);
  return <Plot data={data} draw={draw} onPoint={props.onPoint} />;
}

function toPlotData({ buckets }: Buckets): uPlot.AlignedData {
  return [
    buckets.map(({ from }) => Date.parse(from) / 1000),
    buckets.map(({ added }) => added),
    buckets.map(({ total }) => total),
  ];
}

function draw({ colours, timeScale, timeAxis, countAxis, bars }: Pens): Drawing {
  const barsTop = (plot: uPlot) => Math.max(...(plot.data[1] ?? []).map((value) => value ?? 0));
  return {
    scales: {
      x: timeScale,
      added: { range: (_, __, max) => [0, Math.max(1, max) / BARS_SHARE] },
      total: { range: (_, min, max) => findLineBounds(min, max) },
    },
    axes: [
      timeAxis,
      {
        ...countAxis,
        scale: "total",
        side: 3,
        stroke: colours.line,

        grid: { stroke: colours.grid, width: 1 },
      },
      {
        ...countAxis,
        scale: "added",
        side: 1,
        stroke: colours.barText,
        grid: { show: false },
        filter: (plot, splits) => splits.map((value) => (value > barsTop(plot) * 1.2 ? null : value)),
      },
    ],
    series: [
      {},
      { ...bars, scale: "added" },
      { scale: "total", stroke: colours.line, width: 2.5, points: markEnd(colours.line) },
    ],
  };
}

/** Marks the end of the line, the current total, with a dot. */
function markEnd(colour: string): uPlot.Series.Points {
  return { show: true, size: 9, width: 0, fill: colour, filter: ({ data }) => [data[0].length - 1] };
}

/** Bounds of the line. They begin at zero or, if that would flatten the line, a little below it. */
function findLineBounds(min: number, max: number): [number, number] {
  const top = Math.max(1, max);
  const air = Math.max(1, (top - min) * 0.06);
  return [min < top / 2 ? 0 : Math.floor(min - air), Math.ceil(top + air)];
}
