import { readdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import lighthouse, { type Result, type RunnerResult } from "lighthouse";
import { type Line, median } from "../figures.ts";
import { openBrowser } from "../support/browser.ts";
import { newFolder, ROOT } from "../support/folders.ts";
import { startGateway, untilPrepared } from "../support/gateway.ts";
import { measureHero } from "../support/hero.ts";
import { blockedByOwnWork } from "../support/own-work.ts";

/** The median of five runs is twice as stable as one run. Source: Lighthouse, docs/variability.md. */
const ROUNDS = 5;
const MOST_TRIES = 3;
const PATHS = ["/", "/about", "/music", "/shop", "/shows", "/shows/2027-halifax", "/press", "/privacy"];

/** Categories in which each page must score 100, with their names in the report. */
const CATEGORIES = {
  performance: "performance",
  accessibility: "accessibility",
  "best-practices": "best practices",
  seo: "SEO",
};

/** The result of one run, with the time that the page's own work blocked its main thread, in milliseconds. */
type ScoredRun = { result: Result; ownWork: number };

/** Runs Lighthouse as a phone on eight pages. Reports scores, the times behind them, and what cost points. */
export async function measureLighthouse(say: (sentence: string) => void): Promise<Line[]> {
  const port = await freePort();
  await using browser = await openBrowser(port);
  await using gateway = await startGateway();
  const lines: Line[] = [];
  const powers: number[] = [];
  for (const path of PATHS) {
    const runs: ScoredRun[] = [];
    while (runs.length < ROUNDS) runs.push(await runLighthouse(gateway.url + path, port));
    lines.push(...linesOf(path, runs));
    powers.push(...runs.map(({ result }) => result.environment.benchmarkIndex));
    say(`Lighthouse has scored ${path}`);
  }
  lines.push({
    what: "Lighthouse's own measure of this processor",
    rounds: powers,
    unit: "",
    note: "benchmarkIndex; Lighthouse slows the processor four times to simulate a phone, which is right for 1,500 to 2,000",
  });
  return [...lines, ...(await measureHero(browser, `${gateway.url}/`, ROUNDS))];
}

/** Screens whose first view differs most from act to act. */
const PATHS_OF_ACTS = ["/", "/music", "/shop"];

/** Runs Lighthouse as a phone on three pages of each act in `demo/acts`. */
export async function measureLighthouseOfActs(say: (sentence: string) => void): Promise<Line[]> {
  const port = await freePort();
  await using _browser = await openBrowser(port);
  const acts = join(ROOT, "demo", "acts");
  const lines: Line[] = [];
  for (const act of readdirSync(acts)) {
    await using gateway = await startGateway({
      dataDir: newFolder("act"),
      settings: { CONTENT_DIR: join(acts, act) },
    });
    await untilPrepared(gateway.dataDir);
    for (const path of PATHS_OF_ACTS) {
      const runs: ScoredRun[] = [];
      while (runs.length < ROUNDS) runs.push(await runLighthouse(gateway.url + path, port));
      lines.push(...linesOf(`${act}${path}`, runs));
      say(`Lighthouse has scored ${path} of ${act}`);
    }
  }
  return lines;
}

/** Runs Lighthouse. If the browser reports no paint, Lighthouse cannot score the page, so it runs again. */
async function runLighthouse(url: string, port: number): Promise<ScoredRun> {
  for (let tries = 1; ; tries += 1) {
    const run = await lighthouse(url, { port, output: "json", logLevel: "silent" });
    const hasScores = Object.keys(CATEGORIES).every((id) => typeof run?.lhr.categories[id]?.score === "number");
    if (run && hasScores) return { result: run.lhr, ownWork: ownWorkOf(run) };
    if (tries === MOST_TRIES) {
      const reason = run?.lhr.runtimeError?.message ?? run?.lhr.audits["largest-contentful-paint"]?.errorMessage;
      throw new Error(`Lighthouse could not score ${url}: ${reason ?? "it did not say why"}`);
    }
  }
}

function ownWorkOf({ lhr, artifacts }: RunnerResult): number {
  const details = lhr.audits.metrics?.details;
  // The cast holds: these details are numbers by name. Lighthouse has no type for details that it does not show.
  const [times] = details?.type === "debugdata" ? (details.items as Record<string, number>[]) : [];
  const begun = times?.observedNavigationStartTs ?? Number.NaN;
  const painted = times?.observedFirstContentfulPaintTs ?? Number.NaN;
  return blockedByOwnWork(artifacts.Trace.traceEvents, { begun, painted }) ?? Number.NaN;
}

function linesOf(path: string, runs: ScoredRun[]): Line[] {
  const results = runs.map(({ result }) => result);
  const scores = Object.entries(CATEGORIES).map(([id, name]): Line => {
    const costs = costsOf(results, id);
    return {
      what: `Lighthouse ${path}, ${name}`,
      rounds: results.map((result) => Math.round((result.categories[id]?.score ?? 0) * 100)),
      unit: "",
      aim: { atLeast: 100 },
      ...(costs && { note: costs }),
    };
  });
  const audit = (id: string) => results.map((result) => result.audits[id]?.numericValue ?? Number.NaN);
  return [
    ...scores,
    { what: `Lighthouse ${path}, first paint (FCP)`, rounds: audit("first-contentful-paint"), unit: "ms" },
    { what: `Lighthouse ${path}, largest paint (LCP)`, rounds: audit("largest-contentful-paint"), unit: "ms" },
    { what: `Lighthouse ${path}, blocking time (TBT)`, rounds: audit("total-blocking-time"), unit: "ms" },
    {
      what: `Lighthouse ${path}, blocking time of its own work`,
      rounds: runs.map(({ ownWork }) => ownWork),
      unit: "ms",
      note: "in processor time, so the time that a task waits for a core does not count",
    },
    {
      what: `Lighthouse ${path}, layout shift (CLS)`,
      rounds: audit("cumulative-layout-shift"),
      unit: "",
      aim: { atMost: 0 },
    },
    { what: `Pictures of ${path} on a phone`, rounds: results.map(pictureKilobytes), unit: "kB" },
  ];
}

/** Lists the audits that cost a category points, each with its points out of 100, the costliest first. */
function costsOf(results: Result[], category: string): string {
  // Uses the median round, so that one slow moment of the machine does not count.
  const scores = results.map((result) => result.categories[category]?.score ?? 0);
  const middle = results.find((_, round) => scores[round] === median(scores));
  const found = middle?.categories[category];
  if (!middle || !found) return "";
  const weights = found.auditRefs.reduce((sum, { weight }) => sum + weight, 0);
  return found.auditRefs
    .map(({ id, weight }) => ({ audit: middle.audits[id], points: weight }))
    .flatMap(({ audit, points }) => {
      if (!audit || audit.score === null || points === 0) return [];
      const lost = ((1 - audit.score) * points * 100) / weights;
      return lost >= 0.05 ? [{ lost, text: `${audit.id} −${lost.toFixed(1)} ${audit.displayValue ?? ""}`.trim() }] : [];
    })
    .toSorted((a, b) => b.lost - a.lost)
    .map(({ text }) => text)
    .join(", ");
}

function pictureKilobytes(result: Result): number {
  const details = result.audits["network-requests"]?.details;
  const items = details?.type === "table" ? details.items : [];
  const pictures = items.filter(({ resourceType, url }) => resourceType === "Image" && !String(url).endsWith(".svg"));
  return pictures.reduce((sum, { transferSize }) => sum + Number(transferSize), 0) / 1000;
}
