import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { type RunningGateway, startGateway } from "./gateway.ts";
import { Noise } from "./noise.ts";
import { type Providers, startProviders } from "./providers.ts";

export { expect };

type PerTest = {
  /** What the browser complains of; complaints fail the test unless it provokes them. */
  noise: Noise;
  /** Errors in the gateway's log fail the test as well, unless it calls this with what they say. */
  gatewayWillLog: (pattern: RegExp) => void;
};

type PerWorker = {
  /** Whether Supabase and Shopify are plugged in. */
  isHosted: boolean;
  /** Those that are plugged in. */
  providers: Providers | undefined;
  /** Whether the gateway reads a copy of `content/`, for tests that edit it. */
  ownContent: boolean;
  /** Whose gateway it is: only tests with the same words here share one. */
  gatewayOf: string;
  gateway: RunningGateway;
};

/** Playwright's test with a gateway of one's own behind it, where every complaint of the browser or gateway fails. */
export const test = base.extend<PerTest, PerWorker>({
  ownContent: [false, { option: true, scope: "worker" }],
  // Workers are shared by tests whose options for workers are the same.
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
      if (folder) cpSync(demoContent(), folder, { recursive: true, preserveTimestamps: true });
      const gateway = await startGateway({
        ...(folder && { contentDir: folder }),
        ...(providers && { settings: providers.settings }),
      });
      await use(gateway);
      await gateway.stop();
      if (folder) rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],

  baseURL: async ({ gateway }, use) => {
    await use(gateway.url);
  },

  // Playwright reads what a fixture needs from the braces, which may not be empty.
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
