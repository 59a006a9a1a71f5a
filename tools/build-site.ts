import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { BUNDLED_LICENCES, writeLicences } from "./licences.ts";

const SITE = "site";
const DIST = join(SITE, "dist");
const STAMP = "built-from";

/** The build depends on these files. A change of any of them causes another build. */
const SOURCES = [
  "site/src",
  "site/vite.config.ts",
  "site/tsconfig.json",
  "tsconfig.base.json",
  "protocol/src",
  "package-lock.json",
  "LICENSE",
  "tools/build-site.ts",
  "tools/icons-licence.txt",
  "tools/licences.ts",
];

/** Whether the site's bundles exist and match the sources. It reads only sizes and times, because it runs at every start. */
export function isSiteBuilt(): boolean {
  const stamp = join(DIST, STAMP);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint();
}

/**
 * Builds the browser bundle, then the server bundle, and compresses what the browser fetches. It builds in a
 * new folder and replaces the old bundles at the end, so that neither a kill nor two builds at once break them.
 */
export async function buildSite(): Promise<void> {
  // Loaded here, so that a start without a build does not load the bundler.
  const { build } = await import("vite");
  const environment = process.env.NODE_ENV;
  // Test runs get the same build as visitors.
  process.env.NODE_ENV = "production";
  const sources = fingerprint();
  const wasBuilt = isSiteBuilt();
  const folder = resolve(`${DIST}.${process.pid}`);
  removeAbandoned();
  const client = join(folder, "client");
  const license = { fileName: BUNDLED_LICENCES };
  const emptyOutDir = true;
  await build({ root: SITE, logLevel: "warn", build: { outDir: client, emptyOutDir, manifest: true, license } });
  // The server bundle contains every screen, so dynamic imports split nothing. The bundler would warn about that.
  // React's development builds, comments and blanks are left out, because Node keeps the text of every script in
  // memory. Names stay, for the stack traces of errors.
  const minify = { compress: true, mangle: false, codegen: true };
  const define = { "process.env.NODE_ENV": '"production"' };
  const server = { outDir: join(folder, "server"), emptyOutDir, ssr: "src/prerender.tsx" };
  const rolldownOptions = { output: { minify } };
  await build({ root: SITE, logLevel: "error", define, build: { ...server, rolldownOptions } });
  escapeWideCharacters(join(folder, "server", "prerender.js"));
  writeLicences(SITE, client);
  await compressFiles(join(client, "assets"));
  writeFileSync(join(folder, STAMP), sources);
  // If another build of the same sources was faster, its bundles stay, because a gateway may be reading them.
  const isBuiltNow = !wasBuilt && isSiteBuilt();
  rmSync(isBuiltNow ? folder : DIST, { recursive: true, force: true });
  if (!isBuiltNow) renameSync(folder, DIST);
  if (environment === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = environment;
}

/** Removes the folders of killed builds. A build takes only seconds. */
function removeAbandoned(): void {
  const anHourAgo = Date.now() - 3_600_000;
  const folders = readdirSync(SITE).filter((name) => /^dist\.\d+$/.test(name));
  for (const folder of folders.map((name) => join(SITE, name)))
    if (statSync(folder).mtimeMs < anHourAgo) rmSync(folder, { recursive: true });
}

/** Writes characters beyond Latin-1 as escapes: with a single one of them, Node keeps the whole script in twice the memory. */
function escapeWideCharacters(script: string): void {
  const toEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  writeFileSync(script, readFileSync(script, "utf8").replaceAll(/[^\0-\xff]/g, toEscape));
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Compresses all files at once on Node's threads, because this takes a third of a build's processor time. */
async function compressFiles(folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => /\.(js|css|svg|json)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const plain = readFileSync(path);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        // Blocks of 2^16 bytes, so that React and our own code get codes of their own. This saves 0.2 % of the largest
        // script.
        [constants.BROTLI_PARAM_LGBLOCK]: 16,
      };
      writeFileSync(`${path}.br`, await brotli(plain, { params }));
      writeFileSync(`${path}.gz`, await gzipped(plain, { level: 9 }));
    }),
  );
}

function fingerprint(): string {
  const hash = createHash("sha256");
  for (const path of SOURCES.flatMap(filesIn)) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => join(path, name))
    .filter((name) => statSync(name).isFile());
}
