import { brotliDecompressSync } from "node:zlib";
import { BUDGETS } from "@porchlight/fixtures/budgets.ts";
import { SCREEN_PATHS } from "../../protocol/src/content.ts";
import type { Line } from "../figures.ts";
import { startGateway } from "../support/gateway.ts";
import { fetchPacked, fetchSettled } from "../support/http.ts";

/** The most kB of scripts that a screen may load in addition to Home's, and the script that opens its cart or player. */
const BEYOND_HOME: Record<string, { atMost: number; opens: RegExp }> = {
  shop: { atMost: BUDGETS.shopScripts / 1000, opens: /\/cart-[\w-]+\.js$/ },
  music: { atMost: BUDGETS.musicScripts / 1000, opens: /\/now-playing-[\w-]+\.js$/ },
};

type Weighed = { path: string; bytes: number; text: string };
type Weigh = (path: string) => Promise<Weighed>;

/** Measures what each screen weighs over the wire, without its pictures. */
export async function measureWeight(): Promise<Line[]> {
  await using gateway = await startGateway();
  const known = new Map<string, Promise<Weighed>>();
  const weigh: Weigh = (path) => {
    const found = known.get(path) ?? weighFile(gateway.port, path);
    known.set(path, found);
    return found;
  };
  const lines: Line[] = [];
  for (const [name, path] of Object.entries(SCREEN_PATHS)) lines.push(...(await linesOf(name, path, weigh)));
  lines.push(await largestPage(weigh));
  for (const [name, path] of Object.entries(SCREEN_PATHS)) lines.push(...(await beyondHome(name, path, weigh)));
  return lines;
}

async function weighFile(port: number, path: string): Promise<Weighed> {
  const fetchFile = path.startsWith("/assets/") ? fetchPacked : fetchSettled;
  const { status, headers, body } = await fetchFile(port, path);
  if (status !== 200) throw new Error(`${path} was answered with ${status}`);
  const plain = headers["content-encoding"] === "br" ? brotliDecompressSync(body) : body;
  return { path, bytes: body.length, text: plain.toString() };
}

async function linesOf(name: string, path: string, weigh: Weigh): Promise<Line[]> {
  const page = await weigh(path);
  // The styles of the first paint are inline; the page's last script loads the others.
  const styles = namedIn(page.text, /as:"style",href:"(\/assets\/[^"]+\.css)"/g);
  const fonts = namedIn(page.text, /<link[^>]+href="(\/assets\/[^"]+\.woff2)"/g);
  const scripts = await scriptsOf(path, weigh);
  const html = page.bytes / 1000;
  const [css, js] = [await kilobytes(styles, weigh), await kilobytes(scripts, weigh)];
  const parts = `HTML ${html.toFixed(1)}, CSS ${css.toFixed(1)}, JS ${js.toFixed(1)} kB in ${scripts.length} files`;
  return [
    {
      what: `Weight of ${name}`,
      rounds: [html + css + js],
      unit: "kB",
      note: parts,
      ...(name === "home" && { aim: { atMost: BUDGETS.home / 1000 } }),
    },
    { what: `HTML of ${name}`, rounds: [html], unit: "kB", aim: { atMost: BUDGETS.html / 1000 } },
    {
      what: `Fonts of ${name}`,
      rounds: [await kilobytes(fonts, weigh)],
      unit: "kB",
      ...(name === "home" && { aim: { atMost: BUDGETS.fonts / 1000 } }),
    },
  ];
}

/** Measures the HTML of every screen, product and album, and reports the largest. */
async function largestPage(weigh: Weigh): Promise<Line> {
  const { text } = await weigh("/sitemap.xml");
  const paths = [...text.matchAll(/<loc>([^<]+)</g)].map(([, address = ""]) => new URL(address).pathname);
  const pages: Weighed[] = [];
  // One by one: the gateway compresses pages to their final size one after another.
  for (const path of paths) pages.push(await weigh(path));
  const largest = pages.reduce((one, other) => (other.bytes > one.bytes ? other : one));
  return {
    what: "HTML of the largest page",
    rounds: [largest.bytes / 1000],
    unit: "kB",
    aim: { atMost: BUDGETS.html / 1000 },
    note: `${largest.path}, of ${pages.length} pages with all products and albums`,
  };
}

/** Measures a screen's scripts in addition to Home's: those of its page, and those that clicks load later. */
async function beyondHome(name: string, path: string, weigh: Weigh): Promise<Line[]> {
  const budget = BEYOND_HOME[name];
  if (!budget) return [];
  const shared = new Set(await scriptsOf(SCREEN_PATHS.home, weigh));
  const first = (await scriptsOf(path, weigh)).filter((script) => !shared.has(script));
  const texts = await Promise.all([...shared].map(weigh));
  const opened = texts.flatMap(({ text }) => dynamicImportsOf(text)).filter((script) => budget.opens.test(script));
  const all = await withImports([...first, ...opened], weigh, (script, text) =>
    // Home's scripts also import all other screens dynamically. These imports do not count.
    shared.has(script) ? [] : dynamicImportsOf(text),
  );
  const later = all.filter((script) => !shared.has(script) && !first.includes(script));
  const [now, afterwards] = [await kilobytes(first, weigh), await kilobytes(later, weigh)];
  return [
    {
      what: `JS of ${name} in addition to Home's`,
      rounds: [now + afterwards],
      unit: "kB",
      aim: { atMost: budget.atMost },
      note: `${now.toFixed(1)} kB in ${first.length} files with its page, ${afterwards.toFixed(1)} kB in ${later.length} files after clicks`,
    },
  ];
}

async function kilobytes(paths: string[], weigh: Weigh): Promise<number> {
  const files = await Promise.all(paths.map(weigh));
  return files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}

/** Lists the scripts that a page names, in links, elements or scripts, and their static imports. */
async function scriptsOf(path: string, weigh: Weigh): Promise<string[]> {
  const { text } = await weigh(path);
  return withImports(namedIn(text, /(\/assets\/[\w.-]+\.js)\b/g), weigh);
}

/** Lists scripts, their static imports, and what `alsoIn` finds in these. Each script is listed once. */
async function withImports(
  scripts: string[],
  weigh: Weigh,
  alsoIn: (script: string, text: string) => string[] = () => [],
): Promise<string[]> {
  const reached = new Set(scripts);
  // The loop also visits the scripts that it adds to the set.
  for (const script of reached) {
    const { text } = await weigh(script);
    const imported = namedIn(text, /(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g).map((name) => `/assets/${name}`);
    for (const found of [...imported, ...alsoIn(script, text)]) reached.add(found);
  }
  return [...reached];
}

/** Lists a script's dynamic imports. */
function dynamicImportsOf(text: string): string[] {
  return namedIn(text, /\bimport\(\s*["'`]\.\/([^"'`]+\.js)["'`]/g).map((name) => `/assets/${name}`);
}

function namedIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))];
}
