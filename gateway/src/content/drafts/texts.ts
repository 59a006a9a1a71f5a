import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EditableFile } from "@porchlight/protocol/content-editing.ts";
import type { Reader, Writer } from "../../data/statements.ts";
import { readTextOrNothing } from "../../lib/read-text.ts";

/** Maximum size of a text that the dashboard edits, in bytes; the largest file is `products.yaml`. */
const MAX_EDITED_BYTES = 16 * 1024 * 1024;

/** How many states of a file are stored for merging, besides those of drafts and versions. */
const STORED_STATES = 20;

/** Identifies a state of a file; null: the file does not exist. */
export type TextHash = string | null;

/** What a file should become; `text` is undefined if it should not exist. */
export type FileChange = { file: EditableFile; text: string | undefined };

/** Returns the hash of a text; null if there is no text. */
export function hashText(text: string | undefined): TextHash {
  return text === undefined ? null : createHash("sha256").update(text).digest("base64url");
}

/**
 * Reads a file as it is on disk, with its byte order mark.
 *
 * @returns undefined if there is no such file
 * @throws {Error} with a sentence that says why the file cannot be read
 */
export function readSource(contentDir: string, file: EditableFile): string | undefined {
  const text = readTextOrNothing(contentDir, file, MAX_EDITED_BYTES);
  return text === undefined ? undefined : readFileSync(join(contentDir, file), "utf8");
}

/** Finds a stored text; undefined for a missing file, or if the text is not stored any more. */
export function findText(reader: Reader, hash: TextHash): string | undefined {
  if (hash === null) return undefined;
  return reader.get<{ text: string }>("SELECT text FROM content_texts WHERE hash = ?", hash)?.text;
}

/** Stores a text. @returns the hash by which it can be found */
export function storeText(writer: Writer, file: EditableFile, text: string | undefined): TextHash {
  const hash = hashText(text);
  if (text === undefined || hash === null) return null;
  writer.run(
    "INSERT INTO content_texts (hash, file, text, seen) " +
      "VALUES (?, ?, ?, (SELECT coalesce(max(seen), 0) + 1 FROM content_texts)) " +
      "ON CONFLICT (hash) DO UPDATE SET seen = excluded.seen",
    hash,
    file,
    text,
  );
  return hash;
}

/** Deletes the oldest texts of a file that no draft and no version needs. */
export function deleteOldTexts(writer: Writer, file: EditableFile): void {
  writer.run(
    `DELETE FROM content_texts WHERE hash IN (
       SELECT hash FROM content_texts WHERE file = ?
         AND hash NOT IN (SELECT base_hash FROM content_drafts WHERE base_hash IS NOT NULL)
         AND hash NOT IN (SELECT hash FROM content_drafts WHERE hash IS NOT NULL)
         AND hash NOT IN (SELECT before_hash FROM content_changes WHERE before_hash IS NOT NULL)
         AND hash NOT IN (SELECT after_hash FROM content_changes WHERE after_hash IS NOT NULL)
       ORDER BY seen DESC LIMIT -1 OFFSET ?)`,
    file,
    STORED_STATES,
  );
}
