import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The file in which the bundler lists what it bundled, in the browser bundle's folder. */
export const BUNDLED_LICENCES = ".vite/licences.json";
/** The file that the gateway serves at `/licences.txt`, in the same folder. */
export const LICENCES_FILE = "licences.txt";

/** Licence of the platforms' icons, written by `npm run generate`. Icons are content: the bundler does not list it. */
export const ICONS_LICENCE_FILE = "tools/icons-licence.txt";
const ICONS_PACKAGE = "node_modules/simple-icons";

/** A package whose code is sent to browsers. */
type Shipped = { name: string; version: string; identifier?: string; text?: string };

/**
 * Writes the licences of everything that is sent to browsers. Most of them require their notice with every copy. They
 * are in a separate file, so that no page becomes larger.
 *
 * @param site the site's workspace
 * @param client the folder of its browser bundle, with the bundler's list
 * @throws {Error} if a package has no licence text; it names the package
 */
export function writeLicences(site: string, client: string): void {
  const noted = join(client, BUNDLED_LICENCES);
  // The cast holds: the bundler has just written the file, in the shape that Vite documents.
  const scripts = JSON.parse(readFileSync(noted, "utf8")) as Shipped[];
  rmSync(noted);
  const parts = [...scripts, ...shippedFonts(site, client)].map(textOf);
  const own = `Porchlight (MIT)\n\n${readFileSync("LICENSE", "utf8").trim()}`;
  const icons = readFileSync(ICONS_LICENCE_FILE, "utf8").trim();
  const opening = "Licences of what this site sends to a browser.";
  writeFileSync(join(client, LICENCES_FILE), `${[opening, own, icons, ...parts].join(`\n\n${"-".repeat(80)}\n\n`)}\n`);
}

/** The licence of the icons that `npm run generate` copied, as {@link writeLicences} lists it. */
export function iconsLicence(): string {
  return `${textOf(shippedAt(ICONS_PACKAGE))}\n`;
}

function textOf({ name, version, identifier, text }: Shipped): string {
  if (!identifier || !text) throw new Error(`${name} ${version} has no text of its licence.`);
  return `${name} ${version} (${identifier})\n\n${text.trim()}`;
}

/** Finds the packages of the fonts. Only stylesheets load fonts, so the bundler does not list them. */
function shippedFonts(site: string, client: string): Shipped[] {
  // The cast holds: our own build wrote the file.
  const manifest = JSON.parse(readFileSync(join(client, ".vite/manifest.json"), "utf8")) as Record<string, unknown>;
  const folders = Object.keys(manifest)
    .map((source) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\/.*\.woff2$/.exec(source)?.[1])
    .filter((folder) => folder !== undefined)
    .map((folder) => resolve(site, folder));
  return [...new Set(folders)].map(shippedAt);
}

/** Reads a package from the folder in which it is installed. */
function shippedAt(folder: string): Shipped {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Shipped & {
    license: string;
  };
  return { name, version, identifier: license, ...textIn(folder) };
}

function textIn(folder: string): { text?: string } {
  const file = readdirSync(folder).find((name) => /^licen[sc]e/i.test(name));
  return file === undefined ? {} : { text: readFileSync(join(folder, file), "utf8") };
}
