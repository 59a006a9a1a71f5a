/** Calls `work` after the callbacks of all settled promises, and of the promises that these callbacks settle. */
export function afterPromises(work: () => void): void {
  // Node runs all promise callbacks before the next tick.
  queueMicrotask(() => process.nextTick(work));
}
