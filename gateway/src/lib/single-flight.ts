/** Runs one task for each key at a time. Calls during the task share its result. */
type SingleFlight<Result> = {
  run(key: string, task: () => Promise<Result>): Promise<Result>;
  /** Waits for the running task of a key, if there is one. Rejects if the task rejects. */
  ended(key: string): Promise<void>;
};

export function createSingleFlight<Result>(): SingleFlight<Result> {
  const running = new Map<string, Promise<Result>>();
  return {
    run(key, task) {
      const flight = running.get(key) ?? task().finally(() => running.delete(key));
      running.set(key, flight);
      return flight;
    },
    async ended(key) {
      await running.get(key);
    },
  };
}
