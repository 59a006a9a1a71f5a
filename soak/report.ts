import type { DayReport, Unit } from "../gateway/src/testing/soak.ts";
import { markdownTable, type Table, terminalTable } from "../tools/tables.ts";
import type { PartResult } from "./run-part.ts";

export type Run = {
  at: Date;
  commit: string;
  machine: string[];
  /** Share of the full counts that was requested. */
  scale: number;
  parts: PartResult[];
};

const UNITS: readonly Unit[] = [
  "kills during sign-ups",
  "kills during orders",
  "kills during publications",
  "kills during newsletters",
  "newsletters through faults",
  "megabytes uploaded during kills",
  "hostile requests",
  "costly requests",
  "rows moved to a provider and back",
  "visits in a day with faults",
  "states of screens",
  "journeys in WebKit",
  "journeys in Firefox",
];

/** Whether every requested part ran and passed. */
export function hasHeld({ parts }: Run): boolean {
  return parts.every(({ failures, notRun }) => failures.length === 0 && notRun === undefined);
}

/** Formats the run for a terminal. */
export function terminalReport(run: Run): string {
  const tables = tablesOf(run).flatMap((table) => ["", ...terminalTable(table)]);
  return [...tables, "", ...run.parts.map(outcomeOf), ...remarksOn(run), summaryOf(run)].join("\n");
}

/** Formats the run as Markdown. */
export function markdownReport(run: Run): string {
  const { at, commit, machine, parts } = run;
  return [
    "# Soak",
    "",
    `Written by \`npm run soak\` on ${at.toISOString().slice(0, 10)}, at commit ${commit}.`,
    "“Done” counts only cases that passed. Some cases reach the built-in services through a second gateway in front of",
    "them. `gateway/src/testing/differences.ts` lists where their results may differ, and why.",
    "",
    ...machine.map((fact) => `- ${fact}`),
    "",
    summaryOf(run),
    "",
    ...tablesOf(run).flatMap((table) => [...markdownTable(table), ""]),
    ...parts.map((part) => `- ${outcomeOf(part)}`),
    "",
    ...remarksOn(run).map((remark) => `${remark}\n`),
  ].join("\n");
}

/** Describes the result of a part in a line. */
export function outcomeOf({ title, seconds, notRun, failures }: PartResult): string {
  if (notRun !== undefined) return `${title}: NOT RUN. ${notRun}`;
  const duration = seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
  return `${title}: ${duration}${failures.length === 0 ? "" : `, ${failures.length} failed`}`;
}

function tablesOf({ parts }: Run): Table[] {
  return [countsOf(parts), ...parts.flatMap(({ days }) => days).flatMap(dayTables)];
}

/** A table of the counts: how many were requested, and how many were done in cases that passed. */
function countsOf(parts: PartResult[]): Table {
  const runCounts = parts.flatMap((part) => part.runCounts);
  const ofUnits = UNITS.map((unit) => runCounts.filter((runCount) => runCount.unit === unit))
    .filter((ofUnit) => ofUnit.length > 0)
    .map((ofUnit) => ({
      what: ofUnit[0]?.unit ?? "",
      requested: sum(ofUnit.map(({ requested }) => requested)),
      done: sum(ofUnit.map(({ done }) => done)),
    }));
  const ofDays = parts.flatMap(({ days }) => days).flatMap(({ counts }) => counts);
  const hosted = parts.filter(({ project }) => project === "through hosted");
  const passed = sum(hosted.map((part) => part.passed));
  const failed = sum(hosted.map((part) => part.failures.length));
  const ofHosted = hosted.map(() => ({
    what: "cases through a gateway in front",
    requested: passed + failed,
    done: passed,
  }));
  const failures = { what: "failures", requested: 0, done: sum(parts.map((part) => part.failures.length)) };
  const rows = [...ofUnits, ...ofDays, ...ofHosted, failures];
  return [
    ["What", "Requested", "Done"],
    ...rows.map(({ what, requested, done }) => [capital(what), numberOf(requested), numberOf(done)]),
  ];
}

/** Two tables for a day with faults: the faults, and how the acknowledged data compares with the data file. */
function dayTables({ faults, accounts }: DayReport): Table[] {
  const happened = faults.filter(({ leftOut }) => leftOut === undefined);
  const [stored, notStored] = ["No response: stored", "not stored"];
  return [
    [
      ["Fault", "Times", "Visits meanwhile", "Without a response", "Rejected"],
      ...happened.map(({ name, times, visits, unanswered, rejected }) => [
        capital(name),
        ...[times, visits, unanswered, rejected].map(numberOf),
      ]),
    ],
    [
      ["In the data file", "Acknowledged", "Found once", "Missing", "Twice", "Unexpected", stored, notStored],
      ...accounts.map(({ what, acknowledged, once, missing, twice, unexpected, unanswered }) => [
        what,
        ...[acknowledged, once, missing, twice, unexpected, unanswered.stored, unanswered.notStored].map(numberOf),
      ]),
    ],
  ];
}

/** Lists failures, skipped cases with the reason, and remarks, such as the version of a browser. */
function remarksOn({ parts }: Run): string[] {
  const failures = parts.flatMap((part) => part.failures.map((failure) => `FAILED: ${failure}`));
  const leftOut = parts.flatMap((part) =>
    [...part.leftOut].map(([reason, cases]) => `Cases left out (${cases}): ${reason}`),
  );
  const days = parts.flatMap((part) => part.days);
  const faults = days.flatMap((day) => day.faults);
  return [
    ...failures,
    ...leftOut,
    ...parts.flatMap((part) => part.remarks),
    ...faults.flatMap(({ name, leftOut }) => (leftOut === undefined ? [] : [`Fault left out (${name}): ${leftOut}`])),
    ...faults.map(({ name, what }) => `${capital(name)}: ${what}`),
    ...days.flatMap(({ remarks }) => remarks),
  ];
}

function summaryOf({ parts, scale }: Run): string {
  const isWhole = parts.every(({ notRun }) => notRun === undefined);
  const held = isWhole ? "Everything passed." : "NOT every part ran. The parts that ran passed.";
  const outcome = parts.some(({ failures }) => failures.length > 0) ? "NOT everything passed." : held;
  return scale === 1 ? outcome : `${outcome} This run did only ${scale} of the full counts.`;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}

function numberOf(count: number): string {
  return count.toLocaleString("en");
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
