/**
 * Calls something again and again, without keeping the process alive for it: counting alone is no reason to.
 *
 * @returns what ends it
 */
export function repeat(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  timer.unref();
  return () => clearInterval(timer);
}
