import { Session } from "node:inspector/promises";

/** Code whose calls count: the gateway's own, and the GraphQL library. */
const COUNTED = /\/gateway\/src\/(?!testing\/)|\/node_modules\/graphql\//;

/** Counts function calls with the engine's coverage. */
type CallCounter = {
  /** Calls since the last call of this method. */
  count(): Promise<number>;
  stop(): Promise<void>;
};

/**
 * Starts counting function calls. The count is the same on every machine, even a busy one. So a test can limit calls
 * where it cannot limit time.
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
