import { Session } from "node:inspector/promises";

/** Code whose calls are work of the gateway: its own, and that of the libraries that read and answer requests. */
const COUNTED = /\/apps\/gateway\/src\/(?!testing\/)|\/node_modules\/graphql\//;

/** Counts calls of functions, as the engine does for coverage. */
export type CallCounter = {
  /** How many there were since this was last asked. */
  count(): Promise<number>;
  stop(): Promise<void>;
};

/**
 * Begins to count calls of functions. How many there are is the same on every machine, however busy, so a bound on them
 * can be a test where a bound on time cannot.
 */
export async function startCallCounter(): Promise<CallCounter> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return {
    async count() {
      const { result } = await session.post("Profiler.takePreciseCoverage");
      return result
        .filter(({ url }) => COUNTED.test(url))
        .flatMap(({ functions }) => functions)
        .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
    },
    async stop() {
      await session.post("Profiler.stopPreciseCoverage");
      await session.post("Profiler.disable");
      session.disconnect();
    },
  };
}
