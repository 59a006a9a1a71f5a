import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

// There are two installs. The first builds and runs the site (`npm start`, the owner's commands). The second also has
// the tools of tests, bench and code generation (scripts with `--with-tools`). docs/decisions/libraries.md says why.

/** Packages that build and run the site. A new one needs a line in docs/decisions/libraries.md. */
const RUNTIME: Record<string, string> = {
  gateway: `@hono/node-server city-timezones client-zip csv-parse csv-stringify graphql hono ical.js imapflow jose markdown-it music-metadata node-diff3
    nodemailer openid-client otpauth pino postal-mime sanitize-html sharp stripe uqr valibot ws yaml`,
  protocol: "",
  site: `@fontsource-variable/libre-franklin @fontsource/archivo-black @fontsource/besley @fontsource/instrument-serif
    @shopify/hydrogen-react @supabase/auth-js @supabase/postgrest-js @supabase/realtime-js @tanstack/react-query @vitejs/plugin-react react react-dom uplot vite`,
};

/** Scripts of package.json that need no tools. */
const WITHOUT_TOOLS =
  "start dev build backup restore admin doctor import move make-mine import-products import-shows export-shows".split(
    " ",
  );

/** Most packages of an install without tools and without the packaged Node. Source: the aim is 150 with Node. */
const MOST_PACKAGES = 147;

type Locked = { dev?: boolean; link?: boolean; os?: string[]; cpu?: string[]; libc?: string[] };
type Declared = {
  dependencies?: Record<string, string>;
  scripts?: Record<string, string>;
  overrides?: Record<string, unknown>;
};

// The casts hold: npm wrote the lockfile, and the package files are our own.
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
const declaredIn = (folder: string) => JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Declared;

/** Names of the packages that are installed without tools on a machine. */
function runtimePackages(os: string, cpu: string, libc: string): string[] {
  const fits = (wanted: string[] | undefined, is: string) => wanted === undefined || wanted.includes(is);
  return Object.entries(packages)
    .filter(([folder, one]) => folder.includes("node_modules/") && !one.link && !one.dev)
    .filter(([, one]) => fits(one.os, os) && fits(one.cpu, cpu) && (os !== "linux" || fits(one.libc, libc)))
    .map(([folder]) => folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length))
    .filter((name) => !name.startsWith("node-"));
}

it.each(Object.entries(RUNTIME))("%s is built and run with the listed packages alone", (folder, names) => {
  const declared = Object.keys(declaredIn(folder).dependencies ?? {}).filter(
    (name) => !name.startsWith("@porchlight/"),
  );
  expect(declared.sort()).toEqual(names.split(/\s+/).filter(Boolean).sort());
});

it.each([
  ["linux", "x64", "glibc"],
  ["linux", "arm64", "glibc"],
  ["darwin", "arm64", ""],
  ["win32", "x64", ""],
])("an install without tools is small on %s %s", (os, cpu, libc) => {
  const names = runtimePackages(os, cpu, libc);
  expect(names).toEqual(expect.arrayContaining(["hono", "sharp", "vite"]));
  expect(names.length).toBeLessThanOrEqual(MOST_PACKAGES);
});

it("an install without tools contains no program for three-dimensional models", () => {
  const found = Object.entries(packages).filter(
    ([folder, { dev }]) => /node_modules\/(three|lit)$/.test(folder) && !dev,
  );
  expect(found).toEqual([]);
});

it("overrides name plain versions, because npm 9 cannot install with any other", () => {
  // Debian 12 and 13 and Ubuntu 24.04 have npm 9. It compares an override with semver, which throws for `npm:…`.
  const { overrides = {} } = declaredIn(".");
  expect(Object.values(overrides).filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
});

it("the scripts that need tools install them, and no other scripts do", () => {
  const scripts = Object.entries(declaredIn(".").scripts ?? {});
  const without = scripts.filter(([, script]) => !script.startsWith("node scripts/run.mjs --with-tools "));
  expect(without.map(([name]) => name).sort()).toEqual([...WITHOUT_TOOLS].sort());
});
