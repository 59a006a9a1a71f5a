type Coalesced = {
  /** Requests a run. */
  schedule: () => void;
  /** Cancels a requested run. */
  stop: () => void;
};

/**
 * Limits how often a function runs.
 *
 * @param firstMs bounds of the random pause before a run, so that many windows do not run at once
 * @param apartMs shortest time between the starts of two runs
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
    schedule() {
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
