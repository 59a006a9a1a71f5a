import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("property tests take seed and count from one place, so that failures are reproducible", () => {
  const files = globSync("{site,gateway,protocol,fixtures,demo,soak,scripts}/**/*.{test,case}.{ts,tsx}", {
    exclude: ["**/node_modules/**"],
  });
  const counts = files.map((file) => {
    const text = readFileSync(file, "utf8");
    const found = (what: RegExp) => text.match(what)?.length ?? 0;
    return { file, tried: found(/\bfc\.(assert|sample)\(/g), settled: found(/\btries\(/g) };
  });
  expect(counts.filter(({ tried, settled }) => tried > settled).map(({ file }) => file)).toEqual([]);
  expect(counts.filter(({ tried }) => tried > 0).length).toBeGreaterThan(15);
});
