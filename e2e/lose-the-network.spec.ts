import type { Page } from "@playwright/test";
import type { Noise } from "./support/noise.ts";
import { expect, test } from "./support/test.ts";
import { interactive, open, PHONE, stopClock } from "./support/visitor.ts";

// docs/product.md §2, Routes, and §8: a screen's code fails to load, or takes 120000 ms.
test.use({ reducedMotion: "reduce" });

const CHUNK_OF_ABOUT = "**/assets/about-*.js";
const STYLES_OF_ABOUT = "**/assets/about-*.css";
const WORDS_OF_ABOUT = "**/content/about.json";

const panel = (page: Page) => ({
  heading: page.getByRole("heading", { level: 1, name: "This page did not load" }),
  alert: page.getByRole("alert"),
  again: page.getByRole("button", { name: "Try Again" }),
});
const about = (page: Page) => page.getByRole("heading", { level: 1, name: "About" });
const story = (page: Page) => page.getByText("first record in a net shed");
const readTheStory = (page: Page) => page.getByRole("link", { name: "Read the story" });

/** Only the screen's own stylesheet gives its first paragraph a large initial. */
const hasStylesOfAbout = (page: Page) =>
  page
    .locator(".prose > p")
    .first()
    .evaluate((first) => getComputedStyle(first, "::first-letter").float !== "none");

async function expectPanel(page: Page): Promise<void> {
  const { heading, alert, again } = panel(page);
  await expect(heading).toBeVisible();
  await expect(alert).toHaveText("Part of it could not be fetched. Check your connection, then try again.");
  await expect(again).toBeEnabled();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
}

/** Announces the errors that the browser will log about a file that fails to load. */
function provokeFailure(noise: Noise, file: string): void {
  noise.provoke(new RegExp(`request failed: .*${file}.* net::ERR_CONNECTION_RESET`));
  noise.provoke(/console error: Failed to load resource: net::ERR_CONNECTION_RESET/);
}

/** The page's own warning about a screen that it cannot show. */
const SCREEN_WARNING = /console warning: (ChunkLoadError|TypeError|TimeoutError)/;

for (const [what, address, file] of [
  ["code", CHUNK_OF_ABOUT, "/assets/about-"],
  ["stylesheet", STYLES_OF_ABOUT, "/assets/about-"],
  ["words", WORDS_OF_ABOUT, "/content/about.json"],
] as const) {
  test(`a screen whose ${what} failed to load can be retried`, async ({ page, noise }) => {
    provokeFailure(noise, file);
    noise.provoke(SCREEN_WARNING);
    // With a stopped clock nothing is prefetched.
    await stopClock(page);
    await open(page, "/");
    await page.route(address, (route) => route.abort("connectionreset"));
    await readTheStory(page).click();
    await expectPanel(page);
    await expect(panel(page).heading).toBeFocused();
    await expect(page).toHaveURL("/#/about");

    await page.unroute(address);
    await panel(page).again.click();
    await expect(about(page)).toBeVisible();
    await expect(story(page)).toBeVisible();
    await expect(panel(page).heading).toBeHidden();
    await expect(page).toHaveTitle("About · Harbour Line");
    expect(await hasStylesOfAbout(page)).toBe(true);
  });
}

test("a stylesheet whose prefetch failed is loaded again when its screen opens", async ({ page, noise }) => {
  provokeFailure(noise, "/assets/about-");
  await stopClock(page);
  await open(page, "/");
  await page.route(STYLES_OF_ABOUT, (route) => route.abort("connectionreset"));
  const failed = page.waitForEvent("requestfailed");
  await readTheStory(page).hover();
  await failed;
  await page.unroute(STYLES_OF_ABOUT);
  await readTheStory(page).click();
  await expect(story(page)).toBeVisible();
  expect(await hasStylesOfAbout(page)).toBe(true);
});

test("after a failed retry the page reloads and is not blank", async ({ page, noise }) => {
  provokeFailure(noise, "/assets/about-");
  noise.provoke(SCREEN_WARNING);
  await stopClock(page);
  await open(page, "/");
  await page.route(CHUNK_OF_ABOUT, (route) => route.abort("connectionreset"));
  await readTheStory(page).click();
  await expectPanel(page);
  const reloaded = page.waitForEvent("load");
  await panel(page).again.click();
  await reloaded;
  await expectPanel(page);
  await page.unroute(CHUNK_OF_ABOUT);
  await panel(page).again.click();
  await expect(story(page)).toBeVisible();
});

