import { join } from "node:path";
import { createVitest, type TestCase } from "vitest/node";
import { DIFFERENCES } from "../gateway/src/testing/differences.ts";
import type { DayReport, RunCount } from "../gateway/src/testing/soak.ts";
import { missingPackages, type Part } from "./parts.ts";

const ROOT = join(import.meta.dirname, "..");

/** The result of a part. */
export type PartResult = Pick<Part, "title" | "project"> & {
  seconds: number;
  /** The counts of its cases. */
  runCounts: RunCount[];
  /** Days with faults, including failed ones. */
  days: DayReport[];
  passed: number;
  /** Numbers of skipped cases by reason. */
  leftOut: Map<string, number>;
  /** Other remarks of its cases: engines and what they lack, and the costliest requests. */
  remarks: string[];
  /** Why the part was skipped. */
  notRun?: string;
  /** A sentence for each failed case, and for each error outside of cases. */
  failures: string[];
};

/** Runs a part with output on the console. @param scale share of the full counts */
export async function runPart(part: Part, scale: number): Promise<PartResult> {
  const { title, project, files } = part;
  const missing = missingPackages(part);
  if (missing.length > 0) return { ...nothingRun(part), notRun: whyNotRun(missing) };
  const from = performance.now();
  const vitest = await createVitest({
    root: ROOT,
    config: join(import.meta.dirname, "vitest.config.ts"),
    project,
    watch: false,
  });
  try {
    vitest.provide("soakScale", scale);
    const { testModules, unhandledErrors } = await vitest.start([...files]);
    const cases = testModules.flatMap((module) => [...module.children.allTests()]);
    // If a file could not be loaded, it has no cases.
    const broken = testModules.flatMap((module) =>
      module.errors().map(({ message }) => `${module.relativeModuleId}: ${firstLineOf(message)}`),
    );
    return {
      title,
      project,
      seconds: (performance.now() - from) / 1000,
      runCounts: cases.flatMap((test) => test.meta().runCount ?? []),
      days: cases.flatMap((test) => test.meta().day ?? []),
      passed: cases.filter((test) => test.result().state === "passed").length,
      leftOut: reasonsOf(cases),
      remarks: [
        ...new Set(cases.flatMap((test) => [test.meta().engineRemarks ?? [], test.meta().remarks ?? []].flat())),
      ],
      failures: [
        ...cases.flatMap(failureOf),
        ...broken,
        ...unhandledErrors.map((error) => firstLineOf(Object(error).message)),
        ...(cases.length === 0 ? ["There were no cases."] : []),
      ],
    };
  } finally {
    await vitest.close();
  }
}

/** The result of a part before it runs. */
export function nothingRun({ title, project }: Pick<Part, "title" | "project">): PartResult {
  return {
    title,
    project,
    seconds: 0,
    runCounts: [],
    days: [],
    passed: 0,
    leftOut: new Map(),
    remarks: [],
    failures: [],
  };
}

function whyNotRun(missing: readonly string[]): string {
  const are = missing.length === 1 ? "This Debian package is" : "These Debian packages are";
  return `${are} missing: ${missing.join(", ")}. \`apt-get install ${missing.join(" ")}\` installs what it needs.`;
}

function reasonsOf(cases: readonly TestCase[]): Map<string, number> {
  const reasons = new Map<string, number>();
  for (const test of cases) {
    const { difference } = test.meta();
    if (test.result().state !== "skipped" || difference === undefined) continue;
    const reason = DIFFERENCES[difference];
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return reasons;
}

function failureOf(test: TestCase): string[] {
  const { state, errors } = test.result();
  const name = `${test.module.relativeModuleId}, ${test.fullName}`;
  if (state === "skipped" && test.meta().difference === undefined) return [`${name}: left out without a reason`];
  return state === "failed" ? [`${name}: ${firstLineOf(errors?.[0]?.message)}`] : [];
}

function firstLineOf(text: unknown): string {
  return String(text ?? "no message").split("\n")[0] ?? "";
}
