import type { Unit } from "../gateway/src/testing/soak.ts";
import { dayTables, faultsLeftOut, remarksOnDay } from "./report-day.ts";
import type { PartResult } from "./run-part.ts";
import { capital, markdownTable, numberOf, type Table, terminalTable } from "./tables.ts";

export type Run = {
  at: Date;
  commit: string;
  machine: string[];
  /** Share of the full counts that was requested. */
  scale: number;
  parts: PartResult[];
};

const UNITS: readonly Unit[] = [
  "kills amid sign-ups",
  "kills amid orders",
  "hostile requests",
  "costly requests",
  "rows moved there and back",
  "visits in a day with faults",
  "journeys in WebKit",
  "journeys in Firefox",
];

/** Whether every requested part ran and passed. */
export function hasHeld({ parts }: Run): boolean {
  return parts.every(({ failures, notRun }) => failures.length === 0 && notRun === undefined);
}

/** Formats the run for a terminal. */
export function terminalReport(run: Run): string {
  const parts = run.parts.map(outcomeOf);
  const tables = [usageCountersOf(run), ...daysOf(run).flatMap(dayTables)].flatMap((table) => [
    "",
    ...terminalTable(table),
  ]);
  return [...tables, "", ...parts, ...remarksOn(run), summaryOf(run)].join("\n");
}

/** Formats the run as Markdown. */
export function markdownReport(run: Run): string {
  const { at, commit, machine, parts } = run;
  return [
    "# Soak",
    "",
    `Written by \`npm run soak\` on ${at.toISOString().slice(0, 10)}, at commit ${commit}.`,
    "What a case counted is done once the case has passed. All that a gateway in front does otherwise stands in",
    "`gateway/src/testing/differences.ts`, with the reasons.",
    "",
    ...machine.map((fact) => `- ${fact}`),
    "",
    summaryOf(run),
    "",
    ...markdownTable(usageCountersOf(run)),
    "",
    ...daysOf(run)
      .flatMap(dayTables)
      .flatMap((table) => [...markdownTable(table), ""]),
    ...parts.map((part) => `- ${outcomeOf(part)}`),
    "",
    ...remarksOn(run).map((remark) => `${remark}\n`),
  ].join("\n");
}

/** Describes the result of a part in a line. */
export function outcomeOf({ title, seconds, notRun, failures }: PartResult): string {
  if (notRun !== undefined) return `${title}: NOT RUN. ${notRun}`;
  const failed = failures.length === 0 ? "" : `, ${failures.length} failed`;
  return `${title}: ${durationOf(seconds)}${failed}`;
}

/** Formats a duration. */
function durationOf(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return `${Math.round(seconds / 60)} min`;
}

function daysOf({ parts }: Run) {
  return parts.flatMap(({ days }) => days);
}

/** A table of what was counted: how many were requested, and how many were done in cases that passed. */
function usageCountersOf({ parts }: Run): Table {
  const runCounts = parts.flatMap((part) => part.runCounts);
  const counted = UNITS.flatMap((unit) => {
    const ofUnit = runCounts.filter((runCount) => runCount.unit === unit);
    if (ofUnit.length === 0) return [];
    return [
      [
        capital(unit),
        numberOf(sum(ofUnit.map(({ requested }) => requested))),
        numberOf(sum(ofUnit.map(({ done }) => done))),
      ],
    ];
  });
  const hosted = parts.filter(({ project }) => project === "through hosted");
  const passed = sum(hosted.map((part) => part.passed));
  const failed = sum(hosted.map((part) => part.failures.length));
  const ofDays = parts
    .flatMap(({ days }) => days)
    .flatMap(({ counts }) =>
      counts.map(({ what, requested, done }) => [capital(what), numberOf(requested), numberOf(done)]),
    );
  const through =
    hosted.length === 0 ? [] : [["Cases through a gateway in front", numberOf(passed + failed), numberOf(passed)]];
  const failures = sum(parts.map((part) => part.failures.length));
  return [["What", "Requested", "Done"], ...counted, ...ofDays, ...through, ["Failures", "0", numberOf(failures)]];
}

/** Lists failures, and what was skipped and why. */
function remarksOn({ parts }: Run): string[] {
  const failures = parts.flatMap((part) => part.failures.map((failure) => `FAILED: ${failure}`));
  const leftOut = parts.flatMap((part) => [...part.leftOut].map(([reason, cases]) => `Left out, ${cases}: ${reason}`));
  const days = parts.flatMap((part) => part.days);
  const others = parts.flatMap((part) => part.remarks);
  return [...failures, ...leftOut, ...others, ...days.flatMap(faultsLeftOut), ...days.flatMap(remarksOnDay)];
}

function summaryOf(run: Run): string {
  const hasFailed = run.parts.some(({ failures }) => failures.length > 0);
  const isWhole = run.parts.every(({ notRun }) => notRun === undefined);
  const held = isWhole ? "Everything held." : "NOT everything was run. What was run held.";
  const outcome = hasFailed ? "NOT everything held." : held;
  const share = run.scale === 1 ? "" : ` These were not the full counts, but ${run.scale} of them.`;
  return `${outcome}${share}`;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}
