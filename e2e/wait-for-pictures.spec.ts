import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";
import { interactive, PHONE, stopClock } from "./support/visitor.ts";

test.use({ viewport: PHONE });

const PAGES = [
  { path: "/shop", first: "store/lake-effect-tee-ink", later: "store/lake-effect-vinyl" },
  { path: "/music", first: "music/lake-effect", later: "music/whitefish-running" },
];

/** Pictures that a page asks for from now on, by their names. */
function picturesAskedFor(page: Page): Set<string> {
  const asked = new Set<string>();
  page.on("request", (request) => {
    const [, name] = /\/optimized\/(?:avif\/)?(.+)-\w+\.\w+$/.exec(new URL(request.url()).pathname) ?? [];
    if (name) asked.add(name);
  });
  return asked;
}

for (const { path, first, later } of PAGES) {
  test(`${path} asks for the picture in view alone, and for others once it is at rest`, async ({ page }) => {
    const asked = picturesAskedFor(page);
    // With the clock stopped a page is never idle.
    await stopClock(page);
    await page.goto(path);
    await interactive(page);
    await expect.poll(() => [...asked]).toEqual([first]);
    await page.clock.resume();
    await expect.poll(() => [...asked]).toEqual(expect.arrayContaining(["background", later]));
  });
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  for (const { path, first } of PAGES) {
    test(`${path} has its pictures, those below once they come near`, async ({ page }) => {
      const asked = picturesAskedFor(page);
      await page.goto(path);
      await expect.poll(() => [...asked]).toEqual(expect.arrayContaining([first, "background"]));
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
      await expect.poll(() => asked.size).toBeGreaterThan(2);
    });
  }
});

for (const { dots, width, file } of [
  { dots: 3, width: 390, file: "lake-effect-tee-ink-medium.avif" },
  { dots: 1.75, width: 412, file: "lake-effect-tee-ink-small.avif" },
  { dots: 1, width: 700, file: "lake-effect-tee-ink-medium.avif" },
]) {
  test.describe(`${width} px of ${dots} dots each`, () => {
    test.use({ viewport: { width, height: 800 }, deviceScaleFactor: dots });

    test("take of a picture's widths one that is large enough and no larger", async ({ page }) => {
      const files = new Set<string>();
      page.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.includes("lake-effect-tee-ink")) files.add(pathname.split("/").at(-1) ?? "");
      });
      await page.goto("/shop");
      await interactive(page);
      // What is preloaded is what is shown: one file, and once.
      expect([...files]).toEqual([file]);
    });
  });
}
