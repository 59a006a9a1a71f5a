import { type Figure, type Findings, formatNumber, type Growth, isHeld, type Line, median } from "./figures.ts";
import { isNoisy, type Noise } from "./machine.ts";

/** What a part found, with what others took of the machine meanwhile. */
export type PartResult = Findings & { title: string; noise: Noise; seconds: number };

/** Everything of one run. */
export type Run = { at: Date; commit: string; machine: string[]; parts: PartResult[] };

/** A picture beside the report. `part` is the title of its part. */
export type Picture = { part: string; file: string; description: string };

type Row = [what: string, median: string, spread: string, rounds: string, aim: string, held: string, note: string];

const HEADINGS: Row = ["What", "Median", "Spread", "Rounds", "Aim", "Held", "Note"];
const NOTE = HEADINGS.indexOf("Note");

/** Formats the run for a terminal. Notes are below their table, so that it stays narrow. */
export function terminalReport({ parts }: Run): string {
  return parts
    .map(({ title, lines, growths = [], noise }) => {
      const rows = [HEADINGS, ...lines.map(rowOf)].map((row) => row.slice(0, NOTE));
      const notes = lines.flatMap((line) => {
        const note = rowOf(line)[NOTE];
        return note ? [`  ${line.what}: ${note}`] : [];
      });
      const tables = growths.flatMap((growth) => ["", ...columns(growthRows(growth))]);
      return [`\n${title}`, ...(lines.length > 0 ? columns(rows) : []), ...notes, ...tables, noiseOf(noise)].join("\n");
    })
    .join("\n");
}

/** The run as a page of Markdown, with its pictures. */
export function markdownReport({ at, commit, machine, parts }: Run, pictures: readonly Picture[]): string {
  const sections = parts.map(({ title, lines, growths = [], noise, seconds }) =>
    [
      `## ${title}`,
      "",
      ...picturesOf(pictures, title),
      ...(lines.length > 0 ? [...table([HEADINGS, ...lines.map(rowOf)], "What"), ""] : []),
      ...growths.flatMap((growth) => [
        ...table(growthRows(growth), "What"),
        "",
        ...(growth.note ? [growth.note, ""] : []),
      ]),
      `Measured in ${Math.round(seconds)} s. ${noiseOf(noise)}`,
      "",
    ].join("\n"),
  );
  return [
    "# Bench",
    "",
    `Written by \`npm run bench\` on ${at.toISOString().slice(0, 10)}, at commit ${commit}.`,
    "A median stands beside its lowest and highest round. A ratio is taken round by round: both sides of a round ran one",
    "right after the other. Lists, catalogues and what is asked of them are made from fixed seeds, the same in every run.",
    "No figure is corrected for the machine.",
    "",
    ...machine.map((fact) => `- ${fact}`),
    "",
    summaryOf(parts),
    "",
    ...picturesOf(pictures, ""),
    ...sections,
  ].join("\n");
}

/** In a few sentences: how many aims there are, which were missed, and where the machine was not ours alone. */
export function summaryOf(parts: PartResult[]): string {
  const lines = parts.flatMap((part) => part.lines);
  const figures = lines.filter((line): line is Figure => "rounds" in line);
  const missed = figures.filter((figure) => isHeld(figure) === false).map(({ what }) => what);
  const unmeasured = lines.filter((line) => "missing" in line).map(({ what }) => what);
  const noisy = parts.filter(({ noise }) => isNoisy(noise)).map(({ title }) => title);
  const aims = figures.filter((figure) => figure.aim).length;
  return [
    `${aims - missed.length} of ${aims} aims held.`,
    ...(missed.length > 0 ? [`Missed: ${missed.join("; ")}.`] : []),
    ...(unmeasured.length > 0 ? [`Not measured: ${unmeasured.join("; ")}.`] : []),
    ...(noisy.length > 0 ? [`Other programs used the machine during: ${noisy.join("; ")}.`] : []),
  ].join(" ");
}

function rowOf(line: Line): Row {
  if ("missing" in line) return [line.what, "not measured", "", "", "", "", line.missing];
  const { what, rounds, unit, aim, note = "" } = line;
  const spread = rounds.length > 1 ? `${formatNumber(Math.min(...rounds))} – ${formatNumber(Math.max(...rounds))}` : "";
  const wanted = aim ? ("atMost" in aim ? `≤ ${formatNumber(aim.atMost)}` : `≥ ${formatNumber(aim.atLeast)}`) : "";
  const held = isHeld(line);
  const isMet = held === undefined ? "" : held ? "yes" : "NO";
  const value = `${formatNumber(median(rounds))} ${unit}`.trim();
  return [what, value, spread, String(rounds.length), wanted, isMet, note];
}

/** Each curve as a row: its medians from the smallest to the largest, and how often as much the last is as the first. */
function growthRows({ of, panels }: Growth): string[][] {
  const sizes = [...new Set(panels.flatMap(({ curves }) => curves.flatMap(({ points }) => points.map((p) => p.size))))];
  const heading = ["What", "Unit", ...sizes.map((size) => `${size.toLocaleString("en")} ${of}`), "Last over first"];
  const rows = panels.flatMap(({ title, unit, curves }) =>
    curves.map(({ name, points }) => {
      const medians = sizes.map((size) => points.find((point) => point.size === size)?.rounds);
      const cells = medians.map((rounds) => (rounds ? formatNumber(median(rounds)) : ""));
      const [first, last] = [medians.at(0), medians.at(-1)];
      const times = first && last ? `${formatNumber(median(last) / median(first))} ×` : "";
      return [name === "" ? title : `${title}: ${name}`, unit, ...cells, times];
    }),
  );
  return [heading, ...rows];
}

/** What others took of the machine, and a warning when the figures are worth less for it. */
function noiseOf(noise: Noise): string {
  const { around, others, stolen } = noise;
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const parts = [
    ...(others === undefined ? [] : [`other programs took ${percent(others)} of all cores meanwhile`]),
    ...(stolen === undefined ? [] : [`the machine's host ${percent(stolen)}`]),
    ...(around.length > 0 ? [`up to ${percent(Math.max(...around))} were busy right before or after`] : []),
  ];
  if (parts.length === 0) return "What other programs took is not known here.";
  const sentence = `${parts.join(", ").replace(/^./, (first) => first.toUpperCase())}.`;
  return isNoisy(noise) ? `${sentence} **Noisy machine: read with care.**` : sentence;
}

function picturesOf(pictures: readonly Picture[], title: string): string[] {
  return pictures
    .filter(({ part }) => part === title)
    .flatMap(({ file, description }) => [`![${description}](${file})`, ""]);
}

/** Rows as a table of Markdown; numbers stand to the right, below the headings of numbers. */
function table([heading = [], ...rows]: readonly (readonly string[])[], ...toTheLeft: string[]): string[] {
  const left = new Set([...toTheLeft, "Unit", "Held", "Note"]);
  return [heading, heading.map((cell) => (left.has(cell) ? "---" : "---:")), ...rows].map(markdownRow);
}

/** Rows as lines of even columns. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
  );
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}
