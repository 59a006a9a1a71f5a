import type { Page } from "@playwright/test";
import { findLayoutFaults } from "./faults.ts";
import { withStyles } from "./settle.ts";

/** Spacing that readers may set. Source: WCAG 2.2, 1.4.12. */
const SPACING = `
* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-block-end: 2em !important; }`;

/**
 * Increases the spacing of letters, words, lines and paragraphs and finds what breaks: cut-off text, overlapping
 * controls, sideways scrolling. Restores the page afterwards.
 */
export async function findFaultsWithTextSpacing(page: Page): Promise<string[]> {
  const faults = await withStyles(page, SPACING, () => findLayoutFaults(page));
  return faults.map((fault) => `with text spacing, ${fault}`);
}
