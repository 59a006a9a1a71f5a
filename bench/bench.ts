// `npm run bench`: measures every figure that the project promises, and writes bench/report.md.
// `npm run bench -- pages start` measures the named parts only.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "../scripts/setup/browser.ts";
import { buildSite, isSiteBuilt } from "../scripts/setup/build-site.ts";
import { describeCommit } from "../scripts/setup/describe-commit.ts";
import type { Line } from "./figures.ts";
import { describeMachine, versionOf, watchOthers } from "./machine.ts";
import { measureGateways } from "./parts/gateways.ts";
import { measureLighthouse } from "./parts/lighthouse.ts";
import { measureMemory } from "./parts/memory.ts";
import { measureMotion } from "./parts/motion.ts";
import { measureMusic } from "./parts/music.ts";
import { measurePages } from "./parts/pages.ts";
import { measureRealtime } from "./parts/realtime.ts";
import { measureSignIn } from "./parts/sign-in.ts";
import { measureSignUps } from "./parts/sign-ups.ts";
import { measureStart } from "./parts/start.ts";
import { measureStore } from "./parts/store.ts";
import { measureSubscribers } from "./parts/subscribers.ts";
import { measureWeight } from "./parts/weight.ts";
import { markdownReport, type PartResult, type Run, summaryOf, terminalReport } from "./report.ts";
import { prepareOnce } from "./support/gateway.ts";

type Part = { title: string; measure: (say: (sentence: string) => void) => Promise<Line[]> };

const PARTS: Record<string, Part> = {
  pages: { title: "Finished HTML", measure: measurePages },
  gateways: { title: "Two gateways behind nginx", measure: measureGateways },
  signups: { title: "Sign-ups", measure: measureSignUps },
  subscribers: { title: "A list of a million", measure: measureSubscribers },
  signin: { title: "Signing in", measure: measureSignIn },
  store: { title: "The store", measure: measureStore },
  music: { title: "Music", measure: measureMusic },
  realtime: { title: "Live updates", measure: measureRealtime },
  start: { title: "Start", measure: measureStart },
  memory: { title: "Memory", measure: measureMemory },
  weight: { title: "Weight, Brotli, without pictures", measure: measureWeight },
  motion: { title: "Motion on a slow phone", measure: measureMotion },
  lighthouse: { title: "Lighthouse, mobile", measure: measureLighthouse },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. Parts: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(1);
}
// Ending by a signal would skip what ends the servers that were started here.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

if (!isSiteBuilt()) {
  console.log("Building the site …");
  await buildSite();
}
console.log("Preparing …");
await prepareOnce();

const results: PartResult[] = [];
let hasFailed = false;
for (const [name, { title, measure }] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`${title} …`);
  const before = await watchOthers();
  const from = performance.now();
  // One part that fails is said in the report and keeps the others from nothing.
  const lines = await measure((sentence) => console.log(`  ${sentence}`)).catch((error: unknown): Line[] => {
    hasFailed = true;
    console.error(error);
    return [{ what: title, missing: error instanceof Error ? error.message : String(error) }];
  });
  const seconds = (performance.now() - from) / 1000;
  results.push({ title, lines, quiet: [before, await watchOthers()], seconds });
}

const run: Run = { at: new Date(), commit: describeCommit(), machine: describeMachine(toolVersions()), parts: results };
console.log(terminalReport(run));
console.log(`\n${summaryOf(results)}`);
if (asked.length === 0) {
  writeFileSync(join(import.meta.dirname, "report.md"), markdownReport(run));
  console.log("The whole of it stands in bench/report.md.");
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
