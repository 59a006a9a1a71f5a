import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";
import { fontsReady, interactive, open, PHONE, stopClock } from "./support/visitor.ts";

// docs/product.md §2, Home, and §9.

/** The beginning of each picture's alternative text, in the order of artist.json. */
const PICTURES = { n1: /^Still water after sunset/, n2: /^Blue hour on the lake/, n6: /^A storm clears/ } as const;

/** Only the visible picture is in the accessibility tree. */
const shown = (page: Page, picture: keyof typeof PICTURES) => page.getByRole("img", { name: PICTURES[picture] });
const pause = (page: Page) => page.getByRole("button", { name: "Keep this picture" });

async function expectShown(page: Page, picture: keyof typeof PICTURES): Promise<void> {
  await expect(shown(page, picture)).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Harbour Line" }).getByRole("img")).toHaveCount(1);
}

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("the pictures change every 15000 ms and start again after the last", async ({ page }) => {
    await stopClock(page);
    await open(page, "/");
    await expect(pause(page)).toBeVisible();
    await expectShown(page, "n1");
    for (const [before, after] of [
      ["n1", "n2"],
      ["n2", "n6"],
      ["n6", "n1"],
      ["n1", "n2"],
    ] as const) {
      await page.clock.runFor(14_999);
      await expectShown(page, before);
      await page.clock.runFor(1);
      await expectShown(page, after);
    }
  });

  test("the current picture is visible, the others have faded", async ({ page }) => {
    await stopClock(page);
    await open(page, "/");
    await page.clock.runFor(15_000);
    await expectShown(page, "n2");
    // The next picture loads, hidden.
    await page.clock.runFor(10_000);
    for (const [name, opacity] of [
      ["n1", "0"],
      ["n2", "1"],
      ["n6", "0"],
    ] as const) {
      const picture = page.getByAltText(PICTURES[name]);
      await expect(picture.locator("xpath=../..")).toHaveCSS("opacity", opacity);
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    }
  });

  test("a picture loads five seconds before it shows for the first time, and not while the pictures pause", async ({
    page,
  }) => {
    const requested: string[] = [];
    page.on("request", (request) => {
      const [, name] = /\/optimized\/avif\/(\w+)-\w+\.avif$/.exec(new URL(request.url()).pathname) ?? [];
      if (name) requested.push(name);
    });
    await stopClock(page);
    await open(page, "/");
    await pause(page).click();
    await page.clock.runFor(60_000);
    await pause(page).click();
    await page.clock.runFor(9_999);
    await expect.poll(() => requested).toEqual(["n1"]);
    await page.clock.runFor(1);
    await expect.poll(() => requested).toEqual(["n1", "n2"]);
    await page.clock.runFor(14_999);
    await expect.poll(() => requested).toEqual(["n1", "n2"]);
    await page.clock.runFor(1);
    await expect.poll(() => requested).toEqual(["n1", "n2", "n6"]);
    await page.clock.runFor(60_000);
    await expectShown(page, "n6");
    expect(requested).toEqual(["n1", "n2", "n6"]);
  });

  test("the button pauses and resumes the pictures", async ({ page }) => {
    await stopClock(page);
    await open(page, "/");
    await page.clock.runFor(15_000);
    await expectShown(page, "n2");
    await pause(page).click();
    await expect(pause(page)).toHaveAttribute("aria-pressed", "true");
    await page.clock.runFor(60_000);
    await expectShown(page, "n2");
    await pause(page).press("Space");
    await expect(pause(page)).toHaveAttribute("aria-pressed", "false");
    await page.clock.runFor(15_000);
    await expectShown(page, "n6");
  });

  test("after a visit to another screen the pictures start again with the first", async ({ page }) => {
    await stopClock(page);
    await open(page, "/");
    await page.getByRole("link", { name: "Read the story" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "About" })).toBeVisible();
    await page.clock.runFor(40_000);
    await page.goBack();
    await expectShown(page, "n1");
    await page.clock.runFor(15_000);
    await expectShown(page, "n2");
  });
});

test("below 1024 px the first picture stays and the others do not load", async ({ page }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.setViewportSize({ width: 1023, height: 800 });
  await stopClock(page);
  await open(page, "/");
  await page.clock.runFor(60_000);
  await expectShown(page, "n1");
  await expect(pause(page)).toBeHidden();
  expect(requested.filter((path) => /\/n[26]-/.test(path))).toEqual([]);
  await expect.poll(() => requested.filter((path) => /\/n1-/.test(path)).length).toBe(1);

  // A rotated tablet has desktop width.
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(pause(page)).toBeVisible();
  await page.clock.runFor(15_000);
  await expectShown(page, "n2");
});

