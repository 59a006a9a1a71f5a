import { expect, it } from "vitest";
import { markdownReport, type PartResult, type Run, summaryOf } from "./report.ts";

const QUIET = { around: [0.01, 0.02], others: 0.01, stolen: 0 };

function aPart(overrides: Partial<PartResult> = {}): PartResult {
  const line = { what: "A page", rounds: [3, 1, 2], unit: "ms", aim: { atMost: 2 } };
  return { title: "Pages", lines: [line], noise: QUIET, seconds: 1, ...overrides };
}

function aRun(...parts: PartResult[]): Run {
  return { at: new Date(0), commit: "abc", machine: ["2 × a processor"], parts };
}

it("a figure stands with its median, its spread, how many rounds it had, and its aim", () => {
  expect(markdownReport(aRun(aPart()), [])).toContain("| A page | 2 ms | 1 – 3 | 3 | ≤ 2 | yes |  |");
});

it("what grows is a table by size, with how often as much the last is as the first", () => {
  const points = [
    { size: 1_000, rounds: [2] },
    { size: 1_000_000, rounds: [5, 6, 7] },
  ];
  const panels = [{ title: "Reading", unit: "ms", curves: [{ name: "first page", points }] }];
  const report = markdownReport(aRun(aPart({ lines: [], growths: [{ of: "subscribers", panels }] })), []);
  expect(report).toContain("| What | Unit | 1,000 subscribers | 1,000,000 subscribers | Last over first |");
  expect(report).toContain("| Reading: first page | ms | 2 | 6 | 3 × |");
});

it("always reports the load of other programs, and warns if it is high", () => {
  const quiet = markdownReport(aRun(aPart()), []);
  expect(quiet).toContain("Other programs took 1 % of all cores meanwhile, the machine's host 0 %");
  expect(quiet).not.toContain("Noisy");
  for (const noise of [
    { ...QUIET, others: 0.2 },
    { ...QUIET, stolen: 0.2 },
    { ...QUIET, around: [0.2] },
  ]) {
    expect(markdownReport(aRun(aPart({ noise })), [])).toContain("Noisy machine");
    expect(summaryOf([aPart({ noise })])).toContain("Other programs used the machine during: Pages.");
  }
});

it("puts a picture into its part", () => {
  const pictures = [{ part: "Pages", file: "plots/pages.svg", description: "Bars of pages" }];
  const report = markdownReport(aRun(aPart(), aPart({ title: "Memory" })), pictures);
  const [, pages, memory] = report.split("\n## ");
  expect(pages).toContain("![Bars of pages](plots/pages.svg)");
  expect(memory).not.toContain("plots/");
});

it("the summary counts the aims and names what was missed or not measured", () => {
  const slow = { what: "A slow page", rounds: [9], unit: "ms", aim: { atMost: 2 } };
  const summary = summaryOf([aPart(), aPart({ lines: [slow, { what: "Motion", missing: "no browser" }] })]);
  expect(summary).toBe("1 of 2 aims held. Missed: A slow page. Not measured: Motion.");
});
