import { defineConfig } from "vitest/config";
import { readFuzzSettings } from "./fixtures/src/fuzz-settings.ts";

const fuzz = readFuzzSettings(process.env);
const isLong = fuzz.times > 1;
/** An hour, when properties are tried for longer by hand. */
const patience = (usually: number) => (isLong ? 60 * 60 * 1000 : usually);
/** What a test waits for is there within a second, unless the machine has other things to do. */
const poll = { timeout: 10_000 };
/** They give their whole process what a page has, and so have one to themselves. */
const IN_A_BROWSER = [
  "gateway/src/services/store/hosted-cart.test.ts",
  "gateway/src/services/store/builtin/storefront-api/cart-provider.test.ts",
];
if (process.env.FUZZ_SEED === "random") console.log(`The same cases again: FUZZ_SEED=${fuzz.seed}`);

export default defineConfig({
  test: {
    // By itself it leaves one processor free, which of two is half of the machine; and many tests wait for a process.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: "guards",
          include: ["scripts/guards/*.test.ts"],
          globalSetup: ["scripts/guards/site-built.ts"],
          environment: "node",
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
          // What these files read is read once for all: its modules keep no state of their own.
          isolate: false,
          // Tests of the whole process start it several times, on machines that may be busy.
          testTimeout: patience(60_000),
          expect: { poll },
          provide: { fuzz },
        },
      },
      {
        test: {
          name: "gateway, in a browser",
          include: IN_A_BROWSER,
          environment: "node",
          testTimeout: patience(60_000),
          expect: { poll },
          provide: { fuzz },
        },
      },
      {
        test: {
          name: "site",
          include: ["site/src/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          // Every file has globals and modules of its own, as in a process of its own, at less than half of the cost: what
          // was compiled of React and the DOM for one serves the next.
          pool: "vmForks",
          // The owner's desk is large, and the machine may be busy.
          testTimeout: patience(30_000),
          expect: { poll },
          provide: { fuzz },
          setupFiles: ["fixtures/src/browser-channels.ts", "site/src/test-setup.ts"],
        },
      },
    ],
  },
});
