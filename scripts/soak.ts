// `npm run soak`: tests that take too long for `npm test`, with their full counts, and the cases of the built-in
// services through a gateway in front of them. It writes soak/report.md.
// `npm run soak -- --only kills` runs one part; it can be repeated. `--scale 0.02` runs with smaller counts.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PARTS, type Part, type PartName } from "../soak/parts.ts";
import { hasHeld, markdownReport, outcomeOf, type Run, terminalReport } from "../soak/report.ts";
import { runPart } from "../soak/run-part.ts";
import { buildSite, isSiteBuilt } from "../tools/build-site.ts";
import { describeCommit, describeMachine } from "../tools/describe-run.ts";

const { only, scale } = readArguments();
// The cast is needed because Object.keys loses the type.
const names = Object.keys(PARTS) as PartName[];

if (!isSiteBuilt()) {
  console.log("Building the site …");
  await buildSite();
}

const run: Run = { at: new Date(), commit: describeCommit(), machine: describeMachine({}), scale, parts: [] };
for (const name of names) {
  if (only.length > 0 && !only.includes(name)) continue;
  const part: Part = PARTS[name];
  console.log(`${part.title} …`);
  const result = await runPart(part, scale);
  run.parts.push(result);
  console.log(`${outcomeOf(result)}\n`);
}

console.log(terminalReport(run));
if (only.length === 0 && scale === 1) {
  writeFileSync(join(import.meta.dirname, "../soak/report.md"), markdownReport(run));
  console.log("The full report is in soak/report.md.");
}
process.exit(hasHeld(run) ? 0 : 1);

function readArguments(): { only: string[]; scale: number } {
  try {
    const { values } = parseArgs({
      options: { only: { type: "string", multiple: true, default: [] }, scale: { type: "string", default: "1" } },
    });
    const unknown = values.only.filter((name) => !Object.hasOwn(PARTS, name));
    if (unknown.length > 0) fail(`There is no part ${unknown.join(", ")}. Parts: ${Object.keys(PARTS).join(", ")}.`);
    const scale = Number(values.scale);
    if (!(scale > 0 && scale <= 1))
      fail(`--scale is a share of the full counts, above 0 and at most 1, not ${values.scale}.`);
    return { only: values.only, scale };
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(64);
}
