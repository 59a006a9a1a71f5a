import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // By itself it leaves one processor free, which of two is half of the machine; and many tests wait for a process.
    maxWorkers: 3,
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
            "hosting/**/*.test.ts",
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
          // The owner's desk is large, and the machine may be busy.
          testTimeout: 30_000,
          setupFiles: ["apps/site/src/test-setup.ts"],
        },
      },
    ],
  },
});
