import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How much more memory makes a collection worth its pause, in bytes. On a quiet site this takes hours. */
const WORTHWHILE = 3_000_000;

/** V8's own function. Source: v8/src/extensions/gc-extension.cc. */
type CollectGarbage = (options: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;

/**
 * Returns a function that returns memory to the system at its first call, and later whenever the process has taken much
 * more since.
 *
 * @param resident reads the memory that the process takes now, in bytes
 */
export function createMemoryReturn(resident = process.memoryUsage.rss, collect = returnMemory): () => void {
  let least = Number.NEGATIVE_INFINITY;
  return () => {
    if (resident() < least + WORTHWHILE) return;
    collect();
    least = resident();
  };
}

/**
 * Collects all garbage, and returns the memory that it took to the system. It takes some 50 ms, in which nothing else
 * runs. V8 would do it by itself only when the heap has grown by another half, which never happens on a quiet site.
 */
export function returnMemory(): void {
  setFlagsFromString("--expose-gc");
  const collectGarbage: CollectGarbage = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  collectGarbage({ type: "major", execution: "sync", flavor: "last-resort" });
}
