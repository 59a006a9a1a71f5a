import { expect, it } from "vitest";
import type { Growth } from "./figures.ts";
import { shareOfOthers } from "./machine.ts";
import { markdownReport, type PartResult, type Run, summaryOf } from "./report.ts";

const QUIET = { around: [0.01, 0.02], others: 0.01, stolen: 0 };

function aPart(overrides: Partial<PartResult> = {}): PartResult {
  const line = { what: "A page", rounds: [3, 1, 2], unit: "ms", aim: { atMost: 2 } };
  return { title: "Pages", lines: [line], noise: QUIET, seconds: 1, ...overrides };
}

function aRun(part: PartResult): Run {
  return { at: new Date(0), commit: "abc", machine: ["2 × a processor"], parts: [part] };
}

it("a row shows a figure's median, spread, number of rounds and aim", () => {
  expect(markdownReport(aRun(aPart()))).toContain("| A page | 2 ms | 1 – 3 | 3 | ≤ 2 | yes |  |");
});

it("growth is shown as a table by size, with the ratio of the last value to the first", () => {
  const figure = { what: "Reading: first page", unit: "ms" };
  const sizes = [
    { size: 1_000, figures: [{ ...figure, rounds: [2] }] },
    { size: 1_000_000, figures: [{ ...figure, rounds: [5, 6, 7] }] },
  ];
  const growth: Growth = { of: "subscribers", sizes, note: "Over HTTP." };
  const report = markdownReport(aRun(aPart({ lines: [], growth })));
  expect(report).toContain("| What | Unit | 1,000 subscribers | 1,000,000 subscribers | Last ÷ first |");
  expect(report).toContain("| Reading: first page | ms | 2 | 6 | 3 × |");
});

it("always reports the load of other programs, and warns if it is high", () => {
  const quiet = markdownReport(aRun(aPart()));
  expect(quiet).toContain("Meanwhile other programs used 1 % of all cores, and the virtual machine's host took 0 %.");
  expect(quiet).not.toContain("Noisy");
  for (const noise of [
    { ...QUIET, others: 0.2 },
    { ...QUIET, stolen: 0.2 },
    { ...QUIET, around: [0.2] },
  ]) {
    expect(markdownReport(aRun(aPart({ noise })))).toContain("Noisy machine");
    expect(summaryOf([aPart({ noise })])).toContain("Other programs used the machine during: Pages.");
  }
});

it("the share of other programs is the busy time, except for our own processes and stolen time", () => {
  const before = { all: 1_000, busy: 500, stolen: 10, own: 100 };
  expect(shareOfOthers(before, { all: 2_000, busy: 950, stolen: 60, own: 400 })).toEqual({ others: 0.1, stolen: 0.05 });
  // The time of a child process counts only when the process ends, so it may be from before.
  expect(shareOfOthers(before, { all: 2_000, busy: 600, stolen: 10, own: 300 })).toEqual({ others: 0, stolen: 0 });
});

it("the summary counts the aims, and names those that were missed or not measured", () => {
  const slow = { what: "A slow page", rounds: [9], unit: "ms", aim: { atMost: 2 } };
  const summary = summaryOf([aPart(), aPart({ lines: [slow, { what: "Motion", missing: "no browser" }] })]);
  expect(summary).toBe("1 of 2 aims met. Missed: A slow page. Not measured: Motion.");
});
