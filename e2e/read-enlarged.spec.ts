import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";
import { open, SCREENS } from "./support/visitor.ts";

// WCAG 2.2: 1.4.10 Reflow, 1.4.12 Text spacing, and what people set in their system.

/** Words whose edges stand outside the window, and words that are cut off by the box around them. */
function misplacedWords(): string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const holder = text.parentElement;
    if (!holder || !text.textContent?.trim() || !holder.checkVisibility({ visibilityProperty: true })) continue;
    // Words for screen readers only, and those that show with the focus, are out of sight on purpose.
    if (holder.closest(".visually-hidden, .skip-link, script")) continue;
    const words = text.textContent.trim().slice(0, 40);
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right } = range.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) found.push(`outside: ${words} (${left} to ${right})`);
    for (let box: Element | null = holder; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const isCut =
        (overflowX !== "visible" && box.scrollWidth > box.clientWidth + 1) ||
        (overflowY !== "visible" && box.scrollHeight > box.clientHeight + 1);
      // The hero clips its pictures; its words are measured against its own edge.
      if (isCut && range.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom + 1) {
        found.push(`cut off: ${words}`);
      }
    }
  }
  return found;
}

async function expectToFit(page: Page): Promise<void> {
  const overhang = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overhang()).toBe(0);
  expect(await page.evaluate(misplacedWords)).toEqual([]);
}

for (const [what, viewport, scale] of [
  ["at 320 px", { width: 320, height: 640 }, 1],
  ["at 400 % in a window of 1280 by 1024", { width: 320, height: 256 }, 4],
] as const) {
  test.describe(what, () => {
    test.use({ viewport, deviceScaleFactor: scale });

    for (const { name, route, heading } of SCREENS) {
      test(`${name} needs no sideways scrolling`, async ({ page }) => {
        await open(page, route);
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        await expectToFit(page);
        await page.getByRole("button", { name: "Menu" }).click();
        await expect(page.getByRole("link", { name: "About" })).toBeVisible();
        await expectToFit(page);
      });
    }

    for (const [route, words] of [
      ["/", /^Harbour Line play country songs/],
      ["/#/about", /^Harbour Line made their first record/],
    ] as const) {
      test(`what fades in on ${route} does so when it is scrolled to`, async ({ page }) => {
        await open(page, route);
        const text = page.getByText(words);
        const fading = page.locator("[data-fade]").filter({ has: text });
        await text.evaluate((element) => element.scrollIntoView({ block: "start" }));
        await expect(fading).toHaveCSS("opacity", "1");
      });
    }
  });
}

test.describe("with the letters, words, lines and paragraphs set apart", () => {
  for (const { name, route, heading } of SCREENS) {
    test(`${name} cuts nothing off`, async ({ page }) => {
      for (const width of [320, 1250]) {
        await page.setViewportSize({ width, height: 800 });
        await open(page, route);
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        // A sheet made by script is what a visitor's own style looks like to the page; its policy forbids inline ones.
        await page.evaluate(() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(`
            * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
            p { margin-block-end: 2em !important; }
          `);
          document.adoptedStyleSheets = [sheet];
        });
        await expectToFit(page);
      }
    });
  }
});

test.describe("in forced colours", () => {
  test.use({ colorScheme: "dark", reducedMotion: "reduce" });

  for (const { name, route, heading } of SCREENS) {
    test(`${name} is there`, async ({ page }) => {
      await page.emulateMedia({ forcedColors: "active" });
      await open(page, route);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await expectToFit(page);
    });
  }

  test("the menu's button has a picture on it", async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, "/#/about");
    const menu = page.getByRole("button", { name: "Menu" });
    const drawn = await menu.screenshot();
    await menu.evaluate((button) => {
      for (const part of button.children) if (part instanceof HTMLElement) part.hidden = true;
    });
    expect(drawn.equals(await menu.screenshot())).toBe(false);
  });

  test("the link of the shown screen looks unlike the others", async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await open(page, "/#/about");
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "About" });
    const marked = await link.screenshot();
    await link.evaluate((element) => element.removeAttribute("aria-current"));
    expect(marked.equals(await link.screenshot())).toBe(false);
  });
});

test("under reduced motion nothing moves: what fades is there at once, and no transition takes time", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const { route, heading } of SCREENS) {
    await open(page, route);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll("*")].filter((element) => {
          const { transitionDuration, animationName, opacity } = getComputedStyle(element);
          const takesTime = transitionDuration.split(",").some((time) => Number.parseFloat(time) > 0);
          return takesTime || animationName !== "none" || (element.hasAttribute("data-fade") && opacity !== "1");
        }).length,
    );
    expect(moving, route).toBe(0);
  }
});
