import { run } from "./run-tools.ts";

const TYPED_PROJECTS = ["protocol", "fixtures", "gateway", "site", "."];

/** What is checked before anything is tested: format and lint, then types. The guards are tests and run with them. */
export const checkSteps: (() => Promise<void>)[] = [
  () => run("biome", ["check", "--error-on-warnings", "."]),
  ...TYPED_PROJECTS.map((project) => () => run("tsc", ["-p", project])),
];
