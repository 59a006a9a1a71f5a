import { useEffect, useRef } from "react";
import uPlot from "uplot";
import type { Buckets } from "./growth-buckets.ts";
import "uplot/dist/uPlot.min.css";

const DAY_S = 86_400;
const MONTH_S = 30 * DAY_S;
const YEAR_S = 365 * DAY_S;
/** Steps between two marks of the time axis, in seconds. The list is counted by days, so no step is shorter. */
const TIME_STEPS = [
  ...[1, 2, 3, 7, 14].map((days) => days * DAY_S),
  ...[1, 2, 3, 4, 6].map((months) => months * MONTH_S),
  ...[1, 2, 5, 10, 25].map((years) => years * YEAR_S),
];
/** Steps between two marks of the other axes. Subscribers come whole. */
const COUNT_STEPS = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();
/** Share of the plot's height that bars may fill, so that they stay out of the line's way. */
const BARS_SHARE = 0.4;

const compact = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });
const axisFormats = {
  days: new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" }),
  months: new Intl.DateTimeFormat(undefined, { month: "short", year: "numeric", timeZone: "UTC" }),
  years: new Intl.DateTimeFormat(undefined, { year: "numeric", timeZone: "UTC" }),
};

/**
 * The total as a line over bars of those who were new. The table beside it says the same to whoever cannot see it.
 *
 * @param onPoint called with the index of the bar under the pointer, undefined when it leaves
 */
export function GrowthPlot(props: { buckets: Buckets; onPoint: (index: number | undefined) => void }) {
  const { buckets, onPoint } = props;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const latest = useRef({ data: dataOf(buckets), onPoint });
  latest.current = { data: dataOf(buckets), onPoint };

  useEffect(() => {
    const element = box.current;
    // Some browsers forbid drawing for privacy's sake; the table is still there.
    if (!element || !document.createElement("canvas").getContext("2d")) return;
    const colours = coloursOf(element);
    plot.current = new uPlot(
      optionsOf(element, colours, (index) => latest.current.onPoint(index)),
      latest.current.data,
      element,
    );
    const observer = new ResizeObserver(() => {
      // A tab that is not shown has no size.
      if (element.clientWidth > 0) plot.current?.setSize(sizeOf(element));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.current?.destroy();
    };
  }, []);

  useEffect(() => plot.current?.setData(dataOf(buckets)), [buckets]);

  return <div className="growth-plot" ref={box} aria-hidden="true" />;
}

function dataOf({ buckets }: Buckets): uPlot.AlignedData {
  return [
    buckets.map(({ from }) => Date.parse(from) / 1000),
    buckets.map(({ added }) => added),
    buckets.map(({ total }) => total),
  ];
}

type Colours = Record<"line" | "bar" | "text" | "grid", string>;

function coloursOf(element: HTMLElement): Colours {
  // The canvas does not know the system's colours by itself.
  if (matchMedia("(forced-colors: active)").matches) {
    return { line: "Highlight", bar: "CanvasText", text: "CanvasText", grid: "GrayText" };
  }
  const styles = getComputedStyle(element);
  const colour = (name: string) => styles.getPropertyValue(name).trim();
  return { line: colour("--ember"), bar: colour("--rose-fill"), text: colour("--paper-soft"), grid: colour("--line") };
}

function sizeOf(element: HTMLElement): { width: number; height: number } {
  return { width: element.clientWidth, height: element.clientHeight };
}

function optionsOf(element: HTMLElement, colours: Colours, onPoint: (index?: number) => void): uPlot.Options {
  const styles = getComputedStyle(element);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const axis = {
    stroke: colours.text,
    font: `${0.8125 * rem}px ${styles.fontFamily}`,
    ticks: { show: false },
    gap: 8,
  } satisfies uPlot.Axis;
  const values = (_: uPlot, splits: (number | null)[]) =>
    splits.map((value) => (value === null ? "" : compact.format(value)));
  const barsTop = (plot: uPlot) => Math.max(...(plot.data[1] ?? []).map((value) => value ?? 0));
  return {
    ...sizeOf(element),
    padding: [12, 0, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? undefined)] },
    scales: {
      x: { time: true, range: (plot, min, max) => withHalfBars(plot, min, max) },
      added: { range: (_, __, max) => [0, Math.max(1, max) / BARS_SHARE] },
      total: { range: (_, min, max) => roomFor(min, max) },
    },
    axes: [
      { ...axis, grid: { show: false }, space: 5 * rem, incrs: TIME_STEPS, size: 2.25 * rem, values: timeLabels },
      {
        ...axis,
        scale: "total",
        side: 3,
        size: 3.5 * rem,
        space: 3 * rem,
        incrs: COUNT_STEPS,
        values,
        grid: { stroke: colours.grid, width: 1 },
      },
      {
        ...axis,
        scale: "added",
        side: 1,
        size: 3.5 * rem,
        space: 2 * rem,
        incrs: COUNT_STEPS,
        values,
        grid: { show: false },
        filter: (plot, splits) => splits.map((value) => (value > barsTop(plot) * 1.2 ? null : value)),
      },
    ],
    series: [
      {},
      {
        scale: "added",
        fill: colours.bar,
        width: 0,
        points: { show: false },
        ...withPaths(uPlot.paths.bars?.({ size: [0.7, 40] })),
      },
      { scale: "total", stroke: colours.line, width: 2.5, points: { show: false } },
    ],
  };
}

function withPaths(paths: uPlot.Series.PathBuilder | undefined): { paths?: uPlot.Series.PathBuilder } {
  return paths ? { paths } : {};
}

/** Bounds of the time axis with room for the outer halves of the first and the last bar. */
function withHalfBars({ data }: uPlot, min: number, max: number): [number, number] {
  const half = (max - min) / Math.max(1, (data[0]?.length ?? 0) - 1) / 2;
  return [min - half, max + half];
}

/** Bounds of the line: from zero where that leaves it its shape, else with some air above and below. */
function roomFor(min: number, max: number): [number, number] {
  const top = Math.max(1, max);
  const air = Math.max(1, (top - min) * 0.06);
  return [min < top / 2 ? 0 : Math.floor(min - air), Math.ceil(top + air)];
}

function timeLabels(_: uPlot, splits: (number | null)[], __: number, ___: number, step: number): string[] {
  const format = step >= YEAR_S ? axisFormats.years : step >= MONTH_S ? axisFormats.months : axisFormats.days;
  return splits.map((seconds) => (seconds === null ? "" : format.format(new Date(seconds * 1000))));
}
