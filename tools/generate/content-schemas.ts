import { join } from "node:path";
import type * as v from "valibot";
import { ArtistFileSchema } from "../../gateway/src/content/artist.ts";
import { FrontMatterSchema } from "../../gateway/src/content/markdown.ts";
import { PressSchema } from "../../gateway/src/content/press.ts";
import { ReleasesFileSchema } from "../../gateway/src/content/releases-file.ts";
import { ShowsFileSchema } from "../../gateway/src/services/shows/shows-file.ts";
import { ProductsFileSchema } from "../../gateway/src/services/store/builtin/catalogue/products-file.ts";
import { StoreFileSchema } from "../../gateway/src/services/store/builtin/catalogue/store-file.ts";
import { type FileFormat, jsonSchemaOf } from "./json-schema.ts";

/** A file that the owner edits, and its schema. */
export type EditedFile = { file: string; title: string; format: FileFormat; check: v.GenericSchema };

/** The owner's files for which editors get a JSON schema, by their paths in `content`. */
export const EDITED_FILES: readonly EditedFile[] = [
  { file: "artist.json", title: "The artist", format: "json", check: ArtistFileSchema },
  { file: "music/albums.yaml", title: "What you have released", format: "yaml", check: ReleasesFileSchema },
  { file: "shows.yaml", title: "Where you play", format: "yaml", check: ShowsFileSchema },
  { file: "store/products.yaml", title: "What you sell", format: "yaml", check: ProductsFileSchema },
  { file: "store/store.yaml", title: "How you sell", format: "yaml", check: StoreFileSchema },
];

/** The front matter of the owner's texts, for the dashboard. Each schema is named after the first text that has it. */
export const FRONT_MATTERS: readonly EditedFile[] = [
  { file: "about.md", title: "A text", format: "yaml", check: FrontMatterSchema },
  { file: "press.md", title: "The press kit", format: "yaml", check: PressSchema },
];

/**
 * The draft that editors support completely. Source: github.com/redhat-developer/yaml-language-server, "Supports JSON
 * Schema 7 and below"; github.com/microsoft/vscode-json-languageservice, pull request 117.
 */
const DRAFT = "http://json-schema.org/draft-07/schema#";

/** The path of a file's schema: `content/schemas/products.schema.json`. */
export function schemaFileOf({ file }: EditedFile): string {
  return join("content/schemas", `${file.replace(/^.*\/|\.\w+$/g, "")}.schema.json`);
}

export function schemaTextOf({ title, format, check }: EditedFile): string {
  const schema = {
    $schema: DRAFT,
    $comment: "Made by `npm run generate` from the checks of the gateway; not to be edited.",
    title,
    ...jsonSchemaOf(check, format),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
