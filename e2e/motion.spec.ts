import type { Page } from "@playwright/test";
import { carouselOn } from "./support/carousel.ts";
import { countMovingFrames, type Motion, readMotions, recordMotions } from "./support/motions.ts";
import { expect, test } from "./support/test.ts";
import { fontsReady, open, stopClock } from "./support/visitor.ts";

/** Properties that the compositor animates, however busy the page is. */
const COMPOSITED = ["opacity", "transform", "translate", "scale", "rotate"];

const joinButton = (page: Page) => page.getByRole("button", { name: "Join the email list" });

/** Opens the email dialog and closes it. */
async function openAndCloseDialog(page: Page, check: () => Promise<void> = async () => {}): Promise<void> {
  await joinButton(page).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await check();
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toHaveCount(0);
}

async function putIntoCart(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Pier tote" }).click();
  await page.getByRole("button", { name: "Add To Cart" }).click();
  await expect(page.getByRole("button", { name: "Cart, 1 item" })).toBeVisible();
}

async function expectStill(page: Page): Promise<void> {
  await fontsReady(page);
  // Pictures that load late fill reserved space. A jump takes one frame; motion takes several.
  expect(await countMovingFrames(page)).toBeLessThanOrEqual(1);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
}

test.describe("with reduced motion nothing moves:", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });
  test.beforeEach(({ page }) => recordMotions(page));
  test.afterEach(async ({ page }) => expect(await readMotions(page)).toEqual([]));

  test("the front page, scrolled, and its dialog", async ({ page }) => {
    await open(page, "/");
    await expectStill(page);
    await openAndCloseDialog(page, () => expectStill(page));
    await page.getByRole("link", { name: "Read the story" }).scrollIntoViewIfNeeded();
    // From now on the pictures further down load.
    await expect(page.locator(".welcome-bill")).toHaveAttribute("data-in-view");
    await expectStill(page);
  });

  test("the hero, even after a minute", async ({ page }) => {
    await stopClock(page);
    await open(page, "/");
    await page.clock.runFor(60_000);
    await expect(page.getByRole("main").getByRole("img")).toHaveCount(1);
    await expect(page.getByRole("img", { name: /^Still water after sunset/ })).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Keep this picture" })).toBeHidden();
  });

  test("the shop, a product and the cart's badge", async ({ page }) => {
    await open(page, "/shop");
    await page.getByRole("link", { name: "Pier tote" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectStill(page);
    await page.keyboard.press("Escape");
    await putIntoCart(page);
    await page.getByRole("button", { name: "Cart, 1 item" }).click();
    await expect(page.getByRole("dialog", { name: "CART" })).toBeVisible();
    await expectStill(page);
  });

  test("the carousel, which jumps", async ({ page }) => {
    await open(page, "/music");
    const { row, name } = carouselOn(page);
    await name("Lake Effect").focus();
    const places = await row.evaluateHandle((list) => {
      const seen = new Set<number>();
      list.addEventListener("scroll", () => seen.add(list.scrollLeft));
      return seen;
    });
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => places.evaluate((seen) => seen.size)).toBe(1);
    await expectStill(page);
    expect(await places.evaluate((seen) => seen.size)).toBe(1);
  });
});

test.describe("the compositor does all animation, with the site's own easings:", () => {
  test.beforeEach(({ page }) => recordMotions(page));

  /** Expects that all of these moved, and that nothing moved in another way. */
  async function expectMotions(page: Page, names: string[]): Promise<void> {
    await expect
      .poll(async () => (await readMotions(page)).map(({ name }) => name))
      .toEqual(expect.arrayContaining(names));
    const curves = await page.evaluate(() => {
      // Only the hero uses the second easing.
      const place = document.querySelector(".hero") ?? document.body;
      const probe = place.appendChild(document.createElement("i"));
      return ["--ease", "--ease-through"].map((name) => {
        probe.style.transitionTimingFunction = `var(${name})`;
        return getComputedStyle(probe).transitionTimingFunction;
      });
    });
    const isOurs = ({ properties, easings, isSteady }: Motion) =>
      properties.every((property) => COMPOSITED.includes(property)) &&
      easings.every((easing) => curves.includes(easing) || (isSteady && easing === "linear"));
    expect((await readMotions(page)).filter((motion) => !isOurs(motion))).toEqual([]);
  }

  test("the hero's text, its pictures and its title", async ({ page }) => {
    await stopClock(page);
    await open(page, "/");
    await expect(page.getByRole("button", { name: "Keep this picture" })).toBeVisible();
    await page.clock.runFor(15_000);
    await expectMotions(page, ["hero-words", "hero-sink", "hero-picture opacity", "img scale"]);
  });

  test("a dialog that opens and closes, and text that comes into view", async ({ page }) => {
    await open(page, "/");
    // A dialog that is closed before its first frame does not animate.
    await openAndCloseDialog(page, () => expectMotions(page, ["dialog email-dialog opacity"]));
    await page.getByRole("link", { name: "Read the story" }).scrollIntoViewIfNeeded();
    await expectMotions(page, ["dialog-goes", "welcome-bill opacity", "welcome-bill translate"]);
  });

  test("the badge of the cart, and the cart", async ({ page }) => {
    await open(page, "/shop");
    await putIntoCart(page);
    await page.getByRole("button", { name: "Cart, 1 item" }).click();
    await expect(page.getByRole("dialog", { name: "CART" })).toBeVisible();
    await expectMotions(page, ["nav-cart-pieces", "dialog cart translate"]);
  });

  test("the carousel, whose slides do not change their size", async ({ page }) => {
    await open(page, "/music");
    const { row, name } = carouselOn(page);
    const sizes = () => row.locator("li").evaluateAll((slides) => slides.map((slide) => slide.clientWidth));
    const before = await sizes();
    await name("Lake Effect").focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => row.evaluate((list) => list.scrollLeft)).toBeGreaterThan(0);
    expect(await sizes()).toEqual(before);
    await expect(row).not.toHaveAttribute("data-moving");
    await expectMotions(page, ["carousel-glide"]);
  });
});
