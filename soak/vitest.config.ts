import { defineConfig } from "vitest/config";

/** An hour: full counts take minutes, on machines that may be busy. */
const TIMEOUT_MS = 60 * 60 * 1000;
/** Two minutes: a browser starts for each journey. */
const JOURNEY_MS = 2 * 60 * 1000;

// What `npm run soak` runs. A configuration of its own, so that `npm test` never meets it.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "full counts",
          include: ["gateway/src/**/*.soak.ts"],
          environment: "node",
          testTimeout: TIMEOUT_MS,
          // One after the other: each wants the machine to itself.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "other engines",
          include: ["soak/engines/*.soak.ts"],
          environment: "node",
          testTimeout: JOURNEY_MS,
          expect: { poll: { timeout: 20_000, interval: 100 } },
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "through hosted",
          // Every file whose cases speak to a service over its wire. The contract cases do so in npm test already.
          include: [
            "gateway/src/{leaving,live-updates}.test.ts",
            // Beside them, identities.test.ts speaks of visits that end at the provider itself and not at a gateway.
            "gateway/src/services/auth/builtin/{answer,audit-log,flow-states,oversight,owner,recovery}.test.ts",
            "gateway/src/services/auth/builtin/{refresh-tokens,sign-in,signing-keys,user}.test.ts",
            "gateway/src/services/auth/builtin/factors/*.test.ts",
            "gateway/src/services/database/{builtin,routes,routes-lists}.test.ts",
            // Beside it, insert-many.test.ts speaks with the service key alone, which no gateway in front passes on.
            "gateway/src/services/database/builtin/functions/functions.test.ts",
            "gateway/src/services/realtime/{protocol,builtin/audience}.test.ts",
            "gateway/src/services/store/builtin/storefront-api/{buy-client-checkout,hostile,pages,storefront}.test.ts",
            "gateway/src/services/store/builtin/storefront-api/{cart,catalogue}.test.ts",
          ],
          environment: "node",
          testTimeout: 120_000,
          maxWorkers: 2,
          provide: { isThroughHosted: true },
        },
      },
    ],
  },
});
