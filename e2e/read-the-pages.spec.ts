import type { Locator } from "@playwright/test";
import { expect, test } from "./support/test.ts";
import { fontsReady, open, PHONE } from "./support/visitor.ts";

// Typography of the text pages. docs/decisions/look.md.

/** Reads an element's position and size once it is visible and no font is loading. */
async function boxOf(element: Locator) {
  await expect(element).toBeVisible();
  await fontsReady(element.page());
  const box = await element.boundingBox();
  if (!box) throw new Error("The element is not drawn");
  return box;
}

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("the story and its larger opening have the same width on the widest screen", async ({ page }) => {
    await page.setViewportSize({ width: 2560, height: 1440 });
    await open(page, "/#/about");
    const paragraphs = page.getByRole("main").locator(".prose > p");
    await expect(paragraphs.nth(1)).toBeVisible();
    const widths = await Promise.all((await paragraphs.all()).map(async (one) => Math.round((await boxOf(one)).width)));
    expect(new Set(widths).size).toBe(1);
  });

  test("the portrait fills its side of the window and stays while the story scrolls", async ({ page }) => {
    await open(page, "/#/about");
    const portrait = page.getByRole("main").getByRole("img");
    const whole = { x: 0, y: 0, height: 900 };
    expect(await boxOf(portrait)).toMatchObject(whole);
    const { x } = await boxOf(page.getByRole("heading", { level: 1 }));
    expect(x).toBeLessThan((await boxOf(portrait)).width);
    await page.mouse.wheel(0, 200);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(200);
    expect(await boxOf(portrait)).toMatchObject(whole);
  });

  test("the number of a section is in the margin and part of its heading", async ({ page }) => {
    await open(page, "/#/privacy");
    const heading = page.getByRole("heading", { name: "10. Contact" });
    const { x } = await boxOf(heading);
    expect((await boxOf(heading.getByText("10."))).x).toBeLessThan(x);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("the portrait reaches the window's edges, and the heading overlaps its lower edge", async ({ page }) => {
    await open(page, "/#/about");
    const portrait = await boxOf(page.getByRole("main").getByRole("img"));
    expect(portrait).toMatchObject({ x: 0, y: 0, width: 360 });
    const heading = await boxOf(page.getByRole("heading", { level: 1 }));
    expect(heading.y).toBeLessThan(portrait.height);
    expect(heading.y + heading.height).toBeGreaterThan(portrait.height);
  });
});

test("print has black text, and neither navigation nor footer", async ({ page }) => {
  await open(page, "/#/terms");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");

  await open(page, "/#/");
  await expect(page.getByText(/^Harbour Line play country songs/)).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.locator("[data-fade]")).toHaveCSS("opacity", "1");

  await open(page, "/#/about");
  const opening = page.getByText(/^Harbour Line made their first record/);
  expect(await opening.evaluate((words) => getComputedStyle(words, "::first-letter").color)).toBe("rgb(0, 0, 0)");
});
