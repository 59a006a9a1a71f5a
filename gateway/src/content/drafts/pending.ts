import type { EditableFile } from "@porchlight/protocol/content-editing.ts";
import type { Reader } from "../../data/statements.ts";
import { findText, hashText, readSource, type TextHash } from "./texts.ts";

/** A change of a version that is committed, but whose file may not be written yet. */
export type PendingChange = { file: EditableFile; before_hash: TextHash; after_hash: TextHash };

/** Lists the pending changes of all files, the oldest first. */
export function listPending(reader: Reader): PendingChange[] {
  return reader.all<PendingChange>(
    "SELECT file, before_hash, after_hash FROM content_changes WHERE is_pending = 1 ORDER BY version_id",
  );
}

/**
 * Reads a file of the folder as {@link readSource} does. A version that is committed counts, although its file is not
 * written yet.
 */
export function readCommitted(reader: Reader, contentDir: string, file: EditableFile): string | undefined {
  const onDisk = readSource(contentDir, file);
  const pending = listPending(reader).findLast((change) => change.file === file);
  return pending && pending.before_hash === hashText(onDisk) ? findText(reader, pending.after_hash) : onDisk;
}
