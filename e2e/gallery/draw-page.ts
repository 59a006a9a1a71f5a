import type { Page } from "@playwright/test";

/**
 * Draws the window, or the whole page from its top, as a PNG. Playwright's own pictures are packed tightly, which takes
 * longer than all else that is done with one that is unpacked at once.
 */
export async function drawPage(page: Page, fullPage = false): Promise<Buffer> {
  const browser = await page.context().newCDPSession(page);
  const { cssContentSize: whole } = await browser.send("Page.getLayoutMetrics");
  const { data } = await browser.send("Page.captureScreenshot", {
    optimizeForSpeed: true,
    captureBeyondViewport: fullPage,
    ...(fullPage && { clip: { ...whole, scale: 1 } }),
  });
  await browser.detach();
  return Buffer.from(data, "base64");
}
