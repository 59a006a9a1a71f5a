import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "guards",
          include: ["scripts/guards/*.test.ts"],
          environment: "node",
        },
      },
      {
        test: {
          name: "gateway",
          include: [
            "apps/gateway/src/**/*.test.ts",
            "packages/**/*.test.ts",
            "scripts/{setup,pictures,music}/**/*.test.ts",
          ],
          environment: "node",
          // Tests of the whole process start it several times, on machines that may be busy.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "site",
          include: ["apps/site/src/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          setupFiles: ["apps/site/src/test-setup.ts"],
        },
      },
    ],
  },
});
