import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

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
