import { execFileSync } from "node:child_process";
import { isSiteBuilt } from "../../tools/build-site.ts";

/** Builds the site once before the guards that read it, so that they do not build it concurrently. */
export default function buildFirst(): void {
  // It runs in its own process, because the bundler and the test runner would share settings.
  if (!isSiteBuilt()) execFileSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
}
