/** Runs one task for each key at a time; calls meanwhile share its result. */
type SingleFlight<Result> = {
  run(key: string, task: () => Promise<Result>): Promise<Result>;
};

export function createSingleFlight<Result>(): SingleFlight<Result> {
  const running = new Map<string, Promise<Result>>();
  return {
    run(key, task) {
      const flight = running.get(key) ?? task().finally(() => running.delete(key));
      running.set(key, flight);
      return flight;
    },
  };
}
