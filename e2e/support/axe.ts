import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** The minified axe: less than half of the bytes that every page would have to load and parse. */
const AXE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Expects that axe finds no violation on the page; a failure names the rule and the elements.
 *
 * It runs the same rules as axe by default in a fifth of the time: it does not describe passing elements, opens no
 * second page, which only frames of other origins need, and loads axe into each document once.
 */
export async function expectNothingWrong(page: Page): Promise<void> {
  const hasAxe = page.frames().length === 1 && (await page.evaluate(() => "axe" in window));
  const axe = new AxeBuilder({ page, axeSource: hasAxe ? "undefined" : AXE })
    .options({ resultTypes: ["violations"] })
    .withTags(TAGS)
    .setLegacyMode();
  const { violations, passes } = await axe.analyze();
  const messages = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => node.html).join("\n")}`,
  );
  expect(messages).toEqual([]);
  expect(passes.length).toBeGreaterThan(10);
}
