/** Loads the code that replaces previews of pictures, once the page has one. Few visitors ever see one. */
export function watchPreviews(): void {
  const observer = new PerformanceObserver((list) => {
    // The gateway marks previews, and nothing else, by this header. Source: docs/product.md §7, other.
    if (!list.getEntries().some((entry) => "serverTiming" in entry && (entry.serverTiming as unknown[]).length > 0))
      return;
    observer.disconnect();
    import("./replace-previews.ts").then(({ replacePreviews }) => replacePreviews());
  });
  observer.observe({ type: "resource", buffered: true });
}
