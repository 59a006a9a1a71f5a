import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Axe without blanks and comments, which are more than half of what would go to every page and be read there. */
const AXE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Finds nothing wrong on the page as it is now, or tells the rule and the elements.
 *
 * It asks the same rules as axe does by itself in a fifth of the time: elements with nothing wrong are not described,
 * no second page is opened, which only frames of other origins need, and a document that has axe is not given it again.
 */
export async function expectNothingWrong(page: Page): Promise<void> {
  const hasAxe = page.frames().length === 1 && (await page.evaluate(() => "axe" in window));
  const axe = new AxeBuilder({ page, axeSource: hasAxe ? "undefined" : AXE })
    .options({ resultTypes: ["violations"] })
    .withTags(TAGS)
    .setLegacyMode();
  const { violations, passes } = await axe.analyze();
  const told = violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => node.html).join("\n")}`);
  expect(told).toEqual([]);
  expect(passes.length).toBeGreaterThan(10);
}
