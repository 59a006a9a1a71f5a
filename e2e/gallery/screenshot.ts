import type { Page } from "@playwright/test";

/**
 * Takes a PNG screenshot of the window or of the whole page, for tests that decode it at once. Playwright's own method
 * compresses the picture tightly, which takes longer than everything else in such a test.
 */
export async function takeScreenshot(page: Page, fullPage = false): Promise<Buffer> {
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
