import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SETTING_NAMES } from "../../apps/gateway/src/settings.ts";

const tracked = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
}).split("\0");

it("the lockfile names no address to download from", () => {
  expect(readFileSync("package-lock.json", "utf8")).not.toMatch(/"resolved": "https?:/);
});

it("packages are named with exact versions", () => {
  const loose = tracked
    .filter((file) => file.endsWith("package.json"))
    .flatMap((file) => {
      // Our own package files.
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(file, "utf8")) as Record<
        string,
        Record<string, string> | undefined
      >;
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    })
    .filter(([, version]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+$/.test(version));
  expect(loose).toEqual([]);
});

it("every setting stands in .env.example, and nothing else does", () => {
  const named = [...readFileSync(".env.example", "utf8").matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map((match) => match[1]);
  expect(named.sort()).toEqual([...SETTING_NAMES].sort());
});

it("no test is skipped or singled out", () => {
  const marked = tracked
    .filter((file) => /\.(test|case|soak|spec)\.tsx?$/.test(file))
    .filter((file) => /\b(?:it|test|describe)\.(?:skip|only|todo|fixme)\b/.test(readFileSync(file, "utf8")));
  expect(marked).toEqual([]);
});

it("pictures in the repository stay within 40 MB", () => {
  const bytes = tracked
    .filter((file) => file.startsWith("content/") && /\.(jpg|png|svg|webp)$/.test(file))
    .reduce((sum, file) => sum + readFileSync(file).length, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(40 * 1024 * 1024);
});
