import { defineConfig } from "@playwright/test";
import journeys from "../../playwright.config.ts";

/** Takes the gallery's pictures with the browser and the gateways of the journeys. */
export default defineConfig({
  ...journeys,
  testDir: ".",
  testIgnore: [],
  globalSetup: "./before-pictures.ts",
  outputDir: "../../test-results",
  workers: 2,
  timeout: 120_000,
});
