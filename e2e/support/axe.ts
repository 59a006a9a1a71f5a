import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Finds nothing wrong on the page as it is now, or tells the rule and the elements. */
export async function expectNothingWrong(page: Page): Promise<void> {
  const { violations, passes } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  const told = violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => node.html).join("\n")}`);
  expect(told).toEqual([]);
  expect(passes.length).toBeGreaterThan(10);
}
