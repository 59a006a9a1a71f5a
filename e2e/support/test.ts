import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { copyDemo } from "./demo-content.ts";
import { type RunningGateway, START_MS, startGateway } from "./gateway.ts";
import { Noise } from "./noise.ts";
import { type Providers, startProviders } from "./providers.ts";

export { expect };

type PerTest = {
  /** What the browser complains about. A complaint fails the test unless the test announces it. */
  noise: Noise;
  /** Announces an error in the gateway's log. Others fail the test. */
  gatewayWillLog: (pattern: RegExp) => void;
};

type PerWorker = {
  /** Whether the gateway uses Supabase and Shopify. */
  isHosted: boolean;
  /** The fake Supabase and Shopify, if {@link PerWorker.isHosted}. */
  providers: Providers | undefined;
  /** Whether the gateway reads its own copy of the demo's content, for tests that edit it. */
  ownContent: boolean;
  /** Only tests with the same value share a gateway. */
  gatewayOf: string;
  gateway: RunningGateway;
};

/** Playwright's test with a gateway for each worker. Every complaint of the browser or the gateway fails the test. */
export const test = base.extend<PerTest, PerWorker>({
  ownContent: [false, { option: true, scope: "worker" }],
  // Playwright shares a worker among tests with the same worker options.
  gatewayOf: ["everybody", { option: true, scope: "worker" }],
  isHosted: [false, { option: true, scope: "worker" }],

  providers: [
    async ({ isHosted }, use) => {
      const providers = isHosted ? await startProviders() : undefined;
      await use(providers);
      await providers?.stop();
    },
    { scope: "worker" },
  ],

  gateway: [
    async ({ ownContent, providers }, use) => {
      const folder = ownContent ? mkdtempSync(join(tmpdir(), "porchlight-e2e-content-")) : undefined;
      if (folder) copyDemo(folder);
      const gateway = await startGateway({
        ...(folder && { contentDir: folder }),
        ...(providers && { settings: providers.settings }),
      });
      await use(gateway);
      await gateway.stop();
      if (folder) rmSync(folder, { recursive: true, force: true });
    },
    // Longer than a start may take, so that a start that fails reports the gateway's output.
    { scope: "worker", timeout: 2 * START_MS.usual },
  ],

  baseURL: async ({ gateway }, use) => {
    await use(gateway.url);
  },

  // Playwright reads the dependencies of a fixture from the braces, which may not be empty.
  noise: async ({ gateway: _gateway }, use) => {
    const noise = new Noise();
    await use(noise);
    expect(noise.complaints()).toEqual([]);
  },

  context: async ({ context, noise, gateway }, use) => {
    noise.listen(context, gateway.url);
    await use(context);
  },

  gatewayWillLog: [
    async ({ gateway }, use, testInfo) => {
      const before = gateway.output().length;
      const expected: RegExp[] = [];
      await use((pattern) => expected.push(pattern));
      const log = gateway.output().slice(before);
      if (testInfo.status !== testInfo.expectedStatus) await testInfo.attach("gateway log", { body: log });
      const errors = log.split("\n").filter((line) => !line.startsWith("{") || /^\{"level":[56]0/.test(line));
      expect(errors.filter((line) => line !== "" && !expected.some((pattern) => pattern.test(line)))).toEqual([]);
      expect(expected.filter((pattern) => !pattern.test(log))).toEqual([]);
    },
    { auto: true },
  ],
});
