import { defineConfig } from "@playwright/test";
import { findBrowser, QUIET_FLAGS } from "./scripts/setup/browser.ts";

const browser = findBrowser();
if (!browser) {
  throw new Error("There is no Chrome or Chromium here. `npm test` installs one; or set CHROME_PATH to its program.");
}

/**
 * Without the first three, every new window brings up pages of the browser's own for its address bar, at nearly half
 * the cost of a journey. The rest is what Playwright switches off by itself: of two such flags only the last counts.
 * Source: playwright-core's own switches for Chromium.
 */
const FEATURES_OFF = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  // A second renderer, made ready for a site that no journey goes on to.
  "SpareRendererForSitePerProcess",
];

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
      args: [...QUIET_FLAGS, `--disable-features=${FEATURES_OFF.join(",")}`],
    },
  },
});
