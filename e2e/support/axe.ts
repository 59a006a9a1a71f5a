import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";
import { WINDOWS } from "./visitor.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Finds nothing wrong on the page as it is now, or tells the rule and the elements.
 *
 * It asks the same rules as axe does by itself in a third of the time: elements with nothing wrong are not described,
 * no second page is opened, which only frames of other origins need, and a document that has axe is not given it again.
 */
export async function expectNothingWrong(page: Page): Promise<void> {
  const hasAxe = page.frames().length === 1 && (await page.evaluate(() => "axe" in window));
  const axe = new AxeBuilder({ page, ...(hasAxe ? { axeSource: "undefined" } : {}) })
    .options({ resultTypes: ["violations"] })
    .withTags(TAGS)
    .setLegacyMode();
  const { violations, passes } = await axe.analyze();
  const told = violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => node.html).join("\n")}`);
  expect(told).toEqual([]);
  expect(passes.length).toBeGreaterThan(10);
}

/** Finds nothing wrong, nor anything beside the page, in the windows of a phone and of a laptop. Leaves the last. */
export async function expectNothingWrongInBothWindows(page: Page): Promise<void> {
  for (const viewport of WINDOWS) {
    await page.setViewportSize(viewport);
    await expectNothingWrong(page);
    await expectNothingBeside(page);
  }
}

/** Finds the page no wider than its window. */
export async function expectNothingBeside(page: Page): Promise<void> {
  const beside = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(beside).toBe(0);
}
