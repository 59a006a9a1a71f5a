import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";
import { interactive, PHONE, stopClock } from "./support/visitor.ts";

test.use({ viewport: PHONE });

/** Pictures that a page asks for from now on, by their names. */
function picturesAskedFor(page: Page): Set<string> {
  const asked = new Set<string>();
  page.on("request", (request) => {
    const [, name] = /\/optimized\/(?:avif\/)?(.+)-\w+\.\w+$/.exec(new URL(request.url()).pathname) ?? [];
    if (name) asked.add(name);
  });
  return asked;
}

for (const { path, first, later } of [
  { path: "/shop", first: "store/lake-effect-tee-ink", later: "store/lake-effect-vinyl" },
  { path: "/music", first: "music/lake-effect", later: "music/whitefish-running" },
]) {
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

  test(`${path} has its pictures without script, those below once they come near`, async ({ browser, gateway }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE, baseURL: gateway.url });
    const page = await context.newPage();
    const asked = picturesAskedFor(page);
    await page.goto(path);
    await expect.poll(() => [...asked]).toEqual(expect.arrayContaining([first, "background"]));
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect.poll(() => asked.size).toBeGreaterThan(2);
    await context.close();
  });
}

for (const { dots, width, file } of [
  { dots: 3, width: 390, file: "lake-effect-tee-ink-medium.avif" },
  { dots: 1.75, width: 412, file: "lake-effect-tee-ink-small.avif" },
  { dots: 1, width: 700, file: "lake-effect-tee-ink-medium.avif" },
]) {
  test(`of the widths of a picture, ${width} px of ${dots} dots each take one that is large enough and no larger`, async ({
    browser,
    gateway,
  }) => {
    const context = await browser.newContext({
      baseURL: gateway.url,
      viewport: { width, height: 800 },
      deviceScaleFactor: dots,
    });
    const page = await context.newPage();
    const files = new Set<string>();
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.includes("lake-effect-tee-ink")) files.add(pathname.split("/").at(-1) ?? "");
    });
    await page.goto("/shop");
    await interactive(page);
    // What is preloaded is what is shown: one file, and once.
    expect([...files]).toEqual([file]);
    await context.close();
  });
}
