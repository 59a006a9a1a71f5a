import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/** One import statement: the file it stands in and the file or package it names. */
type Import = { from: string; to: string };

const imports = ["site/src", "gateway/src", "protocol/src", "fixtures/src"].flatMap(importsIn);

/**
 * The checkout and the desk's orders: a shop at Shopify has its own of both, so that they are parts of the built-in store
 * that stand beside its folder for their size. What they show and change has no other implementation and no contract.
 */
const OF_BUILTIN_STORE = /^gateway\/src\/services\/store\/builtin\/(checkout-pages|admin)\//;

describe("imports", () => {
  it("are found at all", () => {
    expect(imports).toContainEqual({ from: "gateway/src/main.ts", to: "gateway/src/app.ts" });
    expect(imports).toContainEqual({ from: "site/src/main.tsx", to: "react-dom/client" });
    expect(imports.length).toBeGreaterThan(150);
  });

  it("of the site go down only: main, app, features, api and ui, lib", () => {
    const layers = ["main", "app", "features", "api|ui", "lib"].map((names) => new RegExp(`^site/src/(${names})[./]`));
    // The server bundle's entry stands where main does.
    const layerOf = (file: string) =>
      file.endsWith("prerender.tsx") ? 0 : layers.findIndex((layer) => layer.test(file));
    expect(
      within("site/src").filter(({ from, to }) => {
        if (!to.startsWith("site/src") || isTest(from)) return false;
        return layerOf(to) < layerOf(from);
      }),
    ).toEqual([]);
  });

  it("of a feature never name another feature", () => {
    const feature = (file: string) => /^site\/src\/features\/([^/]+)/.exec(file)?.[1];
    expect(imports.filter(({ from, to }) => feature(from) && feature(to) && feature(from) !== feature(to))).toEqual([]);
  });

  it("of api and ui never name each other", () => {
    const part = (file: string) => /^site\/src\/(api|ui)\//.exec(file)?.[1];
    expect(imports.filter(({ from, to }) => part(from) && part(to) && part(from) !== part(to))).toEqual([]);
  });

  it("of site and gateway never name each other", () => {
    const app = (file: string) => /^(site|gateway)\//.exec(file)?.[1];
    expect(imports.filter(({ from, to }) => app(to) && app(from) !== app(to))).toEqual([]);
    expect(imports.filter(({ to }) => /^@porchlight\/(site|gateway)/.test(to))).toEqual([]);
  });

  it("of a service never name another service", () => {
    const service = (file: string) => /^gateway\/src\/services\/([^/.]+)[/.]/.exec(file)?.[1];
    // What stands in services/shared belongs to none of them.
    const isShared = (file: string) => /^gateway\/src\/services\/shared\//.test(file);
    expect(
      imports.filter(({ from, to }) => {
        if (!service(from) || !service(to) || isShared(to) || isShared(from) || isTest(from)) return false;
        return service(from) !== service(to);
      }),
    ).toEqual([]);
  });

  it("of app.ts and routes name contracts, never an implementation", () => {
    expect(
      imports.filter(({ from, to }) => {
        if (!/^gateway\/src\/(app\.ts|services\/.+[/-]routes\.ts)$/.test(from)) return false;
        if (OF_BUILTIN_STORE.test(from)) return false;
        return /\/(builtin|hosted)(\/|\.ts$)|\/data\//.test(to);
      }),
    ).toEqual([]);
  });

  it("of the checkout's pages and the desk's orders stand in the built-in store alone", () => {
    const named = imports.filter(({ from, to }) => OF_BUILTIN_STORE.test(to) && !OF_BUILTIN_STORE.test(from));
    const bySource = named.filter(({ from }) => !isTest(from)).map(({ from }) => from);
    expect(bySource.filter((from) => !from.startsWith("gateway/src/services/store/builtin"))).toEqual([]);
  });

  it("of hosted services never name the data file", () => {
    expect(imports.filter(({ from, to }) => /\/hosted(\/|\.ts$)/.test(from) && to.includes("/src/data/"))).toEqual([]);
  });

  it("of packages that both sides share name no React and no Node", () => {
    const ofPackages = imports.filter(({ from }) => from.startsWith("protocol"));
    expect(ofPackages.filter(({ to }) => /^(react|node:)/.test(to))).toEqual([]);
  });

  it("of fixtures stand in tests only", () => {
    expect(imports.filter(({ from, to }) => to.startsWith("@porchlight/fixtures") && !isTest(from))).toEqual([]);
  });

  it("name files, not folders", () => {
    const local = imports.filter(({ to }) => /^(site|gateway|protocol|fixtures)\//.test(to));
    expect(local.filter(({ to }) => !/\.(ts|tsx|css|woff2)$/.test(to))).toEqual([]);
  });
});

describe("packages from outside", () => {
  type Declared = Partial<Record<"dependencies" | "devDependencies" | "optionalDependencies", Record<string, string>>>;
  // Our own package files.
  const declaredIn = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Declared;
  const ofRoot = declaredIn(".");
  const workspaces = ["site", "gateway", "protocol", "fixtures"];
  /** Loaded under `npm run dev` alone. */
  const DEVELOPMENT = "gateway/src/pages/dev-site.ts";

  /** The package that an import names; undefined where it names a file of ours, or one of Node's own modules. */
  const packageOf = (name: string) =>
    /^(site|gateway|protocol|fixtures|demo|soak|scripts|e2e|bench|hosting)\//.test(name) || name.startsWith("node:")
      ? undefined
      : /^(@[^/]+\/)?[^/]+/.exec(name)?.[0];

  it.each(workspaces)("that %s imports are declared there", (folder) => {
    const { dependencies, devDependencies } = declaredIn(folder);
    // The site is bundled: what it ships was there when it was built. Fixtures are for tests alone.
    const isForDev = folder === "site" || folder === "fixtures";
    const mayUseDev = (file: string) => isForDev || isTest(file) || file === DEVELOPMENT;
    const undeclared = within(`${folder}/`).filter(({ from, to }) => {
      const known = { ...dependencies, ...(mayUseDev(from) && { ...devDependencies, ...ofRoot.devDependencies }) };
      const name = packageOf(to);
      return name !== undefined && !Object.hasOwn(known, name);
    });
    expect(undeclared).toEqual([]);
  });

  it("that scripts, journeys, benches and hosting import are declared by one of us", () => {
    const known = [".", ...workspaces].flatMap((folder) => {
      const { dependencies, devDependencies } = declaredIn(folder);
      return Object.keys({ ...dependencies, ...devDependencies });
    });
    const undeclared = ["scripts", "e2e", "bench", "hosting", "soak", "demo"].flatMap(importsIn).filter(({ to }) => {
      const name = existsSync(to) ? undefined : packageOf(to);
      return name !== undefined && !known.includes(name) && !name.startsWith("@porchlight");
    });
    expect(undeclared).toEqual([]);
  });
});

describe("the environment", () => {
  it("is read by main.ts and the commands alone", () => {
    const readers = filesIn("gateway/src").filter(
      (file) => !isTest(file) && /process\.(env|loadEnvFile)/.test(readFileSync(file, "utf8")),
    );
    const allowed = /^gateway\/src\/(main\.ts|commands\/)/;
    expect(readers.filter((file) => !allowed.test(file))).toEqual([]);
  });
});

function within(folder: string): Import[] {
  return imports.filter(({ from }) => from.startsWith(folder));
}

function isTest(file: string): boolean {
  return /\.(test|case|soak)\.tsx?$|\/test-setup\.ts$|\/testing\//.test(file);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

function importsIn(folder: string): Import[] {
  return filesIn(folder).flatMap((from) => {
    const found = readFileSync(from, "utf8").matchAll(
      /^(?:import|export)\s[^"';]*?\bfrom\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"/gm,
    );
    return [...found].map((match) => {
      const name = match[1] ?? match[2] ?? match[3] ?? "";
      return { from, to: name.startsWith(".") ? relative(".", resolve(dirname(from), name)) : name };
    });
  });
}
