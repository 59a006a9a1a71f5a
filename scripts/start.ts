// `npm start`: builds the site when it is not built yet or its sources changed, then runs the gateway in this process.
import { buildSite, isSiteBuilt } from "./setup/build-site.ts";

if (!isSiteBuilt()) {
  console.log("Building the site …");
  await buildSite();
}
await import("../apps/gateway/src/main.ts");
