import { defineConfig } from "vitest/config";

/** An hour: full counts take minutes, and the machine may be busy. */
const TIMEOUT_MS = 60 * 60 * 1000;
/** Two minutes: a browser starts for each journey. */
const JOURNEY_MS = 2 * 60 * 1000;

// The configuration of `npm run soak`. It is separate, so that `npm test` does not run these tests.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "full counts",
          include: ["gateway/src/**/*.soak.ts"],
          environment: "node",
          testTimeout: TIMEOUT_MS,
          // One after another: each needs the whole machine.
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
          // Every file whose cases use a service over HTTP. `npm test` runs the contract cases already.
          include: [
            "gateway/src/{leaving,live-updates}.test.ts",
            // Not identities.test.ts: its redirects end at the provider, not at a gateway.
            "gateway/src/services/auth/builtin/{answer,audit-log,flow-states,oversight,owner,recovery}.test.ts",
            "gateway/src/services/auth/builtin/{refresh-tokens,sign-in,signing-keys,user}.test.ts",
            "gateway/src/services/auth/builtin/factors/*.test.ts",
            "gateway/src/services/database/{builtin,routes,routes-lists}.test.ts",
            // Not insert-many.test.ts: it uses the service key, which a gateway in front rejects.
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
