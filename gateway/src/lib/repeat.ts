/** Calls a function at an interval. @returns a function that ends it */
export type Every = (ms: number, run: () => void) => () => void;

/** Calls a function at an interval, without keeping the process alive. */
export const repeat: Every = (ms, run) => {
  const timer = setInterval(run, ms);
  timer.unref();
  return () => clearInterval(timer);
};

/** Work that is repeated at an interval. */
export interface Recurring {
  /** Runs it now, or waits for the current run. */
  check(): Promise<void>;
  /** Ends it after the current run. */
  stop(): Promise<void>;
}

/**
 * Runs work at once and then at an interval, never twice at the same time.
 *
 * @param work must not reject
 */
export function recurring(ms: number, work: () => Promise<void>, every: Every = repeat): Recurring {
  let running: Promise<void> | undefined;

  function check(): Promise<void> {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  }

  const end = every(ms, check);
  void check();

  return {
    check,
    async stop() {
      end();
      await running;
    },
  };
}
