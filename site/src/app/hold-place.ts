/** How long what a screen fetches may come late, in milliseconds. */
const LATE_MS = 5_000;
/** By these a visitor goes on. */
const TAKES_OVER = ["wheel", "touchstart", "pointerdown", "keydown"];

let stopHolding = () => {};

/**
 * Scrolls to where the visitor was, and there again whenever something that comes late makes the page taller: the
 * browser would go along with whatever stood in view meanwhile, the footer for one. Ends when the visitor goes on.
 *
 * @param y in CSS pixels from the top
 */
export function holdPlace(y: number): void {
  stopHolding();
  scrollTo(0, y);
  if (y === 0) return;
  const held = new AbortController();
  const growth = new ResizeObserver(() => scrollTo(0, y));
  const timer = setTimeout(() => stopHolding(), LATE_MS);
  stopHolding = () => {
    held.abort();
    growth.disconnect();
    clearTimeout(timer);
  };
  for (const name of TAKES_OVER) addEventListener(name, stopHolding, { passive: true, signal: held.signal });
  growth.observe(document.body);
}