test("name, subtitle and welcome come into view", async ({ page }) => {
  await open(page, "/");
  const words = page.getByRole("heading", { level: 1, name: "Harbour Line" });
  await expect(words.locator("xpath=..")).toHaveCSS("opacity", "1");
  await expect(page.getByText("Country & Americana", { exact: true })).toBeVisible();
  const welcome = page.getByText(/^Harbour Line play country songs/);
  await expect(welcome.locator("xpath=..")).toHaveCSS("opacity", "0");
  await welcome.scrollIntoViewIfNeeded();
  await expect(welcome.locator("xpath=..")).toHaveCSS("opacity", "1");
});

test("during scrolling the name moves down and fades; with reduced motion it stays", async ({ page }) => {
  const name = page.getByRole("heading", { level: 1, name: "Harbour Line" });
  await open(page, "/");
  await expect(name).toHaveCSS("opacity", "1");
  await page.evaluate(() => scrollTo(0, innerHeight / 2));
  await expect(name).not.toHaveCSS("opacity", "1");
  await expect(name).not.toHaveCSS("transform", "none");
  await page.evaluate(() => scrollTo(0, 0));
  await expect(name).toHaveCSS("opacity", "1");

  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => scrollTo(0, innerHeight / 2));
  await expect(name).toHaveCSS("opacity", "1");
  await expect(name).toHaveCSS("transform", "none");
});

test("on a phone the name fades before it reaches the row of platforms", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page, "/");
  const name = page.getByRole("heading", { level: 1, name: "Harbour Line" });
  const row = page.getByRole("list", { name: "Harbour Line elsewhere" });
  const opacity = () => name.evaluate((element) => Number(getComputedStyle(element).opacity));
  /** Scrolls to a part of the window's height. Resolves when the name has moved with it, in the second frame. */
  const scrollTo = (part: number) =>
    page.evaluate(async (share) => {
      window.scrollTo(0, innerHeight * share);
      for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    }, part);
  await fontsReady(page);
  let hasMet = false;
  for (const part of [0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
    await scrollTo(part);
    await expect.poll(opacity).toBeLessThan(1);
    const [above, below] = [await name.boundingBox(), await row.boundingBox()];
    if (!above || !below || above.y + above.height <= below.y) continue;
    hasMet = true;
    await expect.poll(opacity, `${part} of the window`).toBe(0);
  }
  expect(hasMet).toBe(true);
});

test("each platform opens in a new tab and has a name", async ({ page, context, noise }) => {
  noise.provoke(/request to another origin: https:\/\/instagram\.example/);
  await context.route("https://instagram.example/**", (route) => route.fulfill({ body: "pictures" }));
  await open(page, "/");
  const row = page.getByRole("list", { name: "Harbour Line elsewhere" });
  const names = ["Instagram", "YouTube", "Facebook", "TikTok", "Spotify", "Apple Music"];
  await expect(row.getByRole("link")).toHaveCount(names.length);
  for (const platform of names) {
    const link = row.getByRole("link", { name: new RegExp(`^Harbour Line on ${platform}`) });
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", /noopener/);
    await expect(link).toHaveAttribute("href", /^https:\/\//);
  }
  const opened = context.waitForEvent("page");
  await row.getByRole("link", { name: /on Instagram/ }).click();
  await expect(await opened).toHaveURL("https://instagram.example/harbourline");
});

for (const { window, size, file } of [
  { window: "a laptop", size: { width: 1280, height: 800 }, file: /\/n1-(large|hero)\.avif$/ },
  { window: "a phone", size: PHONE, file: /\/n1-upright78\.avif$/ },
]) {
  test(`on ${window} the first picture loads once, as AVIF, no wider than needed`, async ({ page }) => {
    await page.setViewportSize(size);
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await page.goto("/");
    await interactive(page);
    await expect(page.getByRole("main").getByRole("img")).toHaveCount(1);
    const first = () => requested.filter((path) => path.includes("/n1-"));
    await expect.poll(first).toEqual([expect.stringMatching(file)]);
  });
}
