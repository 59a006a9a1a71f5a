import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CAROUSEL_VIEWS } from "../../site/src/ui/carousel-steps.ts";

test("the carousel's stylesheet shows as many slides as its steps count", () => {
  const style = readFileSync("site/src/ui/carousel.css", "utf8");
  const shown = [...style.matchAll(/min-width: (\d+)px\) \{\s*\.carousel \{\s*--carousel-items: (\d)/g)];
  // From 4000 px on, it shows as many slides as from 1400 px on.
  const counted = CAROUSEL_VIEWS.filter(({ from }) => from > 0 && from < 4000).toReversed();
  expect(shown.map(([, from, items]) => [Number(from), Number(items)])).toEqual(
    counted.map(({ from, items }) => [from, items]),
  );
  expect(style).toMatch(/\.carousel \{\s*--carousel-items: 1;/);
});
