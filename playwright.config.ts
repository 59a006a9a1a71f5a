import { defineConfig } from "@playwright/test";
import { findTestBrowser, QUIET_PLAYWRIGHT_FLAGS } from "./tools/browser.ts";

const browser = findTestBrowser();
if (!browser) {
  throw new Error("Found no Chrome or Chromium. `npm test` installs one, or set CHROME_PATH to its program.");
}

/** Journeys in a real browser against the real gateway. Each worker starts its own gateway (e2e/support/gateway.ts). */
export default defineConfig({
  testDir: "e2e",
  // `npm run gallery` runs these. keep-the-look.spec.ts checks the same states.
  testIgnore: "**/gallery/**",
  globalSetup: "./e2e/support/before-all.ts",
  outputDir: "test-results",
  fullyParallel: true,
  // With two workers, two cores are idle for a third of the time.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // This ends only tests that hang: on a busy machine axe alone has taken ten seconds.
  timeout: 60_000,
  expect: { timeout: 7_500 },
  reporter: "line",
  use: {
    browserName: "chromium",
    locale: "en-CA",
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: browser,
      // The browser opens only our own pages, and root and some containers cannot have a sandbox.
      chromiumSandbox: false,
      // Pages live for seconds, so V8's optimizing compilers cost more than their code saves: a tenth of the CPU time.
      args: [...QUIET_PLAYWRIGHT_FLAGS, "--js-flags=--no-opt --no-maglev"],
    },
  },
});
