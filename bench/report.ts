import { type Figure, formatNumber, isHeld, type Line, median } from "./figures.ts";
import type { Quiet } from "./machine.ts";

/** What a part found, with how quiet the machine was before and after it. */
export type PartResult = { title: string; lines: Line[]; quiet: (Quiet | undefined)[]; seconds: number };

/** Everything of one run. */
export type Run = { at: Date; commit: string; machine: string[]; parts: PartResult[] };

type Row = [what: string, median: string, spread: string, aim: string, held: string, note: string];

const HEADINGS: Row = ["What", "Median", "Spread", "Aim", "Held", "Note"];

/** The run as lines for a terminal; notes stand below their table, which keeps it narrow. */
export function terminalReport({ parts }: Run): string {
  return parts
    .map(({ title, lines, quiet }) => {
      const rows = [HEADINGS, ...lines.map(rowOf)].map((row) => row.slice(0, 5));
      const widths = HEADINGS.slice(0, 5).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
      const table = rows.map((row) =>
        row
          .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
          .join("  "),
      );
      const notes = lines.flatMap((line) => {
        const note = rowOf(line)[5];
        return note ? [`  ${line.what}: ${note}`] : [];
      });
      return [`\n${title}`, ...table, ...notes, ...noiseOf(quiet)].join("\n");
    })
    .join("\n");
}

/** The run as a page of Markdown. */
export function markdownReport({ at, commit, machine, parts }: Run): string {
  const sections = parts.map(({ title, lines, quiet, seconds }) =>
    [
      `## ${title}`,
      "",
      markdownRow(HEADINGS),
      markdownRow(["---", "---:", "---:", "---:", "---", "---"]),
      ...lines.map((line) => markdownRow(rowOf(line))),
      "",
      ...noiseOf(quiet).flatMap((sentence) => [sentence, ""]),
      `Measured in ${Math.round(seconds)} s.`,
      "",
    ].join("\n"),
  );
  return [
    "# Bench",
    "",
    `Written by \`npm run bench\` on ${at.toISOString().slice(0, 10)}, at commit ${commit}.`,
    "A median stands beside its lowest and highest round. A ratio is taken round by round.",
    "",
    ...machine.map((fact) => `- ${fact}`),
    "",
    summaryOf(parts),
    "",
    ...sections,
  ].join("\n");
}

/** One sentence: how many aims there are and which were missed. */
export function summaryOf(parts: PartResult[]): string {
  const lines = parts.flatMap((part) => part.lines);
  const figures = lines.filter((line): line is Figure => "rounds" in line);
  const missed = figures.filter((figure) => isHeld(figure) === false).map(({ what }) => what);
  const unmeasured = lines.filter((line) => "missing" in line).map(({ what }) => what);
  const aims = figures.filter((figure) => figure.aim).length;
  return [
    `${aims - missed.length} of ${aims} aims held.`,
    ...(missed.length > 0 ? [`Missed: ${missed.join("; ")}.`] : []),
    ...(unmeasured.length > 0 ? [`Not measured: ${unmeasured.join("; ")}.`] : []),
  ].join(" ");
}

function rowOf(line: Line): Row {
  if ("missing" in line) return [line.what, "not measured", "", "", "", line.missing];
  const { what, rounds, unit, aim, note = "" } = line;
  const spread = rounds.length > 1 ? `${formatNumber(Math.min(...rounds))} – ${formatNumber(Math.max(...rounds))}` : "";
  const wanted = aim ? ("atMost" in aim ? `≤ ${formatNumber(aim.atMost)}` : `≥ ${formatNumber(aim.atLeast)}`) : "";
  const held = isHeld(line);
  const verdict = held === undefined ? "" : held ? "yes" : "NO";
  return [what, `${formatNumber(median(rounds))} ${unit}`.trim(), spread, wanted, verdict, note];
}

/** Says when others used the machine too, since then the figures are worth less. */
function noiseOf(quiet: (Quiet | undefined)[]): string[] {
  const shares = quiet.flatMap((moment) => (moment?.isNoisy ? [moment.share] : []));
  if (shares.length === 0) return [];
  const percent = Math.round(Math.max(...shares) * 100);
  return [`Noisy machine: other programs used up to ${percent} % of all cores around this part. Read with care.`];
}

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}
