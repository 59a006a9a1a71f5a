import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { MARKED_FILES, marksOf } from "./marks.ts";

/**
 * What is known of the demo, so that it can be told from what an owner wrote: checksums alone, no second copy.
 * `npm run generate` writes it from `content/`.
 */
const ManifestSchema = v.strictObject({
  /** Each file of the demo but the schemas, by its path in the content folder. */
  files: v.record(v.string(), v.strictObject({ bytes: v.number(), blob: v.string() })),
  /** Ids of {@link marksOf}, by file, with blanks between them: no formatter has an opinion on those. */
  marks: v.record(v.string(), v.string()),
});

/** What is known of the demo. `blob` is what git calls a file's content, by which it gives it back. */
export type DemoManifest = v.InferOutput<typeof ManifestSchema>;

/** Where it stands. */
export const MANIFEST_FILE = join(import.meta.dirname, "manifest.json");

/** Reads {@link MANIFEST_FILE}. */
export function readManifest(): DemoManifest {
  return v.parse(ManifestSchema, JSON.parse(readFileSync(MANIFEST_FILE, "utf8")));
}

/**
 * Makes the manifest of a demo.
 *
 * @param files paths in the folder
 */
export function manifestOf(contentDir: string, files: readonly string[]): DemoManifest {
  const entryOf = (file: string) => {
    const content = contentAsStored(file, readFileSync(join(contentDir, file)));
    return [file, { bytes: content.length, blob: blobOf(content) }] as const;
  };
  const idsOf = (file: string) => [...new Set(marksOf(contentDir, file).map(({ id }) => id))].toSorted().join(" ");
  return {
    files: Object.fromEntries(files.toSorted().map(entryOf)),
    marks: Object.fromEntries(MARKED_FILES.map((file) => [file, idsOf(file)] as const)),
  };
}

const TEXT_ENDING = /\.(md|json|yaml|svg)$/;

/** A file's content as git stores it: on Windows a checkout may end lines in two signs. */
export function contentAsStored(file: string, content: Buffer): Buffer {
  return TEXT_ENDING.test(file) ? Buffer.from(content.toString("utf8").replaceAll("\r\n", "\n")) : content;
}

/** What git calls a content. Source: git-scm.com/book, "Git Objects". */
export function blobOf(content: Buffer): string {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}
