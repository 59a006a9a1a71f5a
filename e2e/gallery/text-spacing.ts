import type { Page } from "@playwright/test";
import { faultsOf } from "./faults.ts";

/** What somebody may set who reads better so. Source: WCAG 2.2, 1.4.12; text that is set apart keeps its own paragraphs. */
const APART = `
* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-block-end: 2em !important; }`;

/**
 * Sets letters, words, lines and paragraphs apart, and tells what does not take it: words cut off, controls over one
 * another, sideways scrolling. Leaves the page as it was.
 */
export async function faultsWhenSetApart(page: Page): Promise<string[]> {
  // A sheet made by script is what a visitor's own style looks like to the page; its policy forbids inline ones.
  const sheet = await page.evaluateHandle((text) => {
    const added = new CSSStyleSheet();
    added.replaceSync(text);
    document.adoptedStyleSheets.push(added);
    return added;
  }, APART);
  const faults = await faultsOf(page);
  await sheet.evaluate((added) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== added);
  });
  return faults.map((fault) => `set apart, ${fault}`);
}
