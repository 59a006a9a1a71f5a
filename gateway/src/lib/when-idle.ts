import { performance } from "node:perf_hooks";

/** Length of the spans in which the process has to be idle, in milliseconds. */
const SPAN_MS = 2_000;
/** The process counts as idle when it was busy for at most this share of the time, from 0 to 1. */
const IDLE_SHARE = 0.1;

/**
 * Calls a function once, after the first two seconds in which this process was nearly idle. So work that blocks for a
 * long time does not delay current visitors.
 *
 * @param workedShare returns the share of the time since its last call in which the process was busy
 * @returns a function that cancels it
 */
export function whenIdle(work: () => void, workedShare?: () => number): () => void {
  const cancel = wheneverIdle(() => {
    cancel();
    work();
  }, workedShare);
  return cancel;
}

/** Calls a function after each two seconds in which this process was nearly idle. The rest is as in {@link whenIdle}. */
export function wheneverIdle(work: () => void, workedShare = createWorkedShare()): () => void {
  const timer = setInterval(() => {
    if (workedShare() <= IDLE_SHARE) work();
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
