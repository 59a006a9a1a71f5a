import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Media queries that exclude windows of exactly 768 or 1024 px. docs/product.md §9. */
const COUNTED_AS_NARROWER = /@media[^{]*(max-width: *(48rem|768px|64rem|1024px)|min-width: *(48|64)\.0\d*rem)/;

test("a window as wide as a breakpoint counts as the wider kind", () => {
  const styles = globSync("{site,gateway}/src/**/*.css");
  expect(styles.length).toBeGreaterThan(50);
  expect(styles.filter((file) => COUNTED_AS_NARROWER.test(readFileSync(file, "utf8")))).toEqual([]);
});
