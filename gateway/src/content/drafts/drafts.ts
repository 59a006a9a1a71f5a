import type { Clash, ContentEdit, EditableFile } from "@porchlight/protocol/content-editing.ts";
import type { DataFile } from "../../data/data-file.ts";
import type { Reader, Writer } from "../../data/statements.ts";
import { applyEdits } from "../write/apply-edits.ts";
import { mergeTexts } from "../write/merge-texts.ts";
import { readCommitted } from "./pending.ts";
import { deleteOldTexts, findText, hashText, storeText, type TextHash } from "./texts.ts";

/** Revision of a file that does not exist. */
const NO_REVISION = "none";

/**
 * A file as the owner sees it in the dashboard: its draft, else what is in the folder.
 *
 * `text` is undefined if there is no such file. `clashes` are values that the draft and the folder changed differently:
 * the draft has the folder's value, and the owner has not chosen yet.
 */
export type Opened = {
  file: EditableFile;
  revision: string;
  text: string | undefined;
  isDraft: boolean;
  clashes: readonly Clash[];
};

/** A stored draft. `base` and `hash` name texts; null: no such file. */
type Draft = { file: EditableFile; base: TextHash; hash: TextHash; beganAt: string; clashes: readonly Clash[] };

/** The result of an edit: the file after it, or the values that somebody else changed too. */
export type EditResult = { ok: true; opened: Opened } | { ok: false; clashes: Clash[]; opened: Opened };

/** Drafts of the content folder's files. No visitor sees them. */
interface Drafts {
  /** @throws {Error} with a sentence for the owner if the file in the folder cannot be read */
  open(file: EditableFile): Promise<Opened>;
  /**
   * Changes the draft; begins one if there is none. Changes since the revision `base` are merged.
   *
   * @throws {EditError} if an edit does not fit the file
   */
  edit(file: EditableFile, base: string, edits: readonly ContentEdit[]): Promise<EditResult>;
  /** @returns whether there was a draft */
  discard(file: EditableFile): Promise<boolean>;
  list(): Draft[];
}

/** Opens the drafts of a content folder. They are stored in the data file. */
export function createDrafts(deps: { contentDir: string; data: DataFile; clock: () => Date }): Drafts {
  const { contentDir, data, clock } = deps;

  /** Brings the draft up to date with the folder. Runs inside a change, so that no other request interferes. */
  function openIn(writer: Writer, file: EditableFile): Opened {
    const onDisk = readCommitted(writer, contentDir, file);
    const disk = storeText(writer, file, onDisk);
    const draft = findDraft(writer, file);
    if (!draft) return { file, revision: disk ?? NO_REVISION, text: onDisk, isDraft: false, clashes: [] };
    const text = findText(writer, draft.hash);
    if (draft.base === disk) {
      return { file, revision: draft.hash ?? NO_REVISION, text, isDraft: true, clashes: draft.clashes };
    }
    const base = findText(writer, draft.base);
    const merged = mergeStates(file, base, text, onDisk);
    const clashes = [...draft.clashes, ...merged.clashes];
    return storeDraft(writer, { ...draft, base: disk, clashes }, merged.text);
  }

  function storeDraft(writer: Writer, draft: Omit<Draft, "hash">, text: string | undefined): Opened {
    const { file, base, beganAt, clashes } = draft;
    const hash = storeText(writer, file, text);
    writer.run(
      "INSERT INTO content_drafts (file, base_hash, hash, began_at, clashes) VALUES (?, ?, ?, ?, ?) " +
        "ON CONFLICT (file) DO UPDATE SET base_hash = excluded.base_hash, hash = excluded.hash, clashes = excluded.clashes",
      file,
      base,
      hash,
      beganAt,
      JSON.stringify(clashes),
    );
    return { file, revision: hash ?? NO_REVISION, text, isDraft: true, clashes };
  }

  return {
    open: (file) => data.write((writer) => openIn(writer, file)),
    edit: (file, base, edits) =>
      data.write((writer): EditResult => {
        const opened = openIn(writer, file);
        const isSame = base === opened.revision;
        const before = isSame ? opened.text : findText(writer, base === NO_REVISION ? null : base);
        // The text that the edits are based on is so old that it is not stored any more.
        if (!isSame && before === undefined && base !== NO_REVISION) {
          return { ok: false, clashes: edits.flatMap(toClash), opened };
        }
        const mine = applyAll(file, before, edits);
        const merged = isSame ? { text: mine, clashes: [] } : mergeStates(file, before, mine, opened.text);
        if (merged.clashes.length > 0) return { ok: false, clashes: merged.clashes, opened };
        const clashes = opened.clashes.filter((clash) => !edits.some((edit) => isAtOrAround(edit.path, clash.path)));
        if (merged.text === opened.text && clashes.length === opened.clashes.length) return { ok: true, opened };
        const draft = findDraft(writer, file);
        const disk = hashText(readCommitted(writer, contentDir, file));
        // A draft that equals the folder again is deleted.
        if (hashText(merged.text) === disk && clashes.length === 0) {
          writer.run("DELETE FROM content_drafts WHERE file = ?", file);
          return { ok: true, opened: openIn(writer, file) };
        }
        const beganAt = draft?.beganAt ?? clock().toISOString();
        const stored = storeDraft(writer, { file, base: disk, beganAt, clashes }, merged.text);
        deleteOldTexts(writer, file);
        return { ok: true, opened: stored };
      }),
    discard: (file) => data.write((writer) => writer.run("DELETE FROM content_drafts WHERE file = ?", file) > 0),
    list: () => listDrafts(data.read),
  };
}

