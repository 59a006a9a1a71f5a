import type { VisitReport } from "@porchlight/protocol/analytics.ts";
import { useMemo } from "react";
import type uPlot from "uplot";
import { type Drawing, type Pens, Plot } from "./plot.tsx";

/**
 * Draws a bar for the page views of each day. Screen readers get the table beside it.
 *
 * @param onPoint called with the index of the bar under the pointer, or undefined if there is none
 */
export function VisitsPlot(props: { days: VisitReport["days"]; onPoint: (index: number | undefined) => void }) {
  const data = useMemo(() => toPlotData(props.days), [props.days]);
  return <Plot data={data} draw={draw} onPoint={props.onPoint} />;
}

function toPlotData(days: VisitReport["days"]): uPlot.AlignedData {
  return [days.map(({ day }) => Date.parse(day) / 1000), days.map(({ pageViews }) => pageViews)];
}

function draw({ colours, timeScale, timeAxis, countAxis, bars }: Pens): Drawing {
  return {
    scales: { x: timeScale, views: { range: (_, __, max) => [0, Math.max(1, max) * 1.06] } },
    axes: [timeAxis, { ...countAxis, scale: "views", side: 3, grid: { stroke: colours.grid, width: 1 } }],
    series: [{}, { ...bars, scale: "views" }],
  };
}
