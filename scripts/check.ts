// `npm run check`: format and lint, types, guards. The quick part of `npm test`.
import { checkSteps } from "../tools/check-steps.ts";
import { run, runAll } from "../tools/run-tools.ts";

await runAll([...checkSteps, () => run("vitest", ["run", "--project", "guards"])]);
