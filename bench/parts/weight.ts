import { brotliDecompressSync } from "node:zlib";
import { SCREEN_PATHS } from "../../packages/protocol/src/content.ts";
import type { Line } from "../figures.ts";
import { startGateway } from "../support/gateway.ts";
import { fetchPacked } from "../support/http.ts";

/** Most that Home may weigh, in kilobytes of a thousand bytes. Source: docs/product.md §9. */
const HOME_IN_ALL = 80;
const HTML_ALONE = 14;
const FONTS_OF_FIRST_PAINT = 60;

type Weighed = { path: string; bytes: number; text: string };
type Weigh = (path: string) => Promise<Weighed>;

/** What each screen weighs over the wire, pictures apart. */
export async function measureWeight(): Promise<Line[]> {
  const gateway = await startGateway();
  try {
    const known = new Map<string, Promise<Weighed>>();
    const weigh: Weigh = (path) => {
      const found = known.get(path) ?? weighFile(gateway.port, path);
      known.set(path, found);
      return found;
    };
    const lines: Line[] = [];
    for (const [name, path] of Object.entries(SCREEN_PATHS)) lines.push(...(await linesOf(name, path, weigh)));
    return lines;
  } finally {
    await gateway.stop();
  }
}

async function weighFile(port: number, path: string): Promise<Weighed> {
  const { status, headers, body } = await fetchPacked(port, path);
  if (status !== 200) throw new Error(`${path} was answered with ${status}`);
  const plain = headers["content-encoding"] === "br" ? brotliDecompressSync(body) : body;
  return { path, bytes: body.length, text: plain.toString() };
}

async function linesOf(name: string, path: string, weigh: Weigh): Promise<Line[]> {
  const page = await weigh(path);
  // A disabled sheet is never fetched: its text stands in the page.
  // A stylesheet that stands in the page is named once more, disabled, and never fetched.
  const styles = namedIn(page.text, /<link[^>]+href="(\/assets\/[^"]+\.css)"(?! disabled)/g);
  const fonts = namedIn(page.text, /<link[^>]+href="(\/assets\/[^"]+\.woff2)"/g);
  // Wherever they are named: as links, as elements, or in a script that fetches them.
  const scripts = await withImports(namedIn(page.text, /(\/assets\/[\w.-]+\.js)\b/g), weigh);
  const kilobytes = async (paths: string[]) => {
    const files = await Promise.all(paths.map(weigh));
    return files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  };
  const html = page.bytes / 1000;
  const [css, js] = [await kilobytes(styles), await kilobytes(scripts)];
  const parts = `HTML ${html.toFixed(1)}, CSS ${css.toFixed(1)}, JS ${js.toFixed(1)} kB in ${scripts.length} files`;
  return [
    {
      what: `Weight of ${name}`,
      rounds: [html + css + js],
      unit: "kB",
      note: parts,
      ...(name === "home" && { aim: { atMost: HOME_IN_ALL } }),
    },
    // The pages of the shop and of the music grow with what is in them.
    {
      what: `HTML of ${name}`,
      rounds: [html],
      unit: "kB",
      ...(name !== "shop" && name !== "music" && { aim: { atMost: HTML_ALONE } }),
    },
    {
      what: `Fonts of ${name}`,
      rounds: [await kilobytes(fonts)],
      unit: "kB",
      ...(name === "home" && { aim: { atMost: FONTS_OF_FIRST_PAINT } }),
    },
  ];
}

/** Scripts with all that they import statically, each once. */
async function withImports(scripts: string[], weigh: Weigh): Promise<string[]> {
  const reached = new Set(scripts);
  // A set hands out what is added to it while one walks through it.
  for (const script of reached) {
    const { text } = await weigh(script);
    for (const imported of namedIn(text, /(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g))
      reached.add(`/assets/${imported}`);
  }
  return [...reached];
}

function namedIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))];
}
