import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** A test that failed: its title and the text of its errors. */
type FailedTest = { title: string; error: string };

/** Parts of Vitest's JSON report, in Jest's format. If a file does not load, it has a message and no tests. */
export type CodeReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
};

/** The message includes the place in the code. */
type JourneyError = { message?: string };
type Suite = {
  title: string;
  suites?: Suite[];
  specs: {
    title: string;
    file: string;
    line: number;
    ok: boolean;
    tests: { results: { errors: JourneyError[] }[] }[];
  }[];
};

/** Parts of Playwright's JSON report. Errors of the whole run, such as one in the global setup, have no test. */
export type JourneyReport = {
  stats: { expected: number; unexpected: number };
  errors: JourneyError[];
  suites: Suite[];
};

/** Most lines of an error that are printed. */
const MAX_LINES = 30;

/** Reads the JSON report of a test runner; undefined if the runner has not written it. */
export function readReport<Report>(path: string): Report | undefined {
  // The cast holds: both runners document their formats.
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Report) : undefined;
}

export function failedTests({ testResults }: CodeReport): FailedTest[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((result) => result.status === "failed")
      .map(({ fullName, failureMessages = [] }) => ({
        title: `${name} › ${fullName}`,
        error: failureMessages.join("\n"),
      }));
    return failed.length === 0 && status === "failed" ? [{ title: name, error: message }] : failed;
  });
}

export function failedJourneys({ errors, suites }: JourneyReport): FailedTest[] {
  const whole = errors.map((error) => ({ title: "all journeys", error: describe([error]) }));
  return [...whole, ...suites.flatMap((file) => failedIn(file, []))];
}

function failedIn({ suites = [], specs }: Suite, groups: string[]): FailedTest[] {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => ({
      title: [`${file}:${line}`, ...groups, title].join(" › "),
      error: describe(tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))),
    }));
  return [...failed, ...suites.flatMap((suite) => failedIn(suite, [...groups, suite.title]))];
}

function describe(errors: JourneyError[]): string {
  return errors.map(({ message = "" }) => message.trim()).join("\n\n");
}

/** Writes each failed test with the first lines of its error. */
export function formatFailed(failed: readonly FailedTest[]): string {
  return failed
    .map(({ title, error }) => {
      const lines = stripVTControlCharacters(error).trim().split("\n");
      const more = lines.length > MAX_LINES ? [`… ${lines.length - MAX_LINES} more lines`] : [];
      return [`FAILED ${title}`, ...[...lines.slice(0, MAX_LINES), ...more].map((line) => `  ${line}`), ""].join("\n");
    })
    .join("\n");
}
