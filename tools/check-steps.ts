import { run } from "./run-tools.ts";

const TYPED_PROJECTS = ["protocol", "fixtures", "gateway", "site", "."];

/** Steps before the tests: format and lint, then types. The guards are tests themselves. */
export const checkSteps: (() => Promise<void>)[] = [
  () => run("biome", ["check", "--error-on-warnings", "."]),
  ...TYPED_PROJECTS.map((project) => () => run("tsc", ["-p", project])),
];
