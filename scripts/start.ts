// `npm start`: builds the site when it is not built yet or its sources changed, then runs the gateway in this process.
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { buildSite, isSiteBuilt } from "./setup/build-site.ts";

if (!isSiteBuilt()) {
  console.log("Building the site …");
  await buildSite();
}
// What Node made of the sources the last time: without it a second start takes two fifths longer.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/porchlight/compiled"));
// graphql compares classes by name in development.
process.env.NODE_ENV ??= "production";
await import("../apps/gateway/src/main.ts");
// Now rather than at the end, which a kill would leave out.
flushCompileCache();
