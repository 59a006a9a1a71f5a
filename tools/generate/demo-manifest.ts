import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { manifestOf } from "../../gateway/src/content/demo/manifest.ts";

/** What editors know of the owner's files is the program's, not the demo's. */
const SCHEMAS = "schemas/";

/** The text of the demo's manifest, made from a content folder that holds the demo. */
export function manifestTextOf(contentDir: string): string {
  const files = readdirSync(contentDir, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.startsWith(SCHEMAS) && !file.split("/").some((part) => part.startsWith(".")))
    .filter((file) => statSync(join(contentDir, file)).isFile());
  return `${JSON.stringify(manifestOf(contentDir, files), undefined, 2)}\n`;
}
