import { defineConfig } from "vitest/config";
import { readFuzzSettings } from "./fixtures/src/fuzz-settings.ts";

const fuzz = readFuzzSettings(process.env);
const isLong = fuzz.times > 1;
/** Timeout of a test, in milliseconds; an hour if properties run longer than usual. */
const timeout = (usual: number) => (isLong ? 60 * 60 * 1000 : usual);
/** Timeout of `expect.poll`. A poll takes less than a second, except on a busy machine. */
const poll = { timeout: 10_000 };
/** These files define browser globals for their whole process, so each needs its own process. */
const IN_A_BROWSER = [
  "gateway/src/services/store/hosted-cart.test.ts",
  "gateway/src/services/store/builtin/storefront-api/cart-provider.test.ts",
];
if (process.env.FUZZ_SEED === "random") console.log(`To repeat these cases: FUZZ_SEED=${fuzz.seed}`);

export default defineConfig({
  test: {
    // The default leaves one core free, which is half of two cores. Many tests wait for a process, so more can run.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: "guards",
          include: ["scripts/guards/*.test.ts"],
          globalSetup: ["scripts/guards/site-built.ts"],
          environment: "node",
          // Generating types takes seconds on a busy machine.
          testTimeout: timeout(30_000),
          expect: { poll },
        },
      },
      {
        test: {
          name: "gateway",
          include: [
            "gateway/src/**/*.test.ts",
            "{protocol,fixtures}/**/*.test.ts",
            "{demo,soak}/**/*.test.ts",
            "hosting/**/*.test.ts",
            "bench/**/*.test.ts",
            "tools/**/*.test.ts",
          ],
          exclude: IN_A_BROWSER,
          environment: "node",
          // Modules load once for all files: they have no state of their own.
          isolate: false,
          // Some tests start the whole process several times, and the machine may be busy.
          testTimeout: timeout(60_000),
          expect: { poll },
          provide: { fuzz },
        },
      },
      {
        test: {
          name: "gateway, in a browser",
          include: IN_A_BROWSER,
          environment: "node",
          testTimeout: timeout(60_000),
          expect: { poll },
          provide: { fuzz },
        },
      },
      {
        test: {
          name: "site",
          include: ["site/src/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          // Every file has its own globals and modules, as in its own process, at less than half of the cost: all files
          // share the compiled code of React and the DOM.
          pool: "vmForks",
          // The dashboard is large, and the machine may be busy.
          testTimeout: timeout(30_000),
          expect: { poll },
          provide: { fuzz },
          setupFiles: ["fixtures/src/browser-channels.ts", "site/src/test-setup.ts"],
        },
      },
    ],
  },
});
