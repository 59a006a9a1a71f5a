import { markdownTable, type Table, terminalTable } from "../tools/tables.ts";
import { type Figure, formatNumber, type Growth, isHeld, type Line, median } from "./figures.ts";
import { isNoisy, type Noise } from "./machine.ts";

/** The result of a part, with the share of the machine that other programs took meanwhile. */
export type PartResult = { title: string; lines: Line[]; growth?: Growth; noise: Noise; seconds: number };

/** The results of one run. */
export type Run = { at: Date; commit: string; machine: string[]; parts: PartResult[] };

const HEADINGS = ["What", "Median", "Spread", "Rounds", "Aim", "Met", "Note"];
const NOTE = HEADINGS.indexOf("Note");

/** Formats the run for a terminal. Notes are below their table, so that the table stays narrow. */
export function terminalReport({ parts }: Run): string {
  const sections = parts.flatMap(({ title, lines, growth, noise }) => {
    const rows = lines.map(rowOf);
    const notes = rows.flatMap(([what, ...row]) => (row.at(-1) ? [`  ${what}: ${row.at(-1)}`] : []));
    const tables = tablesOf(lines, growth).flatMap((table) => terminalTable(table.map((row) => row.slice(0, NOTE))));
    return [`\n${title}`, ...tables, ...notes, noiseOf(noise)];
  });
  return sections.join("\n");
}

/** Formats the run as Markdown. */
export function markdownReport({ at, commit, machine, parts }: Run): string {
  const sections = parts.flatMap(({ title, lines, growth, noise, seconds }) => [
    `## ${title}`,
    "",
    ...tablesOf(lines, growth).flatMap((table) => [...markdownTable(table, ["Unit", "Met", "Note"]), ""]),
    ...(growth ? [growth.note, ""] : []),
    `Measured in ${Math.round(seconds)} s. ${noiseOf(noise)}`,
    "",
  ]);
  return [
    "# Bench",
    "",
    `Written by \`npm run bench\` on ${at.toISOString().slice(0, 10)}, at commit ${commit}.`,
    "The report shows each median with its lowest and highest round. A ratio is calculated in each round, where one side",
    "runs right after the other. Lists, catalogues and queries are made from fixed seeds, so they are the same in every",
    "run. The figures are not adjusted to the speed of the machine.",
    "",
    ...machine.map((fact) => `- ${fact}`),
    "",
    summaryOf(parts),
    "",
    ...sections,
  ].join("\n");
}

/** Says how many aims were reached, which were missed, and during which parts other programs used the machine. */
export function summaryOf(parts: PartResult[]): string {
  const lines = parts.flatMap((part) => part.lines);
  const figures = lines.filter((line): line is Figure => "rounds" in line);
  const held = figures.filter((figure) => isHeld(figure) === true);
  const missed = figures.filter((figure) => isHeld(figure) === false).map(({ what }) => what);
  const unmeasured = lines.filter((line) => "missing" in line).map(({ what }) => what);
  const noisy = parts.filter(({ noise }) => isNoisy(noise)).map(({ title }) => title);
  return [
    `${held.length} of ${held.length + missed.length} aims met.`,
    ...(missed.length > 0 ? [`Missed: ${missed.join("; ")}.`] : []),
    ...(unmeasured.length > 0 ? [`Not measured: ${unmeasured.join("; ")}.`] : []),
    ...(noisy.length > 0 ? [`Other programs used the machine during: ${noisy.join("; ")}.`] : []),
  ].join(" ");
}

function tablesOf(lines: Line[], growth?: Growth): Table[] {
  return [...(lines.length > 0 ? [[HEADINGS, ...lines.map(rowOf)]] : []), ...(growth ? [growthTable(growth)] : [])];
}

function rowOf(line: Line): string[] {
  if ("missing" in line) return [line.what, "not measured", "", "", "", "", line.missing];
  const { what, rounds, unit, aim, note = "" } = line;
  const spread = rounds.length > 1 ? `${formatNumber(Math.min(...rounds))} – ${formatNumber(Math.max(...rounds))}` : "";
  const wanted = aim ? ("atMost" in aim ? `≤ ${formatNumber(aim.atMost)}` : `≥ ${formatNumber(aim.atLeast)}`) : "";
  const held = isHeld(line);
  const isMet = held === undefined ? "" : held ? "yes" : "NO";
  const value = `${formatNumber(median(rounds))} ${unit}`.trim();
  return [what, value, spread, String(rounds.length), wanted, isMet, note];
}

/** Shows each figure as a row: its medians by size, the smallest first, and the ratio of the last to the first. */
function growthTable({ of, sizes }: Growth): Table {
  const headings = ["What", "Unit", ...sizes.map(({ size }) => `${size.toLocaleString("en")} ${of}`), "Last ÷ first"];
  const rows = (sizes[0]?.figures ?? []).map(({ what, unit }, at) => {
    const medians = sizes.map(({ figures }) => median(figures[at]?.rounds ?? []));
    const times = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN);
    return [what, unit, ...medians.map(formatNumber), `${formatNumber(times)} ×`];
  });
  return [headings, ...rows];
}

/** The share of the machine that other programs took, with a warning if it makes the figures doubtful. */
function noiseOf(noise: Noise): string {
  const { around, others, stolen } = noise;
  if (others === undefined || stolen === undefined) return "This system does not report how much other programs used.";
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const sentence =
    `Meanwhile other programs used ${percent(others)} of all cores, and the virtual machine's host took ${percent(stolen)}. ` +
    `Right before and after, at most ${percent(Math.max(...around))} were in use.`;
  return isNoisy(noise) ? `${sentence} **Noisy machine: read with care.**` : sentence;
}
