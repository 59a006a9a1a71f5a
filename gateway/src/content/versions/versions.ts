import type { ContentVersion, ContentVersions, EditableFile } from "@porchlight/protocol/content-editing.ts";
import type { Reader } from "../../data/statements.ts";
import { type FileChange, findText, type TextHash } from "../drafts/texts.ts";

/** How many versions a page of the list has. */
const PAGE = 30;

type VersionRow = { id: number; at: string; reason: ContentVersion["reason"]; by: string | null };
type ChangeRow = { file: EditableFile; before_hash: TextHash; after_hash: TextHash };

/** Lists versions, latest first. @param before lists those with a smaller id */
export function listVersions(reader: Reader, before = Number.MAX_SAFE_INTEGER): ContentVersions {
  const rows = reader.all<VersionRow>(
    "SELECT id, at, reason, by FROM content_versions WHERE id < ? ORDER BY id DESC LIMIT ?",
    before,
    PAGE + 1,
  );
  const shown = rows.slice(0, PAGE);
  return {
    versions: shown.map((row) => toVersion(reader, row)),
    next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Finds one version. */
export function findVersion(reader: Reader, id: number): ContentVersion | undefined {
  const row = reader.get<VersionRow>("SELECT id, at, reason, by FROM content_versions WHERE id = ?", id);
  return row && toVersion(reader, row);
}

/**
 * Finds the texts of files right after a version, or right before it.
 *
 * @param files the files to look at; undefined: all that have changed since
 * @returns the files that have changed since, with the text that they had then
 */
export function findState(
  reader: Reader,
  { id, when, files }: { id: number; when: "after" | "before"; files?: readonly string[] | undefined },
): FileChange[] {
  const rows = reader.all<ChangeRow>(
    `SELECT file, before_hash, MIN(version_id) FROM content_changes WHERE version_id ${when === "after" ? ">" : ">="} ?
     GROUP BY file ORDER BY file`,
    id,
  );
  return rows
    .filter(({ file }) => files === undefined || files.includes(file))
    .map(({ file, before_hash }) => ({ file, text: findText(reader, before_hash) }));
}

function toVersion(reader: Reader, { id, at, reason, by }: VersionRow): ContentVersion {
  const changes = reader.all<ChangeRow>(
    "SELECT file, before_hash, after_hash FROM content_changes WHERE version_id = ? ORDER BY file",
    id,
  );
  const files = changes.map(({ file, before_hash, after_hash }) => ({
    file,
    change:
      before_hash === null ? ("added" as const) : after_hash === null ? ("removed" as const) : ("changed" as const),
  }));
  return { id, at, reason, ...(by !== null && { by }), files };
}
