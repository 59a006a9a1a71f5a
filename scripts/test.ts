// `npm test`: everything that CI runs. Checks, then tests of the code, then journeys in a real browser.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changedDemoFiles } from "@porchlight/fixtures/demo.ts";
import { ensureBrowser } from "../tools/browser.ts";
import { buildSite, isSiteBuilt } from "../tools/build-site.ts";
import { checkSteps } from "../tools/check-steps.ts";
import { ensurePrograms } from "../tools/debian-packages.ts";
import { run, runAll } from "../tools/run-tools.ts";

const reports = mkdtempSync(join(tmpdir(), "porchlight-test-"));
const ofCode = join(reports, "code.json");
const ofJourneys = join(reports, "journeys.json");
let browser = "";

const changed = changedDemoFiles();
if (changed.length > 0) {
  console.log(
    `content/ is not the demo: ${changed.length} of its files differ (${changed[0]} …). The tests use the demo as it was. ` +
      "If you are changing the demo itself: npm run generate -- --demo",
  );
}

process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

await runAll([
  ...checkSteps,
  async () => {
    if (!isSiteBuilt()) await buildSite();
  },
  async () => {
    if (process.platform !== "linux") return;
    const proxy = { nginx: "nginx-light", openssl: "openssl" };
    const reason = await ensurePrograms(proxy, "to put two gateways behind it", console.log);
    if (reason !== undefined) console.log(`Two gateways behind nginx are not tried here. ${reason}.`);
  },
  () => run("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${ofCode}`]),
  async () => {
    browser = await ensureBrowser();
  },
  () =>
    run("playwright", ["test", "--reporter=line,json"], {
      CHROME_PATH: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: ofJourneys,
    }),
]);

// Written by the two runners a moment ago; both formats are theirs.
const code = JSON.parse(readFileSync(ofCode, "utf8")) as { numPassedTests: number; numFailedTests: number };
const journeys = JSON.parse(readFileSync(ofJourneys, "utf8")) as { stats: { expected: number; unexpected: number } };
console.log(
  `\n${code.numPassedTests + journeys.stats.expected} passed, ${code.numFailedTests + journeys.stats.unexpected} failed`,
);
