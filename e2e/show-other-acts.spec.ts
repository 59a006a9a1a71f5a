import { BUDGETS } from "@porchlight/fixtures/budgets.ts";
import { findLinesOverPictures, findWorstContrast } from "./gallery/contrast.ts";
import { awaitPictures, loadFonts, resize } from "./gallery/settle.ts";
import { ACTS, gatewayOfAct } from "./support/acts.ts";
import { expect, test } from "./support/test.ts";
import { open } from "./support/visitor.ts";
import { weigh } from "./support/weigh.ts";

// The acts have other pictures than the demo: black on a bright check, pale fog, or none at all.
test.use({ reducedMotion: "reduce" });
test.describe.configure({ mode: "default" });

for (const act of ACTS) {
  test(`the first views of ${act.name} are readable`, async ({ page, noise }) => {
    // The page comes from another gateway than the one that these journeys share.
    noise.tolerate(/^/);
    const { url } = await gatewayOfAct(act);
    for (const path of ["/", "/about"]) {
      await open(page, `${url}${path}`);
      await loadFonts(page);
      for (const width of [360, 1440] as const) {
        await resize(page, width);
        await awaitPictures(page);
        const worst = await findWorstContrast(page, await findLinesOverPictures(page));
        if (!worst) {
          // axe can check a background without pictures. On dawn, About's title is beside its portrait.
          const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
          expect(act.isPictureless || (path === "/about" && scheme === "light")).toBe(true);
          continue;
        }
        const where = `${act.name}, ${path}, ${width} px`;
        console.log(`${where}: ${worst.ratio.toFixed(1)} at the worst place, “${worst.words}”`);
        expect.soft(worst.ratio, `${where}, “${worst.words}”`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test(`the HTML of ${act.name} fits into the first round trip, with a look of its own`, async () => {
    const { url } = await gatewayOfAct(act);
    for (const path of ["/", "/about", "/music", "/shop", "/privacy"]) {
      // The gateway compresses a page more tightly a moment after its first request.
      await expect
        .poll(() => weigh(url, path).then(({ bytes }) => bytes), { message: path })
        .toBeLessThanOrEqual(BUDGETS.html);
    }
  });
}
