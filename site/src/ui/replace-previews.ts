/** How long before another look at pictures that are not prepared yet, in milliseconds. */
const LOOK_EVERY_MS = 3_000;

/** Shows each picture sharp as soon as the gateway has prepared it, without a reload of the page. */
export function replacePreviews(): void {
  const previews = new Set<string>();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByType("resource") as PerformanceResourceTiming[]) {
      if (entry.serverTiming.length > 0) previews.add(entry.name);
    }
  }).observe({ type: "resource", buffered: true });

  let looks = 0;
  async function look(): Promise<void> {
    looks += 1;
    for (const address of document.hidden ? [] : previews) {
      const { ok, headers } = await fetch(address, { method: "HEAD", cache: "no-store" });
      if (!ok || headers.has("Server-Timing")) continue;
      previews.delete(address);
      for (const image of document.images) if (image.currentSrc === address) reload(image, looks);
    }
  }
  // One look after the other. Without a network the next one tries again.
  const lookLater = () =>
    void setTimeout(
      () =>
        look()
          .catch(() => {})
          .finally(lookLater),
      LOOK_EVERY_MS,
    );
  lookLater();
}

/** Gives a picture other addresses: browsers show an address that the page has loaded before as it was. */
function reload(image: HTMLImageElement, looks: number): void {
  const parts = image.parentElement instanceof HTMLPictureElement ? image.parentElement.children : [image];
  for (const part of parts) {
    const addresses = part.getAttribute("srcset");
    if (addresses) part.setAttribute("srcset", addresses.replaceAll(/\?(?:\d+&)?v=/g, `?${looks}&v=`));
  }
}
