import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/** An import: the file that has it, and the file or package that it names. */
type Import = { from: string; to: string };

const WORKSPACES = ["site", "gateway", "protocol", "fixtures", "demo"];
const TOOLS = ["scripts", "tools", "e2e", "bench", "soak", "hosting"];

/** Layers from the top down. Imports go down, or stay in a folder. Folders in one line do not import each other. */
const GATEWAY_LAYERS = [
  ["main", "composition"],
  ["app"],
  ["commands"],
  ["doctor", "pages"],
  ["services"],
  ["media"],
  ["content"],
  ["data"],
  ["config"],
  ["http"],
  ["lib"],
];
const SITE_LAYERS = [["main", "prerender"], ["app"], ["features"], ["api", "ui"], ["lib"]];

/** Files whose exports need no import, because test runners and bundlers read them, or a generator writes them. */
const READ_BY_TOOLS = /(\.config|\/generated)\.ts$/;

const sources = filesIn(...WORKSPACES.map((workspace) => `${workspace}/src`));
const imports = sources.flatMap(importsOf);
const ownImports = imports.filter(({ from }) => !isTest(from));

describe("imports", () => {
  it("are found", () => {
    expect(imports).toContainEqual({ from: "gateway/src/main.ts", to: "gateway/src/app.ts" });
    expect(imports).toContainEqual({ from: "site/src/main.tsx", to: "react-dom/client" });
    expect(imports.length).toBeGreaterThan(150);
  });

  it.each([
    ["site/src/", SITE_LAYERS],
    ["gateway/src/", GATEWAY_LAYERS],
  ])("in %s only go down the layers", (root, layers) => {
    const topOf = (file: string) => file.slice(root.length).split(/[./]/)[0] ?? "";
    const layerOf = (file: string) => layers.findIndex((names) => names.includes(topOf(file)));
    const inside = ownImports.filter(({ from, to }) => from.startsWith(root) && to.startsWith(root));
    expect(inside.filter(({ from }) => layerOf(from) < 0)).toEqual([]);
    // The first layer is the program itself. Its entry and its composition import each other.
    const isUpward = ({ from, to }: Import) =>
      layerOf(to) < layerOf(from) || (layerOf(from) > 0 && layerOf(to) === layerOf(from) && topOf(to) !== topOf(from));
    expect(inside.filter(isUpward)).toEqual([]);
  });

  it("between folders do not form a circle", () => {
    const files = [...sources, ...filesIn(...TOOLS)];
    const all = files.flatMap(importsOf).filter(({ from }) => !isTest(from));
    expect([".", ...foldersIn(files)].flatMap((folder) => circlesBelow(folder, all))).toEqual([]);
  });

  it.each([
    ["a feature", /^site\/src\/features\/([^/]+)/],
    ["a service", /^gateway\/src\/services\/(?!shared\/)([^/]+)/],
    ["site or gateway", /^(site|gateway)\//],
  ])("of %s never name another of them", (_what, pattern) => {
    const groupOf = (file: string) => pattern.exec(file)?.[1];
    const checked = pattern.source.includes("gateway\\/src\\/services") ? ownImports : imports;
    expect(checked.filter(({ from, to }) => groupOf(from) && groupOf(to) && groupOf(from) !== groupOf(to))).toEqual([]);
    expect(imports.filter(({ to }) => /^@porchlight\/(site|gateway|demo)/.test(to))).toEqual([]);
  });

  it("of the gateway's start do not load what most sites never use, or use in another process", () => {
    const late = ["sharp", "stripe", "openid-client", "sanitize-html", "music-metadata", "city-timezones"];
    const reached = new Set(["gateway/src/main.ts"]);
    // A set also visits what is added meanwhile.
    for (const file of reached) {
      for (const { to } of loadedBy(file)) if (to.startsWith("gateway/")) reached.add(to);
    }
    expect(reached.size).toBeGreaterThan(300);
    expect([...reached].flatMap(loadedBy).filter(({ to }) => late.includes(to))).toEqual([]);
  });

  it("of services/shared never name a service", () => {
    const isShared = (file: string) => file.startsWith("gateway/src/services/shared/");
    const inServices = ownImports.filter(({ from, to }) => isShared(from) && to.startsWith("gateway/src/services/"));
    expect(inServices.filter(({ to }) => !isShared(to))).toEqual([]);
  });

  it("of app.ts and of a service's routes name contracts, never an implementation", () => {
    const inRoutes = imports.filter(({ from }) =>
      /^gateway\/src\/(app\.ts|services\/[^/]+\/([\w-]+-)?routes\.ts)$/.test(from),
    );
    expect(inRoutes.filter(({ to }) => /\/(builtin|hosted)(\/|\.ts$)|\/data\//.test(to))).toEqual([]);
  });

  it("of hosted services never name the data file", () => {
    expect(imports.filter(({ from, to }) => /\/hosted(\/|\.ts$)/.test(from) && to.includes("/src/data/"))).toEqual([]);
  });

  it("of protocol name neither React nor Node", () => {
    const ofProtocol = imports.filter(({ from }) => from.startsWith("protocol/"));
    expect(ofProtocol.filter(({ to }) => /^(react|node:)/.test(to))).toEqual([]);
  });

  it("of fixtures are allowed only in tests", () => {
    expect(imports.filter(({ from, to }) => to.startsWith("@porchlight/fixtures") && !isTest(from))).toEqual([]);
  });

  it("name files, not folders", () => {
    const local = imports.filter(({ to }) => WORKSPACES.some((workspace) => to.startsWith(`${workspace}/`)));
    expect(local.filter(({ to }) => !/\.(ts|tsx|css|woff2)$/.test(to))).toEqual([]);
  });
});

describe("folders", () => {
  it("at the gateway's root have only main.ts and app.ts", () => {
    expect(globSync("gateway/src/*.*").sort()).toEqual(["gateway/src/app.ts", "gateway/src/main.ts"]);
  });

  it("are at most seven deep", () => {
    const files = globSync("{site,gateway,protocol,fixtures,demo,tools,e2e,bench,soak,scripts,hosting}/**/*.*", {
      exclude: ["**/node_modules/**", "**/dist/**"],
    });
    expect(files.filter((file) => file.split("/").length > 7)).toEqual([]);
  });
});

it("every export is imported by another file", () => {
  const texts = new Map([...sources, ...filesIn(...TOOLS)].map((file) => [file, readFileSync(file, "utf8")]));
  const usersByName = new Map<string, Set<string>>();
  const use = (name: string, file: string) =>
    usersByName.set(name, (usersByName.get(name) ?? new Set<string>()).add(file));
  for (const [file, text] of texts) {
    for (const [, list = ""] of text.matchAll(/\b(?:import|export)\s+(?:type\s+)?(?:\w+,\s*)?\{([^}]*)\}\s+from\b/g)) {
      for (const [, name = ""] of list.matchAll(/(?:type\s+)?([\w$]+)(?:\s+as\s+[\w$]+)?/g)) use(name, file);
    }
    // If a module is imported dynamically or as a namespace, code reads its exports after a dot or in braces.
    for (const [, list = ""] of text.matchAll(/\{([^{}]*)\}\s*=\s*await import\(/g)) {
      for (const [name] of list.matchAll(/[\w$]+/g)) use(name, file);
    }
    if (/import\(|import \* as /.test(text))
      for (const [, name = ""] of text.matchAll(/[.{,"]\s*([\w$]+)/g)) use(name, file);
  }
  const unused = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/^export (?:async )?(?:function\*?|const|class|type|interface) ([\w$]+)/gm)]
      .map(([, name = ""]) => name)
      .filter((name) => ![...(usersByName.get(name) ?? [])].some((user) => user !== file))
      .filter(() => !READ_BY_TOOLS.test(file))
      .map((name) => `${file}: ${name}`),
  );
  expect(unused).toEqual([]);
});

describe("packages from outside", () => {
  type Declared = Partial<Record<"dependencies" | "devDependencies" | "optionalDependencies", Record<string, string>>>;
  // The cast holds: these are our own package files.
  const declaredIn = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Declared;
  const ofRoot = declaredIn(".");
  /** A file that only `npm run dev` loads. */
  const DEVELOPMENT = "gateway/src/pages/dev-site.ts";

  /** The package that an import names; undefined if it names a file of ours or a module of Node. */
  const packageOf = (name: string) =>
    [...WORKSPACES, ...TOOLS].some((folder) => name.startsWith(`${folder}/`)) || name.startsWith("node:")
      ? undefined
      : /^(@[^/]+\/)?[^/]+/.exec(name)?.[0];

  it.each(["site", "gateway", "protocol", "fixtures"])("that %s imports are declared there", (folder) => {
    const { dependencies, devDependencies } = declaredIn(folder);
    // Only tests use fixtures.
    const mayUseDev = (file: string) => folder === "fixtures" || isTest(file) || file === DEVELOPMENT;
    const undeclared = imports.filter(({ from, to }) => {
      if (!from.startsWith(`${folder}/`)) return false;
      const known = { ...dependencies, ...(mayUseDev(from) && { ...devDependencies, ...ofRoot.devDependencies }) };
      const name = packageOf(to);
      return name !== undefined && !Object.hasOwn(known, name);
    });
    expect(undeclared).toEqual([]);
  });

  it("that tools and tests import are declared in one of our package files", () => {
    const known = [".", ...WORKSPACES].flatMap((folder) => {
      const { dependencies, devDependencies } = declaredIn(folder);
      return Object.keys({ ...dependencies, ...devDependencies });
    });
    const undeclared = filesIn(...TOOLS, "demo/src")
      .flatMap(importsOf)
      .filter(({ to }) => {
        const name = existsSync(to) ? undefined : packageOf(to);
        return name !== undefined && !known.includes(name) && !name.startsWith("@porchlight");
      });
    expect(undeclared).toEqual([]);
  });
});

it("only main.ts and the commands read the environment", () => {
  const readers = sources.filter(
    (file) =>
      file.startsWith("gateway/src/") && !isTest(file) && /process\.(env|loadEnvFile)/.test(readFileSync(file, "utf8")),
  );
  expect(readers.filter((file) => !/^gateway\/src\/(main\.ts|commands\/)/.test(file))).toEqual([]);
});

/** Finds circles of imports among the direct subfolders of a folder. Each is written `a → b → a`. */
function circlesBelow(parent: string, all: readonly Import[]): string[] {
  const childOf = (file: string) => {
    const below = parent === "." ? "" : `${parent}/`;
    const [child, ...rest] = file.startsWith(below) ? file.slice(below.length).split("/") : [];
    return rest.length > 0 ? child : undefined;
  };
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of all) {
    const [a, b] = [childOf(from), childOf(to)];
    if (a !== undefined && b !== undefined && a !== b) targets.set(a, (targets.get(a) ?? new Set()).add(b));
  }
  const circles: string[] = [];
  const visit = (path: readonly string[]) => {
    for (const next of targets.get(path.at(-1) ?? "") ?? []) {
      const at = path.indexOf(next);
      if (at === 0) circles.push(`${parent}: ${[...path, next].join(" → ")}`);
      // Each circle is reported once, from its first name in the alphabet.
      else if (at < 0 && next > (path[0] ?? "")) visit([...path, next]);
    }
  };
  for (const folder of targets.keys()) visit([folder]);
  return circles;
}

function foldersIn(files: readonly string[]): string[] {
  return [...new Set(files.flatMap((file) => parentsOf(dirname(file))))];
}

function parentsOf(folder: string): string[] {
  return folder === "." ? [] : [folder, ...parentsOf(dirname(folder))];
}

function isTest(file: string): boolean {
  return /\.(test|case|soak)\.tsx?$|\/test-setup\.ts$|\/testing\/|^fixtures\//.test(file);
}

function filesIn(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, { exclude: ["**/node_modules/**", "**/dist/**"] }),
  );
}

/** The imports that load a file as soon as this one is loaded: neither types nor `import()`. */
function loadedBy(from: string): Import[] {
  const found = readFileSync(from, "utf8").matchAll(/^(?:import|export)\s(?!type\s)[^"';]*?\bfrom\s+"([^"]+)"/gm);
  return [...found].map(([, name = ""]) => ({
    from,
    to: name.startsWith(".") ? relative(".", resolve(dirname(from), name)) : name,
  }));
}

function importsOf(from: string): Import[] {
  const found = readFileSync(from, "utf8").matchAll(
    /^(?:import|export)\s[^"';]*?\bfrom\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"/gm,
  );
  return [...found].map((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? "";
    return { from, to: name.startsWith(".") ? relative(".", resolve(dirname(from), name)) : name };
  });
}
