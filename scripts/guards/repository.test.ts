import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import sharp from "sharp";
import { expect, it } from "vitest";
import { SETTING_NAMES } from "../../gateway/src/config/settings.ts";

const tracked = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
}).split("\0");

it("the lockfile contains no download addresses", () => {
  expect(readFileSync("package-lock.json", "utf8")).not.toMatch(/"resolved": "https?:/);
});

it("packages have exact versions", () => {
  const loose = tracked
    .filter((file) => file.endsWith("package.json"))
    .flatMap((file) => {
      // The cast holds: these are our own package files.
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(file, "utf8")) as Record<
        string,
        Record<string, string> | undefined
      >;
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    })
    .filter(([, version]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+$/.test(version));
  expect(loose).toEqual([]);
});

it("the settings and .env.example agree", () => {
  const named = [...readFileSync(".env.example", "utf8").matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map((match) => match[1]);
  expect(named.sort()).toEqual([...SETTING_NAMES].sort());
});

it("no test is skipped or run alone", () => {
  const marked = tracked
    .filter((file) => /\.(test|case|soak|spec)\.tsx?$/.test(file))
    .filter((file) => /\b(?:it|test|describe)\.(?:skip|only|todo|fixme)\b/.test(readFileSync(file, "utf8")));
  expect(marked).toEqual([]);
});

it("continuous integration runs exactly the commands of README.md", () => {
  expect(
    readFileSync(".ci/run", "utf8")
      .split("\n")
      .filter((line) => !line.startsWith("#!")),
  ).toEqual(["npm test", ""]);
  const [, commands = ""] = /## Two commands\n([\s\S]*?)\n## /.exec(readFileSync("README.md", "utf8")) ?? [];
  expect([...commands.matchAll(/^```\n([\s\S]*?)^```/gm)].map((block) => block[1])).toEqual([
    "npm start\n",
    "npm test\n",
  ]);
});

it("LICENSE and every package name the MIT licence", () => {
  expect(readFileSync("LICENSE", "utf8")).toMatch(/^MIT License\n/);
  const licences = tracked
    .filter((file) => file.endsWith("package.json"))
    .map((file) => (JSON.parse(readFileSync(file, "utf8")) as { license?: string }).license ?? "MIT");
  expect(new Set(licences)).toEqual(new Set(["MIT"]));
});

/** The demo's files, even if `content/` has other content. */
const demoFiles = readdirSync(demoContent(), { recursive: true, encoding: "utf8" }).map((file) =>
  join(demoContent(), file),
);

it("pictures in the repository are at least 3000 pixels long", async () => {
  const photographs = demoFiles.filter((file) => file.endsWith(".jpg"));
  expect(photographs.length).toBeGreaterThan(10);
  const sizes = await Promise.all(photographs.map(async (file) => ({ file, ...(await sharp(file).metadata()) })));
  expect(sizes.filter(({ width, height }) => Math.max(width, height) < 3000).map(({ file }) => file)).toEqual([]);
});

it("pictures in the repository take 40 MB at most", () => {
  const bytes = demoFiles
    .filter((file) => /\.(jpg|png|svg|webp)$/.test(file))
    .reduce((sum, file) => sum + readFileSync(file).length, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(40 * 1024 * 1024);
});
