import { defineConfig } from "@playwright/test";
import journeys from "../../playwright.config.ts";

/** Takes the gallery's pictures, in the browser and with the gateways of the journeys. */
export default defineConfig({
  ...journeys,
  testDir: ".",
  globalSetup: "../support/before-all.ts",
  outputDir: "../../test-results",
  workers: 2,
  timeout: 120_000,
});
