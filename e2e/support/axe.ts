import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** The parts of axe's results that a test reads. */
type Results = { violations: { id: string; help: string; nodes: { html: string }[] }[]; passes: object[] };

declare global {
  interface Window {
    axe: { run: (options: object) => Promise<Results> };
  }
}

/** The minified axe. Every page loads and parses it, and it has less than half the bytes of the full file. */
const AXE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

/**
 * axe reports no details of passing elements, which saves time. It skips frames, because we cannot change other sites.
 */
const OPTIONS = {
  iframes: false,
  resultTypes: ["violations"],
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};

/** Only this rule depends on the colours of a theme. */
const COLOURS = { ...OPTIONS, runOnly: { type: "rule", values: ["color-contrast"] } };

/**
 * Expects that axe finds no violation on the page; a failure names the rule and the elements.
 *
 * It loads axe into each document once. AxeBuilder would load it again, and silently give up that load after 1,000 ms.
 */
export async function expectNothingWrong(page: Page): Promise<void> {
  expect(await runAxe(page, OPTIONS)).toBeGreaterThan(10);
}

/**
 * Expects only that the colours have enough contrast, in another theme of a page that {@link expectNothingWrong} has
 * checked.
 */
export async function expectReadableColours(page: Page): Promise<void> {
  // Below an open dialog axe cannot tell, so the rule passes nothing.
  await runAxe(page, COLOURS);
}

/** @returns how many rules the page passes */
async function runAxe(page: Page, options: object): Promise<number> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { messages, passes } = await page.evaluate(async (options) => {
    const { violations, passes } = await window.axe.run(options);
    const messages = violations.map(
      ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => node.html).join("\n")}`,
    );
    return { messages, passes: passes.length };
  }, options);
  expect(messages).toEqual([]);
  return passes;
}