test("a hash route whose screen fails to load shows an error with links to other screens", async ({ page, noise }) => {
  provokeFailure(noise, "/assets/about-");
  noise.provoke(SCREEN_WARNING);
  await page.route(CHUNK_OF_ABOUT, (route) => route.abort("connectionreset"));
  await open(page, "/#/about");
  await expectPanel(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeFocused();
  await expect(panel(page).heading).toBeHidden();
  await page.goBack();
  await expectPanel(page);
  await page.unroute(CHUNK_OF_ABOUT);
  await panel(page).again.click();
  await expect(story(page)).toBeVisible();
});

test("a script that never arrives counts as failed after 120000 ms, and can be retried at once", async ({
  page,
  noise,
}) => {
  noise.provoke(SCREEN_WARNING);
  await stopClock(page);
  await open(page, "/");
  // The first request gets no response while the page is open.
  await page.route(CHUNK_OF_ABOUT, () => new Promise<void>(() => {}), { times: 1 });
  // The content has a shorter timeout, so it must be loaded before the clock advances.
  const words = page.waitForResponse(WORDS_OF_ABOUT).then((response) => response.finished());
  const requested = Promise.all([page.waitForRequest(CHUNK_OF_ABOUT), words]);
  await readTheStory(page).click();
  await requested;
  await page.clock.runFor(119_999);
  await expect(readTheStory(page)).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await page.clock.runFor(1);
  await expectPanel(page);

  await panel(page).again.click();
  await expect(story(page)).toBeVisible();
});

test.describe("a prerendered page whose own script fails to load", () => {
  test.use({ viewport: PHONE });

  for (const [path, words, file] of [
    ["/", "Harbour Line", "main"],
    ["/", "Harbour Line", "home"],
    ["/about", "Harbour Line made their first record", "main"],
    ["/about", "Harbour Line made their first record", "about"],
  ] as const) {
    test(`${path} without ${file}-….js is readable, and its links work`, async ({ page, noise }) => {
      provokeFailure(noise, `/assets/${file}-`);
      noise.tolerate(SCREEN_WARNING);
      await page.route(`**/assets/${file}-*.js`, (route) => route.abort("connectionreset"));
      const failed = page.waitForEvent("requestfailed", (request) => request.url().includes(`/assets/${file}-`));
      await page.goto(path);
      await failed;
      const text = page.getByRole("main").getByText(words).first();
      await expect(text).toBeVisible();
      await expect.poll(() => text.evaluate(opacityWithAncestors)).toBe(1);

      await page.unroute(`**/assets/${file}-*.js`);
      const menu = page.getByRole("button", { name: "Menu" });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "About" }).click();
      await expect(about(page)).toBeVisible();
    });
  }
});

test.describe("a main script that is late", () => {
  test.use({ viewport: PHONE });

  for (const [address, words] of [
    ["/#/about", "Harbour Line"],
    ["/about", "Harbour Line made their first record"],
  ] as const) {
    test(`leaves ${address} with the fallback after 10000 ms, and takes over when it arrives`, async ({ page }) => {
      const late = Promise.withResolvers<void>();
      await page.route("**/assets/main-*.js", async (route) => {
        await late.promise;
        await route.continue();
      });
      await stopClock(page);
      const requested = page.waitForRequest("**/assets/main-*.js");
      await page.goto(address, { waitUntil: "commit" });
      // On a prerendered page the scripts wait until the page is painted, or for three seconds.
      await page.locator("#page-data").waitFor({ state: "attached" });
      await page.clock.runFor(9_000);
      await requested;
      const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
      await expect(links).toHaveCount(0);
      await page.clock.runFor(1_000);
      await expect(page.getByRole("main").getByText(words).first()).toBeVisible();
      await expect(links.first()).toBeVisible();

      late.resolve();
      await expect(about(page)).toBeVisible();
      await interactive(page);
      await page.getByRole("button", { name: "Menu" }).click();
      await links.getByText("Merchandise").click();
      await expect(page.getByRole("heading", { level: 1, name: "Merchandise" })).toBeVisible();
    });
  }
});

test("a page whose script has loaded stays as it is, whatever fails later", async ({ page, noise }) => {
  noise.provoke(/uncaught: .*later/);
  await page.setViewportSize(PHONE);
  await stopClock(page);
  for (const address of ["/about", "/#/about"]) {
    await open(page, address);
    await page.clock.runFor(60_000);
    await page.evaluate(() => queueMicrotask(() => Promise.reject(new Error("later"))));
    await page.evaluate(() => dispatchEvent(new ErrorEvent("error")));
    await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
    await expect(page.locator("html")).toHaveClass(/\bjs\b/);
  }
});

/** Effective opacity of an element and its ancestors, from 0 to 1. */
function opacityWithAncestors(element: Element): number {
  let product = 1;
  for (let at: Element | null = element; at; at = at.parentElement) product *= Number(getComputedStyle(at).opacity);
  return product;
}
