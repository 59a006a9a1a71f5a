import { performance } from "node:perf_hooks";

/** How often it is looked whether there is time, in milliseconds. */
const SPAN_MS = 2_000;
/** The share of a span that may have gone to work for the span to count as idle, from 0 to 1. */
const IDLE_SHARE = 0.1;

/**
 * Does something once, after the first two seconds in which this process had next to nothing to do: whatever takes long
 * in one piece must not stand before those who are here already.
 *
 * @param workedShare tells which share of the time since it was last asked went to work
 * @returns what gives it up
 */
export function whenIdle(something: () => void, workedShare = createWorkedShare()): () => void {
  const timer = setInterval(() => {
    if (workedShare() > IDLE_SHARE) return;
    clearInterval(timer);
    something();
  }, SPAN_MS).unref();
  return () => clearInterval(timer);
}

function createWorkedShare(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
