import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

/** Folders to which names in the developers' documents are relative: the documents leave out the app's folder. */
const ROOTS = [".", "site/src", "gateway/src"];

const TRACKED = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && existsSync(file));

const readSources = (which: RegExp) =>
  TRACKED.filter((file) => which.test(file))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
const SOURCES = readSources(/^(site|gateway|protocol|fixtures|demo|soak|scripts|tools|e2e|bench)\/.*\.tsx?$/);

// The cast holds: this is our own package file.
const { scripts: SCRIPTS } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

/** Folders that exist only after a program has run. */
const MADE_LATER = /^(data|gallery)\/|^gallery$/;

const DOCUMENTS = TRACKED.filter((file) => file.endsWith(".md") && !/^(content|demo\/acts)\//.test(file));

describe.each(DOCUMENTS)("%s", (document) => {
  const text = readFileSync(document, "utf8");

  it("names scripts of package.json", () => {
    const named = [...text.matchAll(/\bnpm run ([\w-]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !Object.hasOwn(SCRIPTS, name))).toEqual([]);
  });

  it("names journeys that exist", () => {
    const named = [...text.matchAll(/playwright test (?:\S+ )?-g "([^"]+)"/g)].map(([, name = ""]) => name);
    const journeys = readSources(/^e2e\/[\w-]+\.spec\.ts$/);
    expect(named.filter((name) => !journeys.includes(name))).toEqual([]);
  });

  it("cites tests by file and title", () => {
    const cited = text.split("\n").flatMap((line) => testsIn(line));
    expect(
      cited.filter(({ files, words }) => !files.some((file) => readFileSync(file, "utf8").includes(words))),
    ).toEqual([]);
  });

  it("links to files that exist", () => {
    const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#]+)[^)]*\)/g)].map(([, to = ""]) => to);
    expect(links.filter((to) => !existsSync(join(dirname(document), to)))).toEqual([]);
  });
});

it("docs/security.md cites many tests", () => {
  expect(readFileSync("docs/security.md", "utf8").split("\n").flatMap(testsIn).length).toBeGreaterThan(100);
});

/** Finds the tests that a line cites: the name of a test file, and the titles in quotes that follow it. */
function testsIn(line: string): { files: string[]; words: string }[] {
  let files: string[] = [];
  return [...line.matchAll(/`([^`]+)`|"([^"]+)"/g)].flatMap(([, marked, words]) => {
    if (words !== undefined) return files.length > 0 ? [{ files, words }] : [];
    const isTest = marked !== undefined && /^[\w./-]+\.(test|spec|case)\.tsx?$/.test(marked);
    files = isTest ? TRACKED.filter((file) => `/${file}`.endsWith(`/${marked}`)) : [];
    if (isTest && files.length === 0) return [{ files, words: `${marked} does not exist` }];
    return [];
  });
}

describe.each(["docs/architecture.md", "CONTRIBUTING.md"])("%s", (document) => {
  const text = readFileSync(document, "utf8");
  const marked = [...text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/`([^`\n]+)`/g)].map(([, words = ""]) => words);

  it("names files and folders that exist", () => {
    const named = marked.filter((words) => /^[\w.@-]+(\/[\w.@*-]+)+\/?$|^[\w-]+\.tsx?$|^[\w-]+\/$/.test(words));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !MADE_LATER.test(path) && !isThere(path))).toEqual([]);
  });

  it("names functions and settings that exist", () => {
    const named = marked
      .map((words) => words.replace(/\(.*\)$/, ""))
      .filter((words) => /^[a-z]+[A-Z]\w*$|^[A-Z]+(_[A-Z]+)+$/.test(words));
    expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(SOURCES))).toEqual([]);
  });
});

it("docs/architecture.md draws layers and lists folders that exist", () => {
  const text = readFileSync("docs/architecture.md", "utf8");
  const [layers = ""] = [...text.matchAll(/```\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  const drawn = [...layers.matchAll(/[\w-]+(?:\/|\.tsx?)(?=[ ,])/g)].map(([name]) => name);
  expect(drawn.filter((name) => !["gateway/src", "site/src"].some((folder) => existsSync(join(folder, name))))).toEqual(
    [],
  );

  const map = /## Folders\n\n```\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
  let top = "";
  const mapped = map.split("\n").flatMap((line) => {
    const [, indent, name = ""] = /^( {0,2})([\w.-][\w./-]*)(?= |$)/.exec(line) ?? [];
    if (indent === undefined) return [];
    if (indent === "") top = name;
    return [indent === "" ? name : join(top, name)];
  });
  expect(mapped.filter((path) => !existsSync(path))).toEqual([]);
  expect(drawn.length + mapped.length).toBeGreaterThan(20);
});

/** Whether a path is a file, a folder, a pattern that matches a file, or the end of a file's path. */
function isThere(path: string): boolean {
  if (!path.includes("*")) {
    return ROOTS.some((root) => existsSync(join(root, path))) || TRACKED.some((file) => file.endsWith(`/${path}`));
  }
  const pattern = path.replaceAll(".", "\\.").replaceAll("**/", "@").replaceAll("*", "[^/]*").replaceAll("@", "(.*/)?");
  return TRACKED.some((file) => new RegExp(`(^|/)${pattern}$`).test(file));
}
