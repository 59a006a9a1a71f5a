/** Delay in Safari, which has no idle callback, in milliseconds. */
const LATER_MS = 2_000;

/** Calls back when the page is idle. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(() => run());
  else setTimeout(run, LATER_MS);
}
