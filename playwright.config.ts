import { defineConfig } from "@playwright/test";
import { findBrowser, QUIET_PLAYWRIGHT_FLAGS } from "./tools/browser.ts";

const browser = findBrowser();
if (!browser) {
  throw new Error("There is no Chrome or Chromium here. `npm test` installs one; or set CHROME_PATH to its program.");
}

/** Journeys in a real browser against the real gateway; each worker starts one of its own (e2e/support/gateway.ts). */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/before-all.ts",
  outputDir: "test-results",
  fullyParallel: true,
  // The machines that this runs on have two cores; with a visit on each, a third of their time is waited away.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // A bound for what hangs: on a machine that does other things too, axe alone has taken ten seconds.
  timeout: 60_000,
  expect: { timeout: 7_500 },
  reporter: "line",
  use: {
    browserName: "chromium",
    locale: "en-CA",
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: browser,
      // Nothing but our own pages is opened, and neither root nor every container may have a sandbox.
      chromiumSandbox: false,
      args: [...QUIET_PLAYWRIGHT_FLAGS],
    },
  },
});
