// `npm run check`: format, lint, types and guards. The quick part of `npm test`.
import { checkSteps } from "../tools/check-steps.ts";
import { run, runAll } from "../tools/run-tools.ts";

await runAll([...checkSteps, () => run("vitest", ["run", "--project", "guards"])]);
