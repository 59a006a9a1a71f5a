// `npm start`: builds the site if needed, then runs the gateway in this process.
import { accessSync, constants } from "node:fs";
import { flushCompileCache } from "node:module";
import { buildSite, isSiteBuilt } from "../tools/build-site.ts";

/** The same code as for wrong settings: a restart does not help. Source: sysexits.h, EX_CONFIG. */
const EXIT_NOT_BUILT = 78;

/** Whether this process may write to its program folder. A service, for example, may not. */
function canBuild(): boolean {
  try {
    accessSync("site", constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

if (!isSiteBuilt()) {
  if (!canBuild()) {
    console.error("The site is not built, or its sources have changed. Run as the owner of this folder: npm run build");
    process.exit(EXIT_NOT_BUILT);
  }
  console.log("Building the site …");
  await buildSite();
}
// In development mode, graphql does slow extra checks of its classes.
process.env.NODE_ENV ??= "production";
await import("../gateway/src/main.ts");
// Node writes its compile cache at a normal exit only. A kill would lose it.
flushCompileCache();
