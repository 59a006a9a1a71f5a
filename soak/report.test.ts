import { expect, it } from "vitest";
import { missingPackages } from "./parts.ts";
import { hasHeld, markdownReport, type Run, terminalReport } from "./report.ts";
import { nothingRun, type PartResult } from "./run-part.ts";

const NEEDS = {
  title: "Journeys in WebKit",
  project: "other engines",
  files: [],
  needs: { driver: "webkit-driver", Xvfb: "xvfb" },
} as const;

const aPart = (overrides: Partial<PartResult>): PartResult => ({
  ...nothingRun({ title: "Journeys in WebKit", project: "other engines" }),
  ...overrides,
});

const aRun = (...parts: PartResult[]): Run => ({
  at: new Date("2026-11-22T12:00:00Z"),
  commit: "0000000",
  machine: [],
  scale: 1,
  parts,
});

const HELD = aPart({
  title: "Journeys in Firefox",
  runCounts: [{ unit: "journeys in Firefox", requested: 1, done: 1 }],
  passed: 1,
  remarks: ["Journeys in Firefox: Firefox 140.4."],
});
const NOT_RUN = aPart({ notRun: "This Debian package is missing: xvfb." });

it("reports a part whose engine is missing as skipped, never as passed", () => {
  const run = aRun(HELD, NOT_RUN);
  expect(hasHeld(run)).toBe(false);
  for (const report of [terminalReport(run), markdownReport(run)]) {
    expect(report).toContain("Journeys in WebKit: NOT RUN. This Debian package is missing: xvfb.");
    expect(report).toContain("NOT every part ran. The parts that ran passed.");
    expect(report).not.toContain("Everything passed.");
  }
});

it("reports a complete run with its engines", () => {
  const report = terminalReport(aRun(HELD));
  expect(hasHeld(aRun(HELD))).toBe(true);
  expect(report).toContain("Everything passed.");
  expect(report).toContain("Firefox 140.4");
  expect(report).toMatch(/Journeys in Firefox +1 +1/);
});

it("reports both failures and skipped parts", () => {
  const run = aRun(aPart({ failures: ["a fan buys two shirts: it did not open"] }), NOT_RUN);
  expect(hasHeld(run)).toBe(false);
  expect(terminalReport(run)).toContain("NOT everything passed.");
  expect(terminalReport(run)).toContain("Journeys in WebKit: 0 s, 1 failed");
});

it("names only the packages of missing programs", () => {
  const find = (program: string) => (program === "Xvfb" ? "/usr/bin/Xvfb" : undefined);
  expect(missingPackages(NEEDS, find)).toEqual(["webkit-driver"]);
  expect(missingPackages(NEEDS, () => "/usr/bin/it")).toEqual([]);
  expect(missingPackages({ title: "Kills", project: "full counts", files: [] }, () => undefined)).toEqual([]);
});