type DraftRow = { file: EditableFile; base_hash: TextHash; hash: TextHash; began_at: string; clashes: string };

/** Lists all drafts, in the order of their files. */
export function listDrafts(reader: Reader): Draft[] {
  return reader.all<DraftRow>("SELECT * FROM content_drafts ORDER BY file").map(toDraft);
}

function findDraft(reader: Reader, file: EditableFile): Draft | undefined {
  const row = reader.get<DraftRow>("SELECT * FROM content_drafts WHERE file = ?", file);
  return row && toDraft(row);
}

function toDraft({ file, base_hash, hash, began_at, clashes }: DraftRow): Draft {
  return { file, base: base_hash, hash, beganAt: began_at, clashes: JSON.parse(clashes) };
}

/** Applies edits. An edit of the whole file can only remove it. */
function applyAll(file: EditableFile, text: string | undefined, edits: readonly ContentEdit[]): string | undefined {
  const [first] = edits;
  if (edits.length === 1 && first?.path.length === 0 && "remove" in first) return undefined;
  return applyEdits(file, text, edits);
}

/** Merges two states that come from `base`. Where both changed a value, the result has that of `theirs`. */
function mergeStates(
  file: EditableFile,
  base: string | undefined,
  mine: string | undefined,
  theirs: string | undefined,
): { text: string | undefined; clashes: Clash[] } {
  if (mine === theirs || mine === base) return { text: theirs, clashes: [] };
  if (theirs === base) return { text: mine, clashes: [] };
  // One side removed the whole file, and the other changed it.
  if (mine === undefined || theirs === undefined) return { text: theirs ?? mine, clashes: [] };
  const merged = mergeTexts(file, base, mine, theirs);
  return { text: merged.text, clashes: merged.ok ? [] : merged.clashes };
}

function toClash(edit: ContentEdit): Clash[] {
  if ("set" in edit) return [{ path: edit.path, mine: edit.set }];
  return "insert" in edit ? [{ path: edit.path, mine: edit.insert }] : [{ path: edit.path }];
}

/** Whether an edit at `edited` decides about the value at `path`. */
function isAtOrAround(edited: readonly (string | number)[], path: readonly (string | number)[]): boolean {
  return edited.length <= path.length && edited.every((part, at) => part === path[at]);
}
