import { formatInstant } from "@porchlight/protocol/format-date.ts";
import { formatNumber } from "@porchlight/protocol/format-number.ts";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { useLanguage } from "../../../ui/language.ts";
import "./plot.css";

const DAY_S = 86_400;
const MONTH_S = 30 * DAY_S;
const YEAR_S = 365 * DAY_S;
/** Steps between two marks of the time axis, in seconds. The data is by day. */
const TIME_STEPS = [
  ...[1, 2, 3, 7, 14].map((days) => days * DAY_S),
  ...[1, 2, 3, 4, 6].map((months) => months * MONTH_S),
  ...[1, 2, 5, 10, 25].map((years) => years * YEAR_S),
];
/** Steps between two marks of the other axes. They are whole numbers. */
const COUNT_STEPS = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

const COMPACT = { notation: "compact", maximumFractionDigits: 1 } as const;
const AXIS_FORMATS = {
  days: { day: "numeric", month: "short", timeZone: "UTC" },
  months: { month: "short", timeZone: "UTC" },
  years: { year: "numeric", timeZone: "UTC" },
} as const;

/** Styles that all plots of the dashboard share. */
export type Pens = {
  colours: Record<"line" | "bar" | "text" | "barText" | "grid", string>;
  /** For the `x` scale, whose values are seconds. */
  timeScale: uPlot.Scale;
  timeAxis: uPlot.Axis;
  /** Without a side and a scale. */
  countAxis: uPlot.Axis;
  /** Without a scale. */
  bars: uPlot.Series;
};

/** The options that differ between plots. */
export type Drawing = Required<Pick<uPlot.Options, "scales" | "axes" | "series">>;

/**
 * A plot over days in UTC. It is hidden from screen readers, so its section also shows a table.
 *
 * @param draw called at the first render, and when the colours change
 * @param onPoint called with the index under the pointer, or undefined if there is none
 */
export function Plot(props: {
  data: uPlot.AlignedData;
  draw: (pens: Pens) => Drawing;
  onPoint: (index: number | undefined) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const language = useLanguage();
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const element = box.current;
    // Some privacy settings forbid drawing. The table is still there.
    if (!element || !document.createElement("canvas").getContext("2d")) return;
    const drawAnew = () => {
      const { data, draw } = latest.current;
      const frame = createFrame(element, (index) => latest.current.onPoint(index));
      plot.current?.destroy();
      plot.current = new uPlot({ ...frame, ...draw(createPens(element, language)) }, data, element);
    };
    drawAnew();
    // The colours depend on the colour scheme.
    const daylight = matchMedia("(prefers-color-scheme: light)");
    daylight.addEventListener("change", drawAnew);
    const observer = new ResizeObserver(() => {
      // A hidden tab has no size.
      if (element.clientWidth > 0) plot.current?.setSize(measure(element));
    });
    observer.observe(element);
    return () => {
      daylight.removeEventListener("change", drawAnew);
      observer.disconnect();
      plot.current?.destroy();
    };
  }, [language]);

  useEffect(() => plot.current?.setData(props.data), [props.data]);

  return <div className="plot" ref={box} aria-hidden="true" />;
}

function measure(element: HTMLElement): { width: number; height: number } {
  return { width: element.clientWidth, height: element.clientHeight };
}

function createFrame(element: HTMLElement, onPoint: (index?: number) => void) {
  return {
    ...measure(element),
    // If there is no axis on the right side, uPlot adds room for the last label.
    padding: [12, null, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? undefined)] },
  } satisfies Partial<uPlot.Options>;
}

function createPens(element: HTMLElement, language: string): Pens {
  const colours = readColours(element);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const axis = {
    stroke: colours.text,
    font: `${0.8125 * rem}px ${getComputedStyle(element).fontFamily}`,
    ticks: { show: false },
    gap: 8,
  } satisfies uPlot.Axis;
  const bars = uPlot.paths.bars?.({ size: [0.7, 40] });
  return {
    colours,
    timeScale: { time: true, range: addHalfBars },
    timeAxis: {
      ...axis,
      grid: { show: false },
      space: 4.25 * rem,
      incrs: TIME_STEPS,
      size: 3.25 * rem,
      values: (_, splits, __, ___, step) => timeLabels(splits, step, language),
    },
    countAxis: {
      ...axis,
      // The axis is only as wide as its widest label, because a phone has little room.
      size: (_, labels) => 10 + 0.55 * rem * Math.max(1, ...(labels ?? []).map((label) => label.length)),
      // About five marks, or fewer if they would touch.
      space: (_, __, ___, ____, height) => Math.max(2 * rem, height / 5),
      incrs: COUNT_STEPS,
      values: (_, splits) => countLabels(splits, language),
    },
    bars: { fill: colours.bar, width: 0, points: { show: false }, ...(bars && { paths: bars }) },
  };
}

function readColours(element: HTMLElement): Pens["colours"] {
  // The canvas does not adapt to forced colours.
  if (matchMedia("(forced-colors: active)").matches) {
    return { line: "Highlight", bar: "CanvasText", text: "CanvasText", barText: "CanvasText", grid: "GrayText" };
  }
  const styles = getComputedStyle(element);
  const colour = (name: string) => styles.getPropertyValue(name).trim();
  return {
    line: colour("--ember"),
    bar: colour("--chart") || colour("--accent-fill"),
    text: colour("--paper-soft"),
    barText: colour("--accent-text"),
    grid: colour("--line"),
  };
}

/** Bounds of the time axis with room for all of the first and the last bar. */
function addHalfBars({ data }: uPlot, min: number, max: number): [number, number] {
  const half = (max - min) / Math.max(1, (data[0]?.length ?? 0) - 1) / 2;
  return [min - half, max + half];
}

/** Labels of days or months. The first label of each year has the year below it, and so has the first month. */
function timeLabels(splits: (number | null)[], step: number, language: string): string[] {
  const format = step >= YEAR_S ? AXIS_FORMATS.years : step >= MONTH_S ? AXIS_FORMATS.months : AXIS_FORMATS.days;
  let shownYear = step >= MONTH_S ? undefined : formatYear(splits[0], language);
  return splits.map((seconds) => {
    if (seconds === null) return "";
    const label = formatInstant(new Date(seconds * 1000), language, format);
    const year = formatYear(seconds, language);
    const isNew = year !== shownYear && step < YEAR_S;
    shownYear = year;
    return isNew ? `${label}\n${year}` : label;
  });
}

function formatYear(seconds: number | null | undefined, language: string): string {
  return formatInstant(new Date((seconds ?? 0) * 1000), language, AXIS_FORMATS.years);
}

function countLabels(splits: (number | null)[], language: string): string[] {
  return splits.map((value) => (value === null ? "" : formatNumber(value, language, COMPACT)));
}
