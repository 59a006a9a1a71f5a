// `npm start`: builds the site when it is not built yet or its sources changed, then runs the gateway in this process.
import { accessSync, constants } from "node:fs";
import { flushCompileCache } from "node:module";
import { buildSite, isSiteBuilt } from "../tools/build-site.ts";

/** As after wrong settings: starting again does not help, a person does. Source: sysexits.h, EX_CONFIG. */
const EXIT_NOT_BUILT = 78;

/** A service, say, that may change nothing of its own program. */
function mayBuild(): boolean {
  try {
    accessSync("site", constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

if (!isSiteBuilt()) {
  if (!mayBuild()) {
    console.error("The site is not built from its present sources. As the owner of this folder: npm run build");
    process.exit(EXIT_NOT_BUILT);
  }
  console.log("Building the site …");
  await buildSite();
}
// graphql compares classes by name in development.
process.env.NODE_ENV ??= "production";
await import("../gateway/src/main.ts");
// What Node made of the sources is kept now rather than at the end, which a kill would leave out.
flushCompileCache();
