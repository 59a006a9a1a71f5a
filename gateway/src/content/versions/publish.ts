import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { EDITABLE_FILES, type EditableFile } from "@porchlight/protocol/content-editing.ts";
import type { DataFile } from "../../data/data-file.ts";
import { sync } from "../../data/files.ts";
import type { Writer } from "../../data/statements.ts";
import { listPending, type PendingChange } from "../drafts/pending.ts";
import { type FileChange, findText, hashText, readSource, storeText, type TextHash } from "../drafts/texts.ts";

/** How long a version can be restored, in days. */
const VERSIONS_STAY_DAYS = 400;
const DAY_MS = 24 * 60 * 60_000;
/** Ending of a file while it is being written. */
const PARTIAL = ".partial";

/** Why the content changes. `by` is the owner's account. */
export type Change = { reason: "published" | "restored"; by: string; files: readonly FileChange[] };

/** The folder cannot be written: full, read-only, or not ours. The message is a sentence for the owner. */
export class NotWritableError extends Error {
  override readonly name = "NotWritableError";
}

type WriteDeps = { contentDir: string; data: DataFile; clock: () => Date };

/**
 * Writes files into the content folder as a new version: after a crash at any moment, all of them are written or none.
 * First the new files are written beside the old ones; then the version is stored, with the files marked as pending;
 * then the files get their names. {@link writePending} finishes this at the next start.
 *
 * Drafts that are published are deleted with the same commit. Only one change may run at a time.
 *
 * @returns the version's id; undefined if no file has to change
 * @throws {NotWritableError} if the folder cannot be written; nothing has changed then
 */
export async function changeContent(deps: WriteDeps, { reason, by, files }: Change): Promise<number | undefined> {
  const { contentDir, data, clock } = deps;
  await writePending(deps);
  const before = new Map(files.map(({ file }) => [file, readSource(contentDir, file)]));
  const changed = files.filter(({ file, text }) => before.get(file) !== text);
  const forgetDrafts = (writer: Writer) => {
    if (reason !== "published") return;
    for (const { file, text } of files) {
      const published = hashText(text);
      writer.run("DELETE FROM content_drafts WHERE file = ? AND hash IS ?", file, published);
      // A draft that was edited since it was read stays, now as a change to the published version.
      writer.run("UPDATE content_drafts SET base_hash = ? WHERE file = ?", published, file);
    }
  };
  if (changed.length === 0) {
    await data.write(forgetDrafts);
    return undefined;
  }
  const staged = stageFiles(contentDir, changed);
  let id: number;
  try {
    id = await data.write((writer) => {
      const now = clock();
      storeChangesByHand(writer, contentDir, changed, now);
      const version = insertVersion(writer, { at: now, reason, by });
      for (const { file, text } of changed) {
        const [beforeHash, afterHash] = [before.get(file), text].map((state) => storeText(writer, file, state));
        insertChange(writer, { version, file, before: beforeHash ?? null, after: afterHash ?? null, isPending: true });
      }
      forgetDrafts(writer);
      const oldest = new Date(now.getTime() - VERSIONS_STAY_DAYS * DAY_MS).toISOString();
      writer.run("DELETE FROM content_versions WHERE at < ?", oldest);
      return version;
    });
  } catch (error) {
    removeStaged(staged);
    throw error;
  }
  // From here on, the new content survives a crash.
  await writePending(deps);
  return id;
}

/**
 * Gives the files of the last version their names, after a publication or after a crash in the middle of one. If a file
 * was changed by hand meanwhile, that change stays, and the new text becomes a draft again.
 */
export async function writePending({ contentDir, data, clock }: WriteDeps): Promise<void> {
  const pending = listPending(data.read);
  const overtaken: PendingChange[] = [];
  // All in one go: no request sees a part of it.
  for (const change of pending) {
    const disk = hashText(readSource(contentDir, change.file));
    if (disk === change.after_hash) continue;
    if (disk === change.before_hash) writeFile(contentDir, change.file, findText(data.read, change.after_hash));
    else overtaken.push(change);
  }
  for (const file of EDITABLE_FILES) rmSync(`${realTarget(contentDir, file)}${PARTIAL}`, { force: true });
  if (pending.length === 0) return;
  await data.write((writer) => {
    writer.run("UPDATE content_changes SET is_pending = 0 WHERE is_pending = 1");
    for (const { file, before_hash, after_hash } of overtaken) {
      writer.run(
        "INSERT OR IGNORE INTO content_drafts (file, base_hash, hash, began_at) VALUES (?, ?, ?, ?)",
        file,
        before_hash,
        after_hash,
        clock().toISOString(),
      );
    }
  });
}

