import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EditableFile } from "@porchlight/protocol/content-editing.ts";

/** The schema of each file, in the program's `content/schemas`. */
const SCHEMAS: Readonly<Record<EditableFile, string>> = {
  "artist.json": "artist",
  "about.md": "about",
  "shows.yaml": "shows",
  "press.md": "press",
  "music/albums.yaml": "albums",
  "music/music.md": "about",
  "store/products.yaml": "products",
  "store/shop.md": "about",
  "store/store.yaml": "store",
  "store/refunds.md": "about",
  "privacy.md": "about",
  "terms.md": "about",
  "accessibility.md": "about",
};

/**
 * Reads the JSON Schema of a file that the owner edits.
 *
 * @param programContent the content folder that ships with the program: its schemas fit the program
 */
export function readSchema(programContent: string, file: EditableFile): object {
  const path = join(programContent, "schemas", `${SCHEMAS[file]}.schema.json`);
  const schema: object = JSON.parse(readFileSync(path, "utf8"));
  if (!file.endsWith(".md")) return schema;
  return { type: "object", properties: { front: schema, body: { type: "string" } } };
}
