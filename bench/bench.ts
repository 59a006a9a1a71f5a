// `npm run bench`: measures every figure that the project promises, and writes bench/report.md.
// `npm run bench -- pages start` measures only the named parts.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "../tools/browser.ts";
import { buildSite, isSiteBuilt } from "../tools/build-site.ts";
import { describeCommit, describeMachine } from "../tools/describe-run.ts";
import { type Growth, type Line, Unavailable } from "./figures.ts";
import { describeCalibrations, measureNoise, versionOf } from "./machine.ts";
import { measureCostlyRequests } from "./parts/costly-requests.ts";
import { measureEditing } from "./parts/editing.ts";
import { measureFirstStart } from "./parts/first-start.ts";
import { measureFirstVisit } from "./parts/first-visit.ts";
import { measureGateways } from "./parts/gateways.ts";
import { measureHandOver } from "./parts/hand-over.ts";
import { measureLighthouse, measureLighthouseOfActs } from "./parts/lighthouse.ts";
import { growthOfList } from "./parts/list-growth.ts";
import { measureMemory } from "./parts/memory.ts";
import { measureMotion } from "./parts/motion.ts";
import { measureMusic } from "./parts/music.ts";
import { measureNewPicture } from "./parts/new-picture.ts";
import { measureNewsletters } from "./parts/newsletters.ts";
import { measurePages } from "./parts/pages.ts";
import { measureRealtime } from "./parts/realtime.ts";
import { growthOfShop } from "./parts/shop-growth.ts";
import { measureShows } from "./parts/shows.ts";
import { measureSignIn } from "./parts/sign-in.ts";
import { measureSignUps } from "./parts/sign-ups.ts";
import { measureStart } from "./parts/start.ts";
import { measureStore } from "./parts/store.ts";
import { measureSubscribers } from "./parts/subscribers.ts";
import { measureWeight } from "./parts/weight.ts";
import { markdownReport, type PartResult, type Run, summaryOf, terminalReport } from "./report.ts";
import { type Calibration, calibrate } from "./support/calibration.ts";
import { prepareOnce } from "./support/gateway.ts";

type Part = { title: string; measure: (say: (sentence: string) => void) => Promise<Line[] | Growth> };

const PARTS: Record<string, Part> = {
  pages: { title: "Finished HTML", measure: measurePages },
  gateways: { title: "Two gateways behind nginx", measure: measureGateways },
  signups: { title: "Sign-ups", measure: measureSignUps },
  subscribers: { title: "A list of a million", measure: measureSubscribers },
  listgrowth: { title: "As the list grows", measure: growthOfList },
  shopgrowth: { title: "As the shop grows", measure: growthOfShop },
  shows: { title: "2,000 shows", measure: measureShows },
  newsletters: { title: "Newsletters", measure: measureNewsletters },
  signin: { title: "Signing in", measure: measureSignIn },
  store: { title: "The store", measure: measureStore },
  costly: { title: "Costly requests from one address", measure: measureCostlyRequests },
  music: { title: "Music while its provider is slow", measure: measureMusic },
  handover: { title: "From one song to the next", measure: measureHandOver },
  realtime: { title: "Live updates", measure: measureRealtime },
  firststart: { title: "The first start, from an empty clone", measure: measureFirstStart },
  start: { title: "Start", measure: measureStart },
  editing: { title: "Editing with a preview", measure: measureEditing },
  newpicture: { title: "A new picture", measure: measureNewPicture },
  memory: { title: "Memory", measure: measureMemory },
  firstvisit: { title: "A first visit", measure: measureFirstVisit },
  weight: { title: "Weight, Brotli, without pictures", measure: measureWeight },
  motion: { title: "Motion on a slow phone", measure: measureMotion },
  lighthouse: { title: "Lighthouse, mobile", measure: measureLighthouse },
  acts: { title: "Lighthouse, mobile, of three other acts", measure: measureLighthouseOfActs },
};

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. Parts: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(1);
}
// A plain signal would skip the exit handlers that stop the servers of this run.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

if (!isSiteBuilt()) {
  console.log("Building the site …");
  await buildSite();
}
console.log("Preparing …");
await prepareOnce();

// The report says how fast the machine is before and after, because milliseconds alone say little.
const calibrations: Calibration[] = [calibrate()];
const results: PartResult[] = [];
let hasFailed = false;
for (const [name, { title, measure }] of Object.entries(PARTS)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  console.log(`${title} …`);
  const from = performance.now();
  // If a part fails, the report says so and the other parts still run.
  const work = () =>
    measure((sentence) => console.log(`  ${sentence}`)).catch((error: unknown): Line[] => {
      if (error instanceof Unavailable) return [{ what: title, missing: error.message }];
      hasFailed = true;
      console.error(error);
      return [{ what: title, missing: String(error) }];
    });
  const { value, noise } = await measureNoise(work);
  const seconds = (performance.now() - from) / 1000;
  const found = Array.isArray(value) ? { lines: value } : { lines: [], growth: value };
  results.push({ title, noise, seconds, ...found });
}
calibrations.push(calibrate());

const machine = [...describeMachine(toolVersions()), ...describeCalibrations(calibrations)];
const run: Run = { at: new Date(), commit: describeCommit(), machine, parts: results };
console.log(terminalReport(run));
console.log(`\n${machine.join("\n")}\n\n${summaryOf(results)}`);
if (requested.length === 0) {
  writeFileSync(join(import.meta.dirname, "report.md"), markdownReport(run));
  console.log("The whole report is in bench/report.md.");
}
process.exit(hasFailed ? 1 : 0);

function toolVersions(): Record<string, string> {
  const browser = findBrowser();
  return {
    nginx: versionOf("/usr/sbin/nginx", "-v", /nginx\/([\d.]+)/),
    wrk: versionOf("wrk", "-v", /wrk (\S+)/),
    ...(browser && { Chromium: versionOf(browser, "--version", /([\d.]{5,})/) }),
  };
}
