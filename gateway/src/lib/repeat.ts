/** Calls something again and again, so many milliseconds apart; answers with what ends it. */
export type Every = (ms: number, run: () => void) => () => void;

/** Calls something again and again, without keeping the process alive for it. */
export const repeat: Every = (ms, run) => {
  const timer = setInterval(run, ms);
  timer.unref();
  return () => clearInterval(timer);
};

/** Work that is done from time to time. */
export interface Recurring {
  /** Does it now, or waits for the one under way. */
  check(): Promise<void>;
  /** Ends it after the one under way. */
  stop(): Promise<void>;
}

/**
 * Does something at once and then again and again, never twice at the same time.
 *
 * @param work must not reject
 */
export function recurring(ms: number, work: () => Promise<void>, every: Every = repeat): Recurring {
  let underWay: Promise<void> | undefined;

  function check(): Promise<void> {
    underWay ??= work().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  const end = every(ms, check);
  void check();

  return {
    check,
    async stop() {
      end();
      await underWay;
    },
  };
}
