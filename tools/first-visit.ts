import type { BrowserContextOptions, Page } from "@playwright/test";

/** The first-time visitors of Home: one with a phone with three dots per pixel, one with a laptop. */
export const FIRST_VISITORS = {
  "390 px": { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true },
  "1280 px": { viewport: { width: 1280, height: 800 } },
} satisfies Record<string, BrowserContextOptions>;

/** How long each visit lasts, in milliseconds. */
export const FIRST_VISIT_MS = 8_000;

/** A request of a page, with the bytes that were received, including headers. */
type Transfer = { path: string; type: string; bytes: number; isComplete: boolean };

/** Collects what a page requests from now on. */
export async function watchTransfers(page: Page): Promise<Transfer[]> {
  const transfers: Transfer[] = [];
  const byId = new Map<string, Transfer>();
  const protocol = await page.context().newCDPSession(page);
  protocol.on("Network.requestWillBeSent", ({ requestId, request, type = "Other" }) => {
    const transfer = { path: new URL(request.url).pathname, type, bytes: 0, isComplete: false };
    byId.set(requestId, transfer);
    transfers.push(transfer);
  });
  protocol.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    const transfer = byId.get(requestId);
    if (transfer) transfer.bytes += encodedDataLength;
  });
  protocol.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const transfer = byId.get(requestId);
    if (transfer) Object.assign(transfer, { bytes: encodedDataLength, isComplete: true });
  });
  await protocol.send("Network.enable");
  return transfers;
}

export const sumBytes = (transfers: readonly Transfer[]) => transfers.reduce((sum, { bytes }) => sum + bytes, 0);

/** One line for each request. */
export const listTransfers = (transfers: readonly Transfer[]) =>
  transfers.map(({ path, type, bytes }) => `${String(bytes).padStart(7)}  ${type.padEnd(10)}  ${path}`);
