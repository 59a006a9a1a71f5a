import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { findMarks, MARKED_FILES } from "./marks.ts";

/**
 * Checksums of the demo, to tell it apart from an owner's content. `npm run generate` writes them from
 * `content/`.
 */
const ManifestSchema = v.strictObject({
  /** Every file of the demo except the schemas, by its path in the content folder. */
  files: v.record(v.string(), v.strictObject({ bytes: v.number(), blob: v.string() })),
  /** Ids of {@link findMarks} by file, as one text with spaces: a formatter would wrap a list. */
  marks: v.record(v.string(), v.string()),
});

/** Checksums of the demo. `blob` is git's hash of a file's content. */
export type DemoManifest = v.InferOutput<typeof ManifestSchema>;

export const MANIFEST_FILE = join(import.meta.dirname, "manifest.json");

export function readManifest(): DemoManifest {
  return v.parse(ManifestSchema, JSON.parse(readFileSync(MANIFEST_FILE, "utf8")));
}

/**
 * Creates the manifest of a demo.
 *
 * @param files paths in the content folder
 */
export function createManifest(contentDir: string, files: readonly string[]): DemoManifest {
  const toEntry = (file: string) => {
    const content = normaliseLineEndings(file, readFileSync(join(contentDir, file)));
    return [file, { bytes: content.length, blob: gitBlobHash(content) }] as const;
  };
  const listIds = (file: string) => [...new Set(findMarks(contentDir, file).map(({ id }) => id))].toSorted().join(" ");
  return {
    files: Object.fromEntries(files.toSorted().map(toEntry)),
    marks: Object.fromEntries(MARKED_FILES.map((file) => [file, listIds(file)] as const)),
  };
}

const TEXT_ENDING = /\.(md|json|yaml|svg)$/;

/** Returns a file's content as git stores it. On Windows, a checkout may have CRLF line ends. */
export function normaliseLineEndings(file: string, content: Buffer): Buffer {
  return TEXT_ENDING.test(file) ? Buffer.from(content.toString("utf8").replaceAll("\r\n", "\n")) : content;
}

/** Git's hash of a file's content. Source: git-scm.com/book, "Git Objects". */
export function gitBlobHash(content: Buffer): string {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}
