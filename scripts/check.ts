// `npm run check`: format and lint, types, guards. The quick part of `npm test`.
import { checkSteps } from "./setup/check-steps.ts";
import { run, runAll } from "./setup/run-tools.ts";

await runAll([...checkSteps, () => run("vitest", ["run", "--project", "guards"])]);
