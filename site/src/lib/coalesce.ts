/** Runs something at most so often, however often it is asked for. */
export type Coalesced = {
  /** Asks for a run. */
  ask: () => void;
  /** Gives up a run that was asked for. */
  stop: () => void;
};

/**
 * Makes many requests for the same work into few runs of it.
 *
 * @param firstMs pause before a run, drawn between both bounds, so that many windows do not all run at once
 * @param apartMs least time between the begin of two runs
 * @param random from 0 to 1
 */
export function coalesce(
  run: () => void,
  firstMs: readonly [number, number],
  apartMs: number,
  random: () => number = Math.random,
): Coalesced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastRun = Number.NEGATIVE_INFINITY;
  return {
    ask() {
      if (timer !== undefined) return;
      const pause = firstMs[0] + (firstMs[1] - firstMs[0]) * random();
      timer = setTimeout(
        () => {
          timer = undefined;
          lastRun = Date.now();
          run();
        },
        Math.max(pause, lastRun + apartMs - Date.now()),
      );
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
