/** Delay in Safari, in milliseconds. Safari has no idle callback. */
const LATER_MS = 2_000;

/** Calls a function when the page is idle. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(() => run());
  else setTimeout(run, LATER_MS);
}
