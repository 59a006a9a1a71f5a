// `npm start`: builds the site if needed, then runs the gateway in this process.
import { accessSync, constants } from "node:fs";
import { flushCompileCache } from "node:module";
import { buildSite, isSiteBuilt } from "../tools/build-site.ts";

/** The same code as for wrong settings: a restart does not help. Source: sysexits.h, EX_CONFIG. */
const EXIT_NOT_BUILT = 78;

/** Whether this process may write to its program folder. For example, a service may not. */
function canBuild(): boolean {
  try {
    accessSync("site", constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Replaces this process by a new start, without the bundler and Node's TypeScript compiler. They would stay in memory
 * as long as the site runs. Returns if a process cannot be replaced: before Node 22.15, and on Windows.
 */
function startAnew(): void {
  if (process.platform === "win32") return;
  const { execPath, execArgv, env } = process;
  process.execve?.(execPath, [execPath, ...execArgv, "scripts/run.mjs", "scripts/start.ts"], env);
}

/** Compiles each file of the gateway without running it. A single one that is missing in the cache loads the compiler. */
async function compileGateway(): Promise<void> {
  try {
    await import("./compile/gateway.ts");
  } catch (error) {
    if (!(error instanceof Error && error.name === "Compiled")) throw error;
  }
}

if (!isSiteBuilt()) {
  if (!canBuild()) {
    console.error("The site is not built, or its sources have changed. Run as the owner of this folder: npm run build");
    process.exit(EXIT_NOT_BUILT);
  }
  console.log("Building the site …");
  // Loading the gateway fills Node's compile cache. There is time for that: the bundler's main thread mostly waits.
  const gateway = [import("../gateway/src/app.ts"), import("../gateway/src/composition/choose-services.ts")];
  await Promise.all([buildSite(), ...gateway]);
  await compileGateway();
  flushCompileCache();
  startAnew();
}
// In development mode, graphql does slow extra checks of its classes.
process.env.NODE_ENV ??= "production";
await import("../gateway/src/main.ts");
// Node itself writes its compile cache only at a normal exit. A kill would lose it.
flushCompileCache();
