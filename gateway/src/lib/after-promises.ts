/** Calls back once all settled promises, and those that they settle, have called back. */
export function afterPromises(work: () => void): void {
  // Node empties its promise queue before it returns to the ticks.
  queueMicrotask(() => process.nextTick(work));
}
