import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LICENCES_FILE } from "../../tools/licences.ts";

/** Licences that are compatible with distribution under MIT. The last is for fonts. */
const ALLOWED = new Set([
  ..."MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 CC0-1.0 Unlicense".split(" "),
  ..."PSF-2.0 Python-2.0 MPL-2.0 OFL-1.1".split(" "),
]);

/** libvips. sharp loads it as a separate, unchanged library, which satisfies the LGPL. No other package may have it. */
const LIBVIPS = /^@img\/sharp-(libvips-[\w-]+|wasm32|win32-(arm64|ia32|x64))$/;

/** An entry of the lockfile. Source: docs.npmjs.com, package-lock.json. */
type Locked = {
  integrity?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
};
/** The fields of an installed package that matter here. */
type Installed = { license?: unknown; scripts?: Record<string, string> };

// The cast holds: npm wrote the lockfile.
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
/** Third-party packages by their folder. */
const outside = Object.entries(packages).filter(([folder, { link }]) => folder.startsWith("node_modules/") && !link);
const nameOf = (folder: string) => folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);

/** Reads an installed package's own package.json; undefined if it is for another platform. */
function installed(folder: string): Installed | undefined {
  const path = join(folder, "package.json");
  // The cast holds: the file has npm's shape, and the tests check the fields.
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Installed) : undefined;
}

/** Whether the allowed licences satisfy an SPDX expression of AND, OR and outer parentheses. */
function isAllowed(expression: string, others: readonly string[] = []): boolean {
  const words = expression.replace(/^\((.*)\)$/, "$1");
  const isKnown = (one: string) => ALLOWED.has(one) || others.includes(one);
  return words.split(" OR ").some((choice) => choice.split(" AND ").every(isKnown));
}

describe("what is shipped", () => {
  it("has licences that allow distribution", () => {
    const shipped = outside.filter(([, { dev }]) => !dev);
    expect(shipped.length).toBeGreaterThan(100);
    const found = shipped.flatMap(([folder, { license = "(none)" }]) => {
      const name = nameOf(folder);
      if (isAllowed(license, LIBVIPS.test(name) ? ["LGPL-3.0-or-later"] : [])) return [];
      return [`${name} has the licence “${license}”, which is not reviewed yet: see ALLOWED in this file.`];
    });
    expect(found).toEqual([]);
  });

  it("has the same licence in the lockfile and where it is installed", () => {
    const found = outside.flatMap(([folder, { license }]) => {
      const own = installed(folder);
      return !own || own.license === license ? [] : [`${nameOf(folder)}: ${license}, and installed ${own.license}`];
    });
    expect(found).toEqual([]);
  });
});

describe("the lockfile", () => {
  it("has a checksum for every package", () => {
    const found = outside.filter(([, { integrity = "" }]) => !integrity.startsWith("sha512-"));
    expect(found.map(([folder]) => folder)).toEqual([]);
  });

  it("names no package that has install scripts", () => {
    const found = outside.filter(([folder, { hasInstallScript }]) => {
      const { scripts = {} } = installed(folder) ?? {};
      const runs = ["preinstall", "install", "postinstall"].some((name) => Object.hasOwn(scripts, name));
      // npm builds packages with this file even without a script.
      return hasInstallScript || runs || existsSync(join(folder, "binding.gyp"));
    });
    expect(found.map(([folder]) => nameOf(folder))).toEqual([]);
  });
});

describe(`/${LICENCES_FILE}`, () => {
  const file = `site/dist/client/${LICENCES_FILE}`;

  it("contains the text of every licence of code sent to browsers, and only allowed ones", () => {
    const [, ...parts] = readFileSync(file, "utf8").split(`${"-".repeat(80)}\n`);
    const matches = parts.map((part) => /^\s*(.+?) \(([^\n]+)\)\n([\s\S]+)$/.exec(part));
    for (const match of matches) {
      const [, name = "", licence = "", words = ""] = match ?? [];
      expect(isAllowed(licence), `${name}: ${licence}`).toBe(true);
      expect(words.trim().length, name).toBeGreaterThan(300);
    }
    const names = matches.map((match) => match?.[1]?.replace(/ [\d.]+$/, ""));
    expect(names).toEqual(expect.arrayContaining(["Porchlight", "react-dom", "simple-icons", "@fontsource/besley"]));
  });
});
