// npm run generate: types and compact texts of the Storefront documents that the site sends.
import { writeFileSync } from "node:fs";
import { GENERATED, storefrontModule } from "./setup/storefront-types.ts";

writeFileSync(GENERATED, await storefrontModule());
console.log(`${GENERATED} is up to date.`);
