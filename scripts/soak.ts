// `npm run soak`: the tests that take too long for `npm test`, with their full counts, and the built-in services' own
// cases through a gateway in front that has them hosted. It writes soak/report.md.
// `npm run soak -- --only kills` runs one part (again for more); `--scale 0.02` tries the run out with smaller counts.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PARTS, type Part, type PartName } from "../soak/parts.ts";
import { hasHeld, markdownReport, outcomeOf, type Run, terminalReport } from "../soak/report.ts";
import { runPart } from "../soak/run-part.ts";
import { buildSite, isSiteBuilt } from "../tools/build-site.ts";
import { describeCommit, describeMachine } from "../tools/describe-run.ts";

const { only, scale } = readWords();
// The names are those of the table.
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
  console.log("The whole of it stands in soak/report.md.");
}
process.exit(hasHeld(run) ? 0 : 1);

function readWords(): { only: string[]; scale: number } {
  try {
    const { values } = parseArgs({
      options: { only: { type: "string", multiple: true, default: [] }, scale: { type: "string", default: "1" } },
    });
    const unknown = values.only.filter((name) => !Object.hasOwn(PARTS, name));
    if (unknown.length > 0) fail(`There is no part ${unknown.join(", ")}. Parts: ${Object.keys(PARTS).join(", ")}.`);
    const scale = Number(values.scale);
    if (!(scale > 0 && scale <= 1))
      fail(`--scale is a share of the full counts, from above 0 to 1; ${values.scale} is none.`);
    return { only: values.only, scale };
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(64);
}
