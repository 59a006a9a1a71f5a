import type { BrowserContext, Page } from "@playwright/test";
import { findFaultsWithTextSpacing } from "./gallery/text-spacing.ts";
import { expect, test } from "./support/test.ts";
import { findMisplacedText } from "./support/text-layout.ts";
import { fontsReady, onEveryScreen, open, PHONE } from "./support/visitor.ts";

// WCAG 2.2: 1.4.10 Reflow, 1.4.12 Text spacing, and system settings.

async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate(findMisplacedText)).toEqual([]);
  const { clientWidth, scrollWidth } = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    return { clientWidth, scrollWidth };
  });
  expect(scrollWidth).toBe(clientWidth);
}

async function expectToFitWithMenu(page: Page): Promise<void> {
  await expectToFit(page);
  const menu = page.getByRole("button", { name: "Menu" });
  await menu.click();
  await expect(page.getByRole("link", { name: "About" })).toBeVisible();
  await expectToFit(page);
  await menu.click();
}

/** Widths that are also checked with text spacing. keep-the-look.spec.ts checks it at 360 and 1440 px. */
const WITH_TEXT_SPACING = [320, 1250];

test("from 320 to 2560 px no screen needs sideways scrolling, and nothing covers its heading", async ({ page }) => {
  // This checks every screen in ten windows.
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await onEveryScreen(page, async ({ heading }) => {
    const words = page.getByRole("heading", { level: 1, name: heading });
    await page.setViewportSize({ width: 320, height: 640 });
    await expectToFitWithMenu(page);
    for (const width of [320, 360, 768, 1023, 1024, 1250, 1280, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await expectToFit(page);
      expect(await words.evaluate(coveredAt), `${width} px`).toEqual([]);
      if (WITH_TEXT_SPACING.includes(width)) expect(await findFaultsWithTextSpacing(page), `${width} px`).toEqual([]);
    }
  });
});

/** Positions along an element's first line, from 0 to 1, where something else covers it. */
function coveredAt(element: Element): number[] {
  const range = document.createRange();
  range.selectNodeContents(element);
  const [line] = range.getClientRects();
  if (!line) return [];
  return [0.02, 0.25, 0.5, 0.75, 0.98].filter((place) => {
    const above = document.elementFromPoint(line.x + line.width * place, line.y + line.height / 2);
    return !above?.contains(element) && !element.contains(above);
  });
}

test.describe("at 400 % in a window of 1280 by 1024", () => {
  test.use({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 });

  test("no screen needs sideways scrolling", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await onEveryScreen(page, () => expectToFitWithMenu(page));
  });

  test("content fades in when it is scrolled into view", async ({ page }) => {
    await open(page, "/");
    const text = page.getByText(/^Harbour Line play country songs/);
    await text.evaluate((element) => element.scrollIntoView({ block: "start" }));
    await expect(page.locator("[data-fade]").filter({ has: text })).toHaveCSS("opacity", "1");
  });
});

test.describe("in forced colours", () => {
  test.use({ colorScheme: "dark", reducedMotion: "reduce" });

  test("every screen shows", async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await onEveryScreen(page, () => expectToFit(page));
  });

  // Bright pixels are text and icons: in forced colours these are nearly white.
  test("the menu button has a visible icon", async ({ page, context }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await page.setViewportSize(PHONE);
    await open(page, "/#/about");
    const drawn = await page.getByRole("button", { name: "Menu" }).screenshot();
    expect(await brightPixels(context, drawn)).toBeGreaterThan(30);
  });

  test("the link of the current screen looks different from the others", async ({ page, context }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await open(page, "/#/about");
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "About" });
    const marked = await brightPixels(context, await link.screenshot());
    await link.evaluate((element) => element.removeAttribute("aria-current"));
    expect(marked).not.toBe(await brightPixels(context, await link.screenshot()));
  });

  // In forced colours the browser draws a background behind each line of text. A heading's is higher than its line.
  test("no heading covers the small text above it, and the background picture is hidden", async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    for (const [address, small, heading] of [
      ["/#/about", ".eyebrow", "About"],
      ["/#/music", ".eyebrow", "Lake Effect"],
      ["/#/shop", ".product-card-words", "Lake Effect tee"],
    ] as const) {
      await open(page, address);
      await expect(page.locator(".background")).toBeHidden();
      const words = page.getByRole("heading", { name: heading, exact: true }).first();
      await expect(page.locator(small).first()).toBeVisible();
      await expect(words).toBeVisible();
      await fontsReady(page);
      const [above, below] = [await page.locator(small).first().boundingBox(), await words.boundingBox()];
      if (!above || !below) throw new Error(`${address} has no words above its heading`);
      // The clip goes from the top of the small text to the heading. A product's number there is generated content.
      const clip = { ...above, width: Math.min(above.width, 40), height: Math.min(above.height, below.y - above.y) };
      const withHeading = await page.screenshot({ clip });
      await words.evaluate((element) => {
        element.style.visibility = "hidden";
      });
      expect(withHeading.equals(await page.screenshot({ clip })), address).toBe(true);
    }
  });
});

/** Counts the pixels of a PNG that are lighter than medium grey, in a blank page. */
async function brightPixels(context: BrowserContext, png: Buffer): Promise<number> {
  const blank = await context.newPage();
  const count = await blank.evaluate(
    async (address) => {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      canvas?.drawImage(bitmap, 0, 0);
      const { data } = canvas?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] };
      let bright = 0;
      for (let at = 0; at < data.length; at += 4) {
        if ((data[at] ?? 0) * 0.3 + (data[at + 1] ?? 0) * 0.6 + (data[at + 2] ?? 0) * 0.1 > 128) bright += 1;
      }
      return bright;
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  await blank.close();
  return count;
}

test("with reduced motion nothing fades or moves", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await onEveryScreen(page, async ({ route }) => {
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll("*")].filter((element) => {
          const { transitionDuration, animationDuration, opacity } = getComputedStyle(element);
          const times = [...transitionDuration.split(","), ...animationDuration.split(",")];
          return (
            times.some((time) => Number.parseFloat(time) > 0) || (element.hasAttribute("data-fade") && opacity !== "1")
          );
        }).length,
    );
    expect(moving, route).toBe(0);
  });
});
