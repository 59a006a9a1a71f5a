// `npm test`: everything that CI runs: checks, tests of the code, then journeys in a real browser.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changedDemoFiles } from "@porchlight/fixtures/demo.ts";
import { ensureTestBrowser } from "../tools/browser.ts";
import { buildSite, isSiteBuilt } from "../tools/build-site.ts";
import { checkSteps } from "../tools/check-steps.ts";
import { ensurePrograms } from "../tools/debian-packages.ts";
import {
  type CodeReport,
  failedJourneys,
  failedTests,
  formatFailed,
  type JourneyReport,
  readReport,
} from "../tools/failed-tests.ts";
import { run, runAll } from "../tools/run-tools.ts";

const reports = mkdtempSync(join(tmpdir(), "porchlight-test-"));
const codeReport = join(reports, "code.json");
const journeyReport = join(reports, "journeys.json");

const changed = changedDemoFiles();
if (changed.length > 0) {
  console.log(
    `content/ is not the demo: ${changed.length} of its files differ (${changed[0]} …). The tests use the original demo. ` +
      "If you are changing the demo itself: npm run generate -- --demo",
  );
}

// Printed last, because CI shows little more of a failed run.
process.on("exit", () => {
  const code = readReport<CodeReport>(codeReport);
  const journeys = readReport<JourneyReport>(journeyReport);
  const failed = [...(code ? failedTests(code) : []), ...(journeys ? failedJourneys(journeys) : [])];
  if (failed.length > 0) console.error(`\n${formatFailed(failed)}`);
  rmSync(reports, { recursive: true, force: true });
  if (!code || !journeys) return;
  console.log(
    `\n${code.numPassedTests + journeys.stats.expected} passed, ${code.numFailedTests + journeys.stats.unexpected} failed`,
  );
});

async function ensureProxy(): Promise<void> {
  if (process.platform !== "linux") return;
  const proxy = { nginx: "nginx-light", openssl: "openssl" };
  const reason = await ensurePrograms(proxy, "to put two gateways behind it", console.log);
  if (reason !== undefined) console.log(`Skipping the tests of two gateways behind nginx. ${reason}.`);
}

// Installing waits for the network, so the checks run meanwhile. apt-get installs only one package at a time.
const proxy = ensureProxy();
const browser = proxy.then(() => ensureTestBrowser());
// If the browser cannot be installed, the step that needs it fails.
browser.catch(() => {});

await runAll([
  ...checkSteps,
  async () => {
    if (!isSiteBuilt()) await buildSite();
  },
  () => proxy,
  () => run("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${codeReport}`]),
  async () =>
    run("playwright", ["test", "--reporter=line,json"], {
      CHROME_PATH: await browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport,
    }),
]);