/** Records what somebody changed in the folder since the last version, so that it can be restored too. */
function storeChangesByHand(writer: Writer, contentDir: string, files: readonly FileChange[], now: Date): void {
  const found = files.flatMap(({ file }) => {
    const last = writer.get<{ after_hash: TextHash }>(
      "SELECT after_hash FROM content_changes WHERE file = ? ORDER BY version_id DESC LIMIT 1",
      file,
    );
    const text = readSource(contentDir, file);
    return last && last.after_hash !== hashText(text) ? [{ file, text, before: last.after_hash }] : [];
  });
  if (found.length === 0) return;
  const version = insertVersion(writer, { at: now, reason: "by-hand", by: null });
  for (const { file, text, before } of found) {
    insertChange(writer, { version, file, before, after: storeText(writer, file, text), isPending: false });
  }
}

function insertVersion(writer: Writer, { at, reason, by }: { at: Date; reason: string; by: string | null }): number {
  const row = writer.get<{ id: number }>(
    "INSERT INTO content_versions (at, reason, by) VALUES (?, ?, ?) RETURNING id",
    at.toISOString(),
    reason,
    by,
  );
  if (!row) throw new Error("The version was not stored");
  return row.id;
}

type InsertedChange = { version: number; file: EditableFile; before: TextHash; after: TextHash; isPending: boolean };

function insertChange(writer: Writer, { version, file, before, after, isPending }: InsertedChange): void {
  writer.run(
    "INSERT INTO content_changes (version_id, file, before_hash, after_hash, is_pending) VALUES (?, ?, ?, ?, ?)",
    version,
    file,
    before,
    after,
    isPending ? 1 : 0,
  );
}

/** Writes the new files beside the old ones. This needs the room and the rights that the publication needs. */
function stageFiles(contentDir: string, files: readonly FileChange[]): string[] {
  const staged: string[] = [];
  try {
    for (const { file, text } of files) {
      if (text === undefined) continue;
      const partial = `${realTarget(contentDir, file)}${PARTIAL}`;
      staged.push(partial);
      mkdirSync(dirname(partial), { recursive: true });
      writeFileSync(partial, text);
      sync(partial);
    }
    return staged;
  } catch (cause) {
    removeStaged(staged);
    throw new NotWritableError(explainWriteError(cause, contentDir), { cause });
  }
}

function removeStaged(staged: readonly string[]): void {
  for (const path of staged) rmSync(path, { force: true });
}

function writeFile(contentDir: string, file: EditableFile, text: string | undefined): void {
  const target = realTarget(contentDir, file);
  if (text === undefined) {
    rmSync(target, { force: true });
  } else {
    const partial = `${target}${PARTIAL}`;
    // After a crash the prepared file may be missing or incomplete.
    if (!existsSync(partial) || readFileSync(partial, "utf8") !== text) {
      mkdirSync(dirname(partial), { recursive: true });
      writeFileSync(partial, text);
      sync(partial);
    }
    renameSync(partial, target);
  }
  sync(dirname(target));
}

/** The file itself, or the one that a symbolic link points to. */
function realTarget(contentDir: string, file: EditableFile): string {
  const path = join(contentDir, file);
  return existsSync(path) ? realpathSync(path) : path;
}

/** Checks whether the folder can be written. @returns a sentence for the owner if it cannot */
export function explainNotWritable(contentDir: string): string | undefined {
  try {
    // Writing a test file would trigger the check for changes in the folder.
    accessSync(contentDir, constants.W_OK);
    return undefined;
  } catch (error) {
    return explainWriteError(error, contentDir);
  }
}

function explainWriteError(error: unknown, contentDir: string): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOSPC" || code === "EDQUOT")
    return "The disk is full. Nothing was changed. Make room, then publish again.";
  if (code === "EROFS") {
    return `The folder ${contentDir} is on a disk that can only be read. Mount it so that Porchlight can write to it.`;
  }
  if (code === "EACCES" || code === "EPERM") {
    return `Porchlight may not write to ${contentDir}. Run this on the server: sudo chown -R porchlight ${contentDir}`;
  }
  return `The folder ${contentDir} cannot be written: ${error instanceof Error ? error.message : error}`;
}
