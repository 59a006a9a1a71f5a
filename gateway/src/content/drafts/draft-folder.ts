import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { EDITABLE_FILES, type EditableFile } from "@porchlight/protocol/content-editing.ts";
import { type FileChange, readSource } from "./texts.ts";

/** Folders of the content folder that are linked as they are. In the others, texts and media lie side by side. */
const MEDIA_FOLDERS = ["images", "press"];
const MIXED_FOLDERS = ["music", "store"];

/**
 * A folder that looks like the content folder with the drafts in it, so that pages can be made of them. Pictures and
 * recordings are links to the real ones.
 */
export interface DraftFolder {
  readonly dir: string;
  /** Writes only the files that have changed. */
  update(drafts: readonly FileChange[]): void;
}

/** Makes a draft folder. Deletes what was in its place before. */
export function createDraftFolder(contentDir: string, dir: string): DraftFolder {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  for (const name of MEDIA_FOLDERS)
    if (existsSync(join(contentDir, name))) symlinkSync(join(contentDir, name), join(dir, name));
  for (const name of MIXED_FOLDERS) mkdirSync(join(dir, name));

  function linkMedia(): void {
    for (const name of MIXED_FOLDERS) {
      const folder = join(contentDir, name);
      if (!existsSync(folder)) continue;
      for (const entry of readdirSync(folder)) {
        const link = join(dir, name, entry);
        if (!isEditable(`${name}/${entry}`) && !existsSync(link)) symlinkSync(join(folder, entry), link);
      }
    }
  }

  function writeIfChanged(file: EditableFile, text: string | undefined): void {
    const path = join(dir, file);
    if (text === undefined) {
      rmSync(path, { force: true });
    } else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }

  return {
    dir,
    update(drafts) {
      linkMedia();
      const changed = new Map(drafts.map(({ file, text }) => [file, text]));
      for (const file of EDITABLE_FILES) {
        writeIfChanged(file, changed.has(file) ? changed.get(file) : readSource(contentDir, file));
      }
    },
  };
}

function isEditable(file: string): boolean {
  return EDITABLE_FILES.some((one) => one === file);
}
