/** Pause before pictures that are not prepared yet are checked again, in milliseconds. */
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
  // One check at a time. Without a network the next one tries again.
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

/**
 * Gives a picture other addresses, because for a known address browsers show the picture that they have loaded already.
 */
function reload(image: HTMLImageElement, looks: number): void {
  const parts = image.parentElement instanceof HTMLPictureElement ? image.parentElement.children : [image];
  for (const part of parts) {
    const addresses = part.getAttribute("srcset");
    if (addresses) part.setAttribute("srcset", addresses.replaceAll(/\?(?:\d+&)?v=/g, `?${looks}&v=`));
  }
}
