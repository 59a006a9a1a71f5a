/** How long Safari, which has no idle callback yet, is left to itself instead, in milliseconds. */
const LATER_MS = 2_000;

/** Does something once the page has nothing else to do. */
export function whenIdle(something: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(() => something());
  else setTimeout(something, LATER_MS);
}
