// npm run generate: what is made of other files and kept beside them. A guard tells when it is out of date.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { MANIFEST_FILE } from "../gateway/src/content/demo/manifest.ts";
import { EDITED_FILES, schemaFileOf, schemaTextOf } from "../tools/generate/content-schemas.ts";
import { manifestTextOf } from "../tools/generate/demo-manifest.ts";
import { PLATFORMS_FILE, platformsModule } from "../tools/generate/platforms-module.ts";
import { GENERATED, storefrontModule } from "../tools/generate/storefront-types.ts";

// Types and compact texts of the Storefront documents that the site sends.
write(GENERATED, await storefrontModule());
// Names and marks of the platforms that the owner may link to.
write(PLATFORMS_FILE, platformsModule());
// What editors know of the owner's files.
for (const edited of EDITED_FILES) write(schemaFileOf(edited), schemaTextOf(edited));
// How the demo is told from what an owner wrote. Only whoever changes the demo itself writes this anew.
if (process.argv.includes("--demo")) write(relative(process.cwd(), MANIFEST_FILE), manifestTextOf("content"));

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`${file} is up to date.`);
}
