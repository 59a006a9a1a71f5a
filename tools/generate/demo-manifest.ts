import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createManifest } from "../../gateway/src/content/demo/manifest.ts";

/** The schemas belong to the program, not to the demo. */
const SCHEMAS = "schemas/";

/** Creates the text of the demo's manifest from a content folder with the demo. */
export function manifestTextOf(contentDir: string): string {
  const files = readdirSync(contentDir, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.startsWith(SCHEMAS) && !file.split("/").some((part) => part.startsWith(".")))
    .filter((file) => statSync(join(contentDir, file)).isFile());
  return `${JSON.stringify(createManifest(contentDir, files), undefined, 2)}\n`;
}
