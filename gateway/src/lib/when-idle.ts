import { performance } from "node:perf_hooks";

/** How often to check whether the process is idle, in milliseconds. */
const SPAN_MS = 2_000;
/** The process counts as idle when it was busy for at most this share of the time, from 0 to 1. */
const IDLE_SHARE = 0.1;

/**
 * Calls a function once, after the first two seconds in which this process was nearly idle. So work that blocks for
 * long does not delay present visitors.
 *
 * @param workedShare returns the share of the time since its last call that the process was busy
 * @returns a function that cancels it
 */
export function whenIdle(work: () => void, workedShare = createWorkedShare()): () => void {
  const timer = setInterval(() => {
    if (workedShare() > IDLE_SHARE) return;
    clearInterval(timer);
    work();
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
