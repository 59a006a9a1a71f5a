import { showRows } from "./gallery/states/home.ts";
import { expectSilence, expectToHear, playerOn } from "./support/player.ts";
import { expect, test } from "./support/test.ts";
import { fontsReady, heading, open } from "./support/visitor.ts";

// docs/product.md §2, Home.

test.use({ reducedMotion: "reduce" });

test("the newest release plays on Home and continues on the Music screen", async ({ page }) => {
  await open(page, "/");
  const row = page.getByRole("region", { name: "Lake Effect", exact: true });
  await expect(row).toContainText("Single, 2026");
  await row.getByRole("button", { name: "Play Lake Effect" }).click();
  await expectToHear(page, "/audio/lake-effect/01-lake-effect.mp3");
  await expect(playerOn(page).bar.pause).toBeVisible();
  await row.getByRole("button", { name: "Pause Lake Effect" }).click();
  await expectSilence(page);
  await expect(playerOn(page).bar.play).toBeVisible();
  await row.getByRole("button", { name: "Play Lake Effect" }).click();
  await row.getByRole("link", { name: "All music" }).click();
  await expect(heading(page, "Music")).toBeVisible();
  await expect(playerOn(page).area.pause).toBeVisible();
  await page.goBack();
  // The button shows that the music is already playing.
  await expect(row.getByRole("button", { name: "Pause Lake Effect" })).toBeVisible();
});

test("if the player does not load, the Music screen opens instead", async ({ page, noise }) => {
  noise.tolerate(/play-release|ERR_FAILED|Failed to fetch/);
  await page.route("**/assets/play-release-*.js", (route) => route.abort());
  await open(page, "/");
  await page.getByRole("button", { name: "Play Lake Effect" }).click();
  await expect(heading(page, "Music")).toBeVisible();
  await expect(page).toHaveURL(/#\/music\/lake-effect$/);
});

test("a product on Home has a link to its page, and one to the shop", async ({ page }) => {
  await open(page, "/");
  const row = page.getByRole("region", { name: "Lake Effect tee" });
  await expect(row).toContainText("T-shirt, $38.00");
  await row.getByRole("link", { name: "Lake Effect tee" }).click();
  await expect(page.getByRole("dialog", { name: "Lake Effect tee" })).toBeVisible();
  await page.goto("/");
  await row.getByRole("link", { name: "Shop", exact: true }).click();
  await expect(heading(page, "Merchandise")).toBeVisible();
});

test("the pictures of the rows load once the introduction is in view, without a layout shift", async ({ page }) => {
  const pictures: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "image") pictures.push(new URL(request.url()).pathname);
  });
  await open(page, "/");
  await page.waitForFunction(() => document.documentElement.dataset.atRest !== undefined);
  const height = await page.evaluate(() => document.body.scrollHeight);
  expect(pictures.filter((path) => /lake-effect/.test(path))).toEqual([]);
  await showRows(page);
  await expect.poll(() => pictures.filter((path) => /lake-effect/.test(path)).length).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.body.scrollHeight)).toBe(height);
});

test("the pictures of the rows load when the visitor jumps to the end of the page", async ({ page }) => {
  await open(page, "/");
  await page.keyboard.press("End");
  const picture = page.getByRole("img", { name: /^A dark blue-black T-shirt/ });
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
    .toBeGreaterThan(0);
});

test("the Music screen links to the shop's products of a release", async ({ page }) => {
  await open(page, "/music");
  const stage = page.getByRole("main").getByRole("region", { name: "Lake Effect", exact: true });
  await expect(stage.getByRole("link", { name: "Download $4.00" })).toBeVisible();
  await stage.getByRole("link", { name: "Vinyl $34.00" }).click();
  await expect(page.getByRole("dialog", { name: "Lake Effect, vinyl single" })).toBeVisible();
});

test("on a small phone a product's window shows the choices without scrolling", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, "/shop/lake-effect-tee");
  await fontsReady(page);
  const dialog = page.getByRole("dialog");
  const bottomOf = (element: Element) => element.getBoundingClientRect().bottom;
  const actions = await dialog.getByRole("button", { name: "Cancel" }).evaluate((el) => el.getBoundingClientRect().top);
  for (const choice of ["Size", "Colour"]) {
    const bottom = await dialog.getByRole("group", { name: choice }).evaluate(bottomOf);
    expect.soft(bottom, choice).toBeLessThanOrEqual(actions);
  }
  const picture = await dialog.locator(".product-picture").first().evaluate(bottomOf);
  const thumbnails = dialog.getByRole("list", { name: "Pictures of Lake Effect tee" });
  expect(await thumbnails.evaluate((el) => el.getBoundingClientRect().top)).toBeGreaterThanOrEqual(picture);
});
