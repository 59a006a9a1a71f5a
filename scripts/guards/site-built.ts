import { execFileSync } from "node:child_process";
import { isSiteBuilt } from "../../tools/build-site.ts";

/** Builds the site once before the guards that look into it, which would get in one another's way. */
export default function buildFirst(): void {
  // A process of its own: the bundler and the test runner would share settings otherwise.
  if (!isSiteBuilt()) execFileSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
}
