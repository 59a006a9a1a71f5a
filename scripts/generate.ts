// `npm run generate`: writes files that are generated from other files. If one is out of date, a guard fails.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { MANIFEST_FILE } from "../gateway/src/content/demo/manifest.ts";
import { EDITED_FILES, FRONT_MATTERS, schemaFileOf, schemaTextOf } from "../tools/generate/content-schemas.ts";
import { manifestTextOf } from "../tools/generate/demo-manifest.ts";
import { PLATFORMS_FILE, platformsModule } from "../tools/generate/platforms-module.ts";
import { GENERATED, storefrontModule } from "../tools/generate/storefront-types.ts";
import { TEXT_FONT_FILE, textFont } from "../tools/generate/text-font.ts";
import { ICONS_LICENCE_FILE, iconsLicence } from "../tools/licences.ts";

// Types and compact texts of the Storefront documents that the site sends.
write(GENERATED, await storefrontModule());
// Names and marks of the platforms that the owner may link to.
write(PLATFORMS_FILE, platformsModule());
write(ICONS_LICENCE_FILE, iconsLicence());
// The typeface of text, in the weights that the site uses.
write(TEXT_FONT_FILE, await textFont());
// JSON schemas of the owner's files, for editors and for the forms of the dashboard.
for (const edited of [...EDITED_FILES, ...FRONT_MATTERS]) write(schemaFileOf(edited), schemaTextOf(edited));
// The manifest that distinguishes the demo from an owner's content. It changes only with the demo itself.
if (process.argv.includes("--demo")) write(relative(process.cwd(), MANIFEST_FILE), manifestTextOf("content"));

function write(file: string, contents: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, contents);
  console.log(`${file} is up to date.`);
}
