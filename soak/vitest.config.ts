import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** An hour, because full counts take minutes and the machine may be busy. */
const TIMEOUT_MS = 60 * 60 * 1000;
/** Two minutes, because a browser starts for each journey. */
const JOURNEY_MS = 2 * 60 * 1000;

/** Tests, by folder, whose cases use a service over HTTP. `npm test` already runs the contract cases. */
const THROUGH_HOSTED = {
  "testing/whole": ["live-updates", "unsubscribing"],
  // Without identities, because its redirects end at the provider, not at a gateway.
  "services/auth/builtin": [
    "audit-log",
    "flow-states",
    "handle-request",
    "owner",
    "recovery",
    "refresh-tokens",
    "security-overview",
    "sign-in",
    "signing-keys",
    "user",
  ],
  "services/auth/builtin/factors": ["factors", "phone"],
  // Without insert-many, because it uses the service key, which a gateway in front rejects.
  "services/database": ["builtin", "routes", "routes-lists"],
  "services/database/builtin/functions": ["functions"],
  "services/realtime": ["protocol"],
  "services/realtime/builtin": ["channels"],
  // Without buy-client-checkout: a gateway in front passes on only mutations of carts.
  "services/store/builtin/storefront-api": ["cart", "catalogue", "hostile", "pages", "storefront"],
} as const;

/** @throws {Error} if a file was renamed, because Vitest ignores a pattern without files */
function throughHosted(): string[] {
  const files = Object.entries(THROUGH_HOSTED).flatMap(([folder, names]) =>
    names.map((name) => `gateway/src/${folder}/${name}.test.ts`),
  );
  const missing = files.filter((file) => !existsSync(join(import.meta.dirname, "..", file)));
  if (missing.length > 0) throw new Error(`soak/vitest.config.ts names missing files: ${missing.join(", ")}`);
  return files;
}

// The configuration of `npm run soak`. It is separate, so that `npm test` does not run these tests.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "full counts",
          include: ["gateway/src/**/*.soak.ts", "soak/*.soak.ts"],
          environment: "node",
          testTimeout: TIMEOUT_MS,
          // The files run one after another, because each needs the whole machine.
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
          include: throughHosted(),
          environment: "node",
          testTimeout: 120_000,
          maxWorkers: 2,
          provide: { isThroughHosted: true },
        },
      },
    ],
  },
});
