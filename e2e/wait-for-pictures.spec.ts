import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";
import { interactive, PHONE, stopClock } from "./support/visitor.ts";

test.use({ viewport: PHONE });

const PAGES = [
  { path: "/shop", first: "store/lake-effect-tee-ink", later: "store/lake-effect-vinyl" },
  { path: "/music", first: "music/lake-effect", later: "music/whitefish-running" },
];

/** Collects the names of pictures that a page loads from now on. */
function collectPictures(page: Page): Set<string> {
  const requested = new Set<string>();
  page.on("request", (request) => {
    const [, name] = /\/optimized\/(?:avif\/)?(.+)-\w+\.\w+$/.exec(new URL(request.url()).pathname) ?? [];
    if (name) requested.add(name);
  });
  return requested;
}

for (const { path, first, later } of PAGES) {
  test(`${path} first loads only the visible picture, and others once it is idle`, async ({ page }) => {
    const requested = collectPictures(page);
    // With a stopped clock a page is never idle.
    await stopClock(page);
    await page.goto(path);
    await interactive(page);
    await expect.poll(() => [...requested]).toEqual([first]);
    await page.clock.resume();
    await expect.poll(() => [...requested]).toEqual(expect.arrayContaining(["background", later]));
  });
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  for (const { path, first } of PAGES) {
    test(`${path} shows its pictures, and loads those further down when the visitor scrolls near them`, async ({
      page,
    }) => {
      const requested = collectPictures(page);
      await page.goto(path);
      await expect.poll(() => [...requested]).toEqual(expect.arrayContaining([first, "background"]));
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
      await expect.poll(() => requested.size).toBeGreaterThan(2);
    });
  }
});

for (const { dots, width, file } of [
  { dots: 3, width: 390, file: "lake-effect-tee-ink-medium.avif" },
  { dots: 1.75, width: 412, file: "lake-effect-tee-ink-small.avif" },
  { dots: 1, width: 700, file: "lake-effect-tee-ink-medium.avif" },
]) {
  test.describe(`a window of ${width} px with ${dots} device pixels per CSS pixel`, () => {
    test.use({ viewport: { width, height: 800 }, deviceScaleFactor: dots });

    test("loads the smallest picture that is large enough", async ({ page }) => {
      const files = new Set<string>();
      page.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.includes("lake-effect-tee-ink")) files.add(pathname.split("/").at(-1) ?? "");
      });
      await page.goto("/shop");
      await interactive(page);
      // The preloaded picture is the visible one, so that only one file loads.
      await expect.poll(() => [...files]).toEqual([file]);
    });
  });
}

/**
 * Answers requests for pictures as the gateway does until they are prepared, with a small JPEG that no cache stores.
 */
async function showPreviews(page: Page): Promise<void> {
  await page.route("**/optimized/**", async (route) => {
    const url = new URL(route.request().url());
    url.pathname = url.pathname.replace(/\/(avif|webp)\//, "/").replace(/-\w+\.\w+$/, "-thumbnail.jpg");
    const response = await route.fetch({ url: url.href });
    const headers = { "Content-Type": "image/jpeg", "Cache-Control": "no-store", "Server-Timing": "preview" };
    await route.fulfill({ response, headers });
  });
}

/** Reads the positions and sizes of a page's pictures, once the visible ones have loaded. */
async function readFrames(page: Page): Promise<string[]> {
  await interactive(page);
  const images = page.getByRole("main").locator("img");
  await expect
    .poll(() =>
      images.evaluateAll((all: HTMLImageElement[]) =>
        all
          .filter((image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight)
          .every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
      ),
    )
    .toBe(true);
  return images.evaluateAll((all) => all.map((image) => JSON.stringify(image.getBoundingClientRect())));
}

test("previews become sharp without a reload once the pictures are prepared", async ({ page }) => {
  await showPreviews(page);
  await page.goto("/about");
  await readFrames(page);
  const portrait = page.getByRole("main").locator("img").first();
  const widthOf = () => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth);
  const preview = await widthOf();
  await page.unrouteAll({ behavior: "wait" });
  await expect.poll(widthOf).toBeGreaterThan(preview);
  expect(await portrait.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(".avif?");
});

for (const path of ["/", "/about", "/music", "/shop"]) {
  test(`${path} has its final shape with previews, and sharp pictures once they are prepared`, async ({ page }) => {
    const types = new Set<string | undefined>();
    page.on("response", (response) => {
      if (response.url().includes("/optimized/")) types.add(response.headers()["content-type"]);
    });
    await showPreviews(page);
    await page.goto(path);
    const frames = await readFrames(page);
    expect(frames.length).toBeGreaterThan(0);
    expect([...types]).toEqual(["image/jpeg"]);
    await page.unrouteAll({ behavior: "wait" });
    await page.goto("about:blank");
    types.clear();
    await page.goto(path);
    await expect.poll(() => readFrames(page)).toEqual(frames);
    expect([...types]).toEqual(["image/avif"]);
  });
}
